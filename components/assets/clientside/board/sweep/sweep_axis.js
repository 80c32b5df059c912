// The x axis of the curves, for what stands on it: where a value is, what a place means, and that it stays as it is while
// something on it is held.
import * as handle from "../handle.js";

const EACH = 4; // px between two values that the hand can choose

export const picture = () => document.querySelector("#studio-curves .js-plotly-plot");
let held = null; // {type, range} of the axis, and the range that the last figure wanted

// Of the picture, if it has curves over the field that is varied; null where there is none, or no number on its axis.
export function axis(field) {
  const drawn = picture();
  const full = drawn && drawn._fullLayout;
  const meta = (drawn && drawn.layout && drawn.layout.meta) || {};
  if (!full || !full.xaxis || !full._size || (meta.of || [])[1] !== field || !meta.units) return null;
  const { xaxis } = full;
  if (!["linear", "log"].includes(xaxis.type) || !(xaxis._length > 0)) return null;
  const factor = meta.units[0];
  const value = (x) => xaxis.p2d(x - xaxis._offset) / factor;
  return {
    left: xaxis._offset,
    width: xaxis._length,
    y: full._size.t + full._size.h,
    factor: factor,
    x: (one) => xaxis._offset + xaxis.d2p(one * factor),
    value: value,
    step: (x) => handle.nice(Math.abs(value(x + EACH) - value(x)) || 1),
  };
}

export function hold() {
  const drawn = picture();
  const { type, range } = drawn._fullLayout.xaxis;
  held = { type: type, range: range.slice(), wanted: null };
}

export function letGo() {
  const wanted = held && held.wanted;
  held = null;
  if (wanted && picture()) window.Plotly.relayout(picture(), { "xaxis.range": wanted });
}

// What of a figure has to change before it is drawn; see `plot_when_seen.js`.
export function onHeldAxis(element, figure) {
  const own = held && element === picture() && figure.layout && figure.layout.xaxis;
  if (!own || (own.type || "linear") !== held.type) return figure;
  held.wanted = own.range;
  return Object.assign({}, figure, {
    layout: Object.assign({}, figure.layout, { xaxis: Object.assign({}, own, { range: held.range }) }),
  });
}
