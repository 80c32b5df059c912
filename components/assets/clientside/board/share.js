// A fill that is a share of the time: busy / (busy + free), each a field of the form. A hand on it changes how long the
// machines are free; drawn where there was none it brings the fields, and taken to nothing it takes them away.
import { reshape } from "../studio/reshaping.js";
import * as board from "./form.js";

const MOST = 0.95,
  STEP = 0.05; // of a share that is drawn

let coming = null; // the edge that is to have the focus when the form has been built anew: {n}

const busyOf = ({ busy, values }, valueOf) => {
  const [first, one, other] = busy.map((path) => valueOf(path, values[path]));
  return one === undefined ? first : (first / 100) * one + (1 - first / 100) * other;
};

// As the form has it; where it has no such fields, what the hand is drawing.
export function read(share, valueOf) {
  if (!share.fields) return share.drawn || 0;
  const busy = busyOf(share, valueOf),
    free = valueOf(share.free, share.values[share.free]);
  return busy + free > 0 ? busy / (busy + free) : 0;
}

// How long they are free for that share, to four digits.
function freeFor(share, value, valueOf) {
  const free = value > 0 ? (busyOf(share, valueOf) * (1 - value)) / value : Infinity;
  const { low, high } = share;
  return Math.min(high === null ? 1e9 : high, Math.max(low, Number(free.toPrecision(4))));
}

export const handle = (share) => ({
  path: share.free,
  title: share.title,
  value: 0,
  low: 0,
  high: MOST,
  step: STEP,
  whole: false,
});

export function told(share, value) {
  share.drawn = value;
  return share.fields ? { [share.free]: freeFor(share, value, board.valueOf) } : {};
}

// The hand has let go of block *n*: fields come or go.
export function done(share, value, n) {
  if (!share.fields && value > 0) {
    const free = freeFor(share, value, (path, usual) => usual);
    const { path, value: kind } = share.coming;
    const isEntry = typeof kind === "object";
    ask(
      n,
      isEntry
        ? { path: path, value: Object.assign({}, kind, share.values, { [share.free]: free }) }
        : { path: path, value: kind, then: { [share.free]: free } },
    );
  } else if (share.fields && value === 0) ask(n, share.going);
}

function ask(n, what) {
  coming = { n: n };
  if (what.path) return reshape(what);
  const button = document.getElementById(
    JSON.stringify({ action: what.action, number: what.number, type: "studio-action" }),
  );
  if (button) window.setTimeout(() => button.click()); // d3 swallows every click until a drag is over
}

// Whoever has drawn it by keys goes on there.
export function focus(shapes) {
  const shape = coming && shapes[coming.n];
  coming = null;
  if (shape && shape.edges.fill) shape.edges.fill.node.node().focus({ preventScroll: true });
}
