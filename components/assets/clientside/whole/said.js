// What is said of what is seen of a whole schedule: a sentence, a legend, and the table of the lines below the picture.
import { wallClock } from "./clock.js";
import { overTimeTable } from "./table.js";
import * as wholeView from "./view.js";
import { made, nameOf, plain, say, view } from "./view.js";

const HUES = 8;

export function tell() {
  const { head, at, layout } = view,
    { over_time, pieces, bars } = view.shown.told;
  const mean = (part) => part.mean.reduce((sum, one) => sum + one, 0) / part.mean.length;
  const clock = (time) => wallClock(head, time);
  const levels =
    layout === "machines"
      ? `, processors ${plain(Math.floor(at.lowest) + 1)} to ${plain(Math.ceil(at.highest))} of ${plain(head.machines)}`
      : "";
  const drawn = bars ? "each with a bar" : layout === "sizes" ? "their sizes on top of each other" : "in cells";
  say(
    `${view.policy}, replication ${view.replication + 1}: ${plain(head.jobs)} jobs from ${clock(head.since)} to ${clock(head.until)}. ` +
      `Seen: ${clock(at.since)} to ${clock(at.until)}${levels}; ${plain(pieces)} pieces, ${drawn}. ` +
      `There, ${plain(mean(over_time.utilization))} % of the processors are in use and ${plain(mean(over_time.queue))} jobs wait in the mean, at most ${plain(Math.max(...over_time.queue.largest))}.` +
      (head.by === "lowest free" && head.named
        ? " Processors have numbers for this picture only: a job takes the lowest free ones."
        : "") +
      (head.named ? "" : " Processors have no names here: their runs would be too many."),
  );
  if (view.parts.table.open) fillTable();
  view.parts.legend.replaceChildren(...ofColors(), ...ofShades());
}

export const fillTable = () => view.parts.rows.replaceChildren(overTimeTable(view.head, view.shown.told));

function swatch(color, words) {
  const square = made("span", { className: "whole-swatch" });
  square.style.background = color;
  return made("li", {}, square, words);
}

// Those with most work have a color each; the last one is that of all others.
function ofColors() {
  if (view.colored !== "owner") return [made("li", {}, "Eight colors, repeated by job number, tell neighbors apart.")];
  const { owners, ranking } = view.head,
    colors = wholeView.colors(),
    last = HUES - 1;
  const known = [...Array(Math.min(owners, last)).keys()].map((rank) => swatch(colors[rank], nameOf(ranking[rank])));
  if (owners <= last) return known;
  return [...known, swatch(colors[last], owners === HUES ? nameOf(ranking[last]) : "others")];
}

function ofShades() {
  const { told } = view.shown;
  if (told.full !== undefined && view.layout === "owners")
    return [made("li", {}, `Darkest: ${plain(told.full)} processors; half as dark: a quarter of them`)];
  return told.bars || view.layout === "sizes" ? [] : [made("li", {}, "Paler: less of the cell is taken")];
}
