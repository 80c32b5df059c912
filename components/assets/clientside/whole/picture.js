// The picture of what is seen of a whole schedule, and what stands beside the pointer on it.
import { instantWords } from "../pictures/time_axis.js";
import { wallClock } from "./clock.js";
import { drawOverTime, drawWhole } from "./draw.js";
import * as wholeView from "./view.js";
import { height, made, ownerOf, plain, view, whose, width } from "./view.js";

const BESIDE = 14,
  ABOVE = 10; // px between the pointer and what it tells

function title() {
  if (view.layout === "owners") return whose() === "user" ? "Users, most work first" : "Classes, most work first";
  return view.layout === "sizes" ? "Processors in use" : "Processors";
}

export function draw() {
  const { parts, head, shown, layout } = view;
  if (!parts || !width()) return;
  parts.picture.classList.toggle("late", !view.id);
  if (!head || !view.at) return;
  const at = view.id ? view.at : Object.assign({}, view.at, { isAsked: true }),
    colors = wholeView.colors();
  view.box = drawWhole(parts.picture, height(), {
    head: head,
    shown: shown && shown.told.layout === layout ? shown : null,
    at: at,
    mark: view.mark,
    colors: colors,
    lit: view.lit,
    title: title(),
    owners: layout === "owners" ? (rank) => ownerOf(rank).replace(/^user /, "") : null,
  });
  drawOverTime(parts.lines, { head: head, shown: shown, at: at, colors: colors, hasNames: layout === "owners" });
}

const isInside = (spot, box) =>
  spot.x >= box.left && spot.x <= box.left + box.width && spot.y >= box.top && spot.y <= box.top + box.height;

// Which of the bars lies under a time and a level; -1 if none does.
function barAt(bars, time, level) {
  if (!bars) return -1;
  return bars.job.findIndex(
    (_, k) =>
      bars.since[k] <= time &&
      time < bars.until[k] &&
      bars.runs[k].some(([low, count]) => low <= level && level < low + count),
  );
}

function linesOf(bars, n, time, level) {
  const { head, layout } = view,
    clock = (when) => wallClock(head, when),
    long = instantWords;
  if (n >= 0)
    return [
      `job ${bars.job[n] + 1}, ${bars.owner[n]}`,
      `${plain(bars.size[n])} processors`,
      `arrives ${clock(bars.arrival[n])}`,
      `waits ${long(bars.since[n] - bars.arrival[n])}`,
      `runs ${long(bars.until[n] - bars.since[n])}`,
    ];
  if (layout === "machines") return [clock(time), `processor ${plain(Math.floor(level) + 1)}`];
  return [clock(time), layout === "owners" ? ownerOf(Math.floor(level)) : `${plain(level)} processors`];
}

// *spot*: where the pointer is on the canvas, or null.
export function point(spot) {
  const { parts, at, box, shown } = view,
    { tip } = parts;
  const before = view.lit;
  tip.hidden = true;
  view.lit = null;
  if (spot && shown && view.id && box && isInside(spot, box)) {
    const time = at.since + ((spot.x - box.left) / box.width) * (at.until - at.since);
    const level = at.highest - ((spot.y - box.top) / box.height) * (at.highest - at.lowest);
    const { bars } = shown.told,
      n = barAt(bars, time, level);
    if (n >= 0) view.lit = bars.job[n];
    tip.replaceChildren(...linesOf(bars, n, time, level).map((line) => made("div", { textContent: line })));
    tip.hidden = false;
    tip.style.left = Math.max(0, Math.min(spot.x + BESIDE, parts.picture.clientWidth - tip.offsetWidth)) + "px";
    tip.style.top = Math.max(0, spot.y - tip.offsetHeight - ABOVE) + "px";
  }
  if (before !== view.lit) draw();
}
