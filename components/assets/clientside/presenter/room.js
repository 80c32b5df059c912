// Pictures in presenter mode: the style sheet draws them larger as they are, lines become wider still, and what no
// longer has its place is put right. Curves that answer a question are covered until somebody asks.
import { keysAbove, numbersInRoom, partsInRoom, partsOfNarrow } from "./room_layout.js";

const NARROW = 500; // px, at most, of a picture on a phone
const WIDER = 1.25; // on top of 1.6 for everything: twice as wide
const LINES = { line: "width", error_x: "thickness", error_y: "thickness" };
const ANSWERS = ["studio-curves", "compare-overlay", "compare-difference"];
const FITTED = Symbol("fitted"); // in what is drawn, and in copies of it: {part: {given, made}}
const isOn = () => document.documentElement.classList.contains("presenting");

// As it was given. What somebody else has changed since stays as it is: where the player is, or where an axis ends.
function restored(drawn) {
  if (!drawn[FITTED]) return drawn;
  const found = Object.assign({}, drawn, { [FITTED]: undefined });
  Object.entries(drawn[FITTED]).forEach(
    ([name, { given, made }]) => (found[name] = partRestored(drawn[name], given, made)),
  );
  return found;
}

function partRestored(now, given, made) {
  if (now === made) return given;
  if (!now || !made || Array.isArray(now) || typeof now !== "object") return now;
  const before = given || {};
  const ours = Object.keys(made).filter((key) => made[key] !== before[key] && now[key] === made[key]);
  return Object.assign({}, now, Object.fromEntries(ours.map((key) => [key, before[key]])));
}

function changed(given, parts) {
  const known = given[FITTED] || {};
  const before = (name) => (known[name] && known[name].made === given[name] ? known[name].given : given[name]);
  const marks = Object.entries(parts).map(([name, made]) => [name, { given: before(name), made: made }]);
  return Object.assign({}, given, parts, { [FITTED]: Object.assign({}, known, Object.fromEntries(marks)) });
}

function widened(trace) {
  const parts = {};
  Object.entries(LINES).forEach(([name, key]) => {
    const part = trace[name];
    if (part && typeof part[key] === "number") parts[name] = Object.assign({}, part, { [key]: part[key] * WIDER });
  });
  return changed(trace, parts);
}

// Whoever is asked to guess has to know of what.
function ask(picture, traces) {
  const box = picture.closest("[role=figure]");
  const graph = picture.closest(".dash-graph");
  if (!box || !graph || !ANSWERS.includes(graph.id)) return;
  const isNamed = (trace) => trace.mode && trace.line && trace.line.width !== 0 && !trace.meta; // no caps, no before
  const named = traces.filter(isNamed);
  const names = [...new Set(named.map((trace) => trace.name).filter((name) => name && !/^published/.test(name)))];
  const way = window.matchMedia("(hover: none)").matches ? "Reveal shows it." : "press R.";
  box.dataset.question = "Hidden: " + way + (names.length ? " What do you expect of " + names.join(", ") + "?" : "");
}

// With the *parts* of its layout that have changed, and its keys where they then have their place.
function placed(figure, data, layout, parts, picture) {
  const keys = keysAbove(picture, Object.assign({}, layout, parts));
  return Object.assign({}, figure, { data: data, layout: changed(layout, Object.assign(parts, keys)) });
}

// The figure that is drawn in place of the one that the page holds, which is never changed.
export function fitted(picture, figure) {
  if (!figure || !Array.isArray(figure.data)) return figure;
  ask(picture, figure.data);
  const data = figure.data.map(restored);
  const layout = restored(figure.layout || {});
  data.forEach((trace, n) => {
    const parts = numbersInRoom(trace, layout, picture);
    if (parts.text) data[n] = changed(trace, parts);
  });
  if (isOn()) return placed(figure, data.map(widened), layout, partsInRoom(picture, layout), picture);
  if (!(picture.clientWidth && picture.clientWidth <= NARROW)) return placed(figure, data, layout, {}, picture);
  data.forEach((trace, n) => {
    // Plotly gives all keys the width of the longest one, unless each is a group.
    if (trace.name && trace.showlegend !== false && !trace.legendgroup)
      data[n] = changed(trace, { legendgroup: "key " + n });
  });
  return placed(figure, data, layout, partsOfNarrow(picture, layout, data), picture);
}
