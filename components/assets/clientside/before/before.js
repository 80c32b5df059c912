// The before: the last answer, or one that was pinned, stays behind the curves, pale, in the same axes, with the
// difference as an area and one number. What a change brings is seen as a change, and not as just another line.
import * as study from "../studio/study.js";
import { namesAgain } from "./before_names.js";
import * as snapshots from "./snapshots.js";

const PALE = 0.4; // opacity
const KEY = "corral-pinned"; // what is pinned in this window: {id, link, title}
const MOST = 40; // pictures that are kept

const PATIENCE = 5000; // ms for which the address of a sketch is awaited
const SOON = 300; // ms until the page has told how the curves are looked at
const kept = new Map(); // lines, by study and axes
let shown = null; // {id, link, title}: the answer that is in the picture
let last = null; // the answer before it
let pinned = null;
const titles = new Map(); // by study
let isHidden = false; // somebody wants to see no before, until the next answer
let held = null; // as long as a control moves, the axis does not come down: {of, ends}, as ranges are written

function read() {
  try {
    return JSON.parse(window.sessionStorage.getItem(KEY));
  } catch {
    return null; // storage is switched off
  }
}

const nameOf = ({ id, title }) => title || titles.get(id) || "the answer before";
const place = () => document.getElementById("studio-before");
const isLine = (trace) => /lines/.test(trace.mode || "") && !trace.fill && Array.isArray(trace.x) && trace.x.length > 1;

const tell = (figure) => document.dispatchEvent(new CustomEvent("corral-curves", { detail: figure }));

// Of curves of a metric over a field, see `figures/result/curves.py`; of anything else there is no before.
const axesOf = ({ layout }) => (layout.meta && layout.meta.of ? layout.meta.of.join() : "");
const unitsOf = ({ layout }) => (layout.meta && layout.meta.units) || [1, 1];
const keyOf = (id, figure) => id + " " + axesOf(figure);

const GROWTH = 0.25; // by such a part of itself an axis grows under a hand beyond what it has to
const FAR = 12; // so many times as high as what is there now, what was before goes out of the picture, or that were flat

// Of a figure, what can stand behind another one.
function linesOf(figure) {
  const bands = new Map(figure.data.filter((one) => one.fill).map((one) => [one.legendgroup, one]));
  const lines = figure.data
    .filter((one) => isLine(one) && !one.meta)
    .map((one) => ({
      name: one.name,
      x: one.x,
      y: one.y,
      line: one.line,
      band: bandOf(bands.get(one.legendgroup)),
    }));
  return { lines: lines, top: topOf(figure.layout.yaxis || {}), units: unitsOf(figure) };
}

const topOf = ({ range, type }) => (range ? (type === "log" ? 10 ** range[1] : range[1]) : 0);
/** @returns {[number, number]} */
const upTo = ({ range, type }, top) => (type === "log" ? [range[0], Math.log10(top)] : [0, top]);

const isHeld = () => document.querySelector("[data-board] .held") !== null;

// Under a hand the axis of *figure* ends where it did, and where that does not do further out than it has to: it is not
// to move at each place.
function holding(figure, [low, high]) {
  const of = [axesOf(figure), unitsOf(figure), figure.layout.yaxis.type].join();
  const [bottom, top] = held && held.of === of ? held.ends : [low, high];
  const more = GROWTH * (high - low);
  held = isHeld() ? { of: of, ends: [low < bottom ? low - more : bottom, high > top ? high + more : top] } : null;
  return held ? held.ends : [low, high];
}

// Lower and upper end of the interval at each x.
function bandOf(trace) {
  const half = trace ? trace.x.length / 2 : 0;
  return new Map(
    Array.from({ length: half }, (none, n) => [trace.x[n], [trace.y[trace.y.length - 1 - n], trace.y[n]]]),
  );
}

function keep(id, figure) {
  kept.delete(keyOf(id, figure));
  kept.set(keyOf(id, figure), linesOf(figure));
  if (kept.size > MOST) kept.delete(kept.keys().next().value);
}

// What stands behind the curves of study *id*: of another study, and of the same metric and axis.
function ghostFor(id, figure) {
  const of = pinned && pinned.id !== id ? pinned : shown && shown.id !== id ? shown : last;
  if (isHidden || !of || of.id === id || !axesOf(figure)) return null;
  const found = kept.get(keyOf(of.id, figure));
  if (!found) bring(of, keyOf(of.id, figure));
  if (!found) return null;
  const lines = found.lines.map((one) => ({
    one: one,
    now: figure.data.find((other) => isLine(other) && other.name === one.name),
  }));
  const there = lines.filter(({ now }) => now).map(({ one, now }) => Object.assign({}, one, { line: now.line }));
  const [across, up] = unitsOf(figure).map((unit, n) => unit / found.units[n]);
  return there.length ? { of: of, top: found.top * up, lines: there.map((one) => inUnits(one, across, up)) } : null;
}

// A minute may be told as seconds beside shorter times.
function inUnits(one, across, up) {
  const times = (by) => (value) => (by === 1 ? value : Number((value * by).toPrecision(12)));
  const band = new Map(Array.from(one.band, ([x, ends]) => [times(across)(x), ends.map(times(up))]));
  return Object.assign({}, one, { x: one.x.map(times(across)), y: one.y.map(times(up)), band: band });
}

// Where the first policy that has moved has moved furthest, among places where the intervals are apart.
function furthest(ghost, now) {
  let found = null;
  ghost.lines.forEach((before) => {
    if (found) return;
    let best = null;
    const after = now.lines.find((one) => one.name === before.name);
    if (!after) return;
    before.x.forEach((x, n) => {
      const m = after.x.indexOf(x);
      const [old, fresh] = [before.y[n], after.y[m]];
      const [a, b] = [before.band.get(x), after.band.get(x)];
      if (m < 0 || !old || !a || !b || (a[0] <= b[1] && b[0] <= a[1])) return;
      const change = (fresh - old) / Math.abs(old);
      if (!best || Math.abs(change) > Math.abs(best.change)) best = { name: before.name, x: x, change: change };
    });
    found = best;
  });
  return found;
}

function areaBetween(ghost, now, name) {
  const before = ghost.lines.find((one) => one.name === name);
  const after = now.lines.find((one) => one.name === name);
  const shared = before.x.filter((x) => after.x.includes(x));
  const back = shared.slice().reverse();
  const at = (line, x) => line.y[line.x.indexOf(x)];
  return {
    type: "scatter",
    mode: "lines",
    fill: "toself",
    x: shared.concat(back),
    hoverinfo: "skip",
    showlegend: false,
    y: shared.map((x) => at(before, x)).concat(back.map((x) => at(after, x))),
    name: name + " before and now",
    line: { width: 0 },
    fillcolor: "rgba(128, 128, 128, 0.22)",
    meta: "before",
  };
}

// In two digits, as everywhere; from twice as much on as a factor.
const twoDigits = (value) => Number(value.toPrecision(2));
const signed = (change) =>
  change >= 1
    ? "×\u202f" + twoDigits(1 + change)
    : (change < 0 ? "−" : "+") + twoDigits(Math.abs(100 * change)) + "\u202f%";

// The figure with what was there before. *id* is the study that it is of; null for a preview.
function withGhost(figure, id) {
  return behind(figure, id, say);
}

// The same, of which *said* hears (ghost, difference).
function behind(figure, id, said) {
  tell(figure);
  const ghost = ghostFor(id, figure);
  said(ghost, null);
  const own = figure.layout.yaxis || {};
  if (!ghost) return own.range && axesOf(figure) && isHeld() ? onAxis(figure, holding(figure, own.range)) : figure;
  const now = linesOf(figure);
  const moved = furthest(ghost, now);
  said(
    ghost,
    moved ? moved.name + " " + signed(moved.change) + " at " + Number(moved.x.toPrecision(3)) : "no difference shown",
  );
  const pale = ghost.lines.map((one) => ({
    type: "scatter",
    mode: "lines",
    name: one.name + " before",
    x: one.x,
    y: one.y,
    opacity: PALE,
    hoverinfo: "skip",
    showlegend: false,
    line: Object.assign({}, one.line, { width: 1.5 }),
    meta: "before",
  }));
  const isFree = !isHeld() && own.type !== "log";
  const top = Math.max(now.top, isFree ? Math.min(ghost.top, FAR * now.top) : ghost.top);
  const area = moved ? [areaBetween(ghost, now, moved.name)] : [];
  const on = now.top && ghost.top ? onAxis(figure, holding(figure, upTo(own, top))) : figure;
  return Object.assign({}, on, { data: area.concat(figure.data, pale) });
}

// The figure on an axis that ends elsewhere; where it would end by itself is kept.
function onAxis(figure, ends) {
  const { yaxis, annotations, meta } = figure.layout;
  const plain = { range: yaxis.range.slice(), annotations: annotations || [] };
  const on = Object.assign({}, yaxis, { range: ends });
  const names = namesAgain(figure, on, yaxis.range);
  const own = { yaxis: on, annotations: names, meta: Object.assign({}, meta, { plain: plain }) };
  return Object.assign({}, figure, { layout: Object.assign({}, figure.layout, own) });
}

// What is pale, how far it is from now, and what can be done with it.
function say(ghost, difference) {
  const row = place();
  if (!row) return;
  const wanted = JSON.stringify([ghost && ghost.of, difference, pinned, shown && shown.id]);
  if (row.dataset.known === wanted) return;
  row.dataset.known = wanted;
  const part = (name, text, attributes) =>
    Object.assign(document.createElement(name), { textContent: text }, attributes);
  const words = ghost
    ? (pinned && ghost.of.id === pinned.id ? "Pale: pinned, " : "Pale: before, ") + nameOf(ghost.of) + ". "
    : "";
  const parts = [part("span", words)];
  if (difference) parts.push(part("b", difference));
  const button = (text, title, act) => parts.push(part("button", text, { type: "button", title: title, onclick: act }));
  if (shown && !(pinned && pinned.id === shown.id))
    button("Pin", "Keep this answer behind all that come after it", pin);
  if (pinned) button("Unpin", "Let " + nameOf(pinned) + " go", unpin);
  const other = ghost && ghost.of;
  if (other) {
    if (here() && other.link) parts.push(linkToCompare(other.link));
    if (!pinned) button("Hide", "Show the curves alone", hide);
  }
  const focused = row.contains(document.activeElement) && document.activeElement.textContent;
  row.replaceChildren(...parts);
  if (focused) focusAgain(row, focused);
}

// What had the focus has it again, or what takes it back: whoever goes by keys stays where they are.
const INSTEAD = { Pin: "Unpin", Unpin: "Pin", Hide: "Pin" };
function focusAgain(row, words) {
  const all = Array.from(row.querySelectorAll("button, a"));
  const found = [words, INSTEAD[words]].map((one) => all.find(({ textContent }) => textContent === one)).find(Boolean);
  const next = found || all[0];
  if (next) next.focus({ preventScroll: true });
}

const here = () => new URLSearchParams(window.location.search).get("s");

// To the sketch as it is when the link is followed: the address comes some time after the last key.
function linkToCompare(link) {
  const to = () => "/compare?a=" + link + "&b=" + here();
  const made = Object.assign(document.createElement("a"), {
    textContent: "Compare",
    href: to(),
    title: "Both, with paired differences",
  });
  const renew = () => (made.href = to());
  ["pointerdown", "focus", "keydown"].forEach((name) => made.addEventListener(name, renew));
  made.addEventListener("click", (event) => {
    renew();
    const isBehind = () => document.querySelector(".answer.previewing") && shown && here() === shown.link;
    if (!isBehind()) return;
    event.preventDefault();
    const until = performance.now() + PATIENCE;
    const go = () =>
      isBehind() && performance.now() < until ? window.setTimeout(go, 100) : window.location.assign(to());
    go();
  });
  return made;
}

const own = () => window.dash_component_api.getLayout("studio-curves");
const picture = () => document.querySelector("#studio-curves .js-plotly-plot");

// A layout as it was before something behind the curves raised its axis.
function withoutGhost(layout) {
  const { plain, ...meta } = layout.meta || {};
  const axis = plain && plain.range ? { range: plain.range.slice() } : {};
  const own = { yaxis: Object.assign({}, layout.yaxis, axis), meta: meta };
  return Object.assign({}, layout, own, plain ? { annotations: plain.annotations } : {});
}

// The hand has let go: the axis may come down.
function settle() {
  if (!held || isHeld()) return;
  held = null;
  redraw();
}

// The picture as it is, with another before or none.
function redraw() {
  const drawn = picture();
  if (!drawn || !drawn.data) return;
  const plain = drawn.data.filter((one) => one.meta !== "before");
  const id = document.querySelector(".answer.previewing") ? null : shown && shown.id;
  const told = withGhost({ data: plain, layout: withoutGhost(drawn.layout) }, id);
  return window.Plotly.react(drawn, told.data, told.layout);
}

function store() {
  document.dispatchEvent(new CustomEvent("corral-pinned"));
  try {
    if (pinned) window.sessionStorage.setItem(KEY, JSON.stringify(pinned));
    else window.sessionStorage.removeItem(KEY);
  } catch {
    // it lasts as long as the page, then
  }
}
function pin() {
  pinned = Object.assign({ title: nameOf(shown) }, shown);
  isHidden = false;
  store();
  redraw();
}
function unpin() {
  pinned = null;
  store();
  redraw();
}
function hide() {
  isHidden = true;
  redraw();
}

// The curves of an answer that was looked at in another way so far.
const brought = new Set();
async function bring(of, wanted) {
  if (brought.has(wanted)) return;
  brought.add(wanted);
  await new Promise((resolve) => window.setTimeout(resolve, SOON));
  try {
    const answer = await fetch("/_studio/curves/" + of.id + "?" + new URLSearchParams(study.chosen()));
    if (!answer.ok) return;
    const found = await answer.json();
    keep(of.id, found.figure);
    if (kept.has(wanted)) redraw();
  } catch {
    // there is no before, then
  }
}

// Of a place that a hand passes: nothing is said of it yet.
export const moved = (figure) => behind(figure, null, () => {});

// The whole answer to a study is in the picture.
export function answered(id) {
  const figure = own() && own().props.figure;
  if (!figure || !figure.data) return;
  keep(id, figure);
  snapshots.drawn(id, figure);
  tell(figure);
  if (!shown || shown.id !== id) {
    last = shown;
    isHidden = false;
  }
  const link = here() || (shown && shown.id === id ? shown.link : "");
  shown = { id: id, link: link };
  const ghost = ghostFor(id, figure);
  say(ghost, null);
  if (ghost) redraw();
}

export const named = ({ id, title }) => titles.set(id, title);

const idOfPinned = () => pinned && pinned.id;

// The first of these that can be done now, as by a click on it.
export function press(...wanted) {
  const there = Array.from((place() && place().querySelectorAll("button, a")) || []);
  const found = wanted.map((words) => there.find(({ textContent }) => textContent === words)).find(Boolean);
  if (found) found.click();
  return Boolean(found);
}

// Another example is no change of what was there before.
export function forget() {
  last = shown = null;
}

export { idOfPinned as pinned, withGhost as with };

export function start() {
  pinned = read();
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => window.setTimeout(settle), true),
  );
}
