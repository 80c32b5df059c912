// Curves under a hand that moves: lines, bands and marks of the picture that is there get other places, and nothing else is
// drawn. To have plotly.js draw all of it takes as long as the server does for the answer, ten times as long as this.
//
// Only where nothing but places differ: the same traces that look the same on the same axes, and what is new fits on them.
// Otherwise nothing is done, and plotly.js has to draw. Of a line that is cut off the cap may come later. What plotly.js
// holds of its picture stays as it was drawn last; what others read of it, `data` and `layout`, is as it is seen.

const FAR = 1e5; // px; an SVG has no use for more
const LITTLE = 0.1; // px
const LATER = "cap"; // `meta` of what may come later
const LOOKS = ["mode", "fill", "fillcolor", "line", "marker", "opacity", "legendgroup"];
const OTHERS = ["error_x", "error_y", "text", "stackgroup"]; // nothing here knows how to draw

const drawn = new WeakMap(); // by picture: {full, axes, names, looks} of what plotly.js has drawn
const underWay = new WeakMap(); // by picture: what plotly.js has not ended yet

const nameOf = ({ name, meta, fill }) => [name, meta || "", fill || ""].join("|");
const looksOf = (trace) => JSON.stringify(LOOKS.map((one) => trace[one]));
const isPlain = (trace) => trace.type === "scatter" && Array.isArray(trace.x) && !OTHERS.some((one) => one in trace);

// All of the axes but where the upright one ends. Into what it has drawn plotly.js writes which kind of axis it took.
function axesOf({ xaxis, yaxis, meta }) {
  const { range, dtick, type, ...up } = yaxis || {};
  const across = Object.assign({}, xaxis, { type: (xaxis || {}).type || "linear" });
  const { of, units } = meta || {};
  return JSON.stringify([Object.entries(across).sort(), up, type || "linear", of, units, Boolean(range)]);
}

function fits(picture, { layout }) {
  const { xaxis, yaxis } = picture._fullLayout;
  const [wanted, there] = [(layout.yaxis || {}).range, yaxis && yaxis.range];
  if (!xaxis || !wanted || !there) return false;
  const little = 1e-9 * Math.abs(there[1] - there[0]);
  return wanted[0] >= there[0] - little && wanted[1] <= there[1] + little;
}

const within = (px) => Math.max(-FAR, Math.min(FAR, px)).toFixed(2);

// [x, y] in px; null where the line has a gap.
function placesOf({ x, y }, { xaxis, yaxis }) {
  return x.map((value, n) => {
    const at = [value, y[n]].every(Number.isFinite) ? [xaxis.d2p(value), yaxis.d2p(y[n])] : [];
    return at.length && at.every(Number.isFinite) ? at.map(within) : null;
  });
}

const pathOf = (places) => places.map((at, n) => (at ? (n && places[n - 1] ? "L" : "M") + at.join() : "")).join("");

// What of the picture is to have which places: [[nodes, places, trace]]; null where that does not do.
function plan(picture, shown) {
  const known = drawn.get(picture);
  if (!known || known.full !== picture._fullData || known.axes !== axesOf(shown.layout) || !fits(picture, shown))
    return null;
  const found = [];
  const taken = new Set();
  for (const trace of shown.data) {
    const n = known.names.indexOf(nameOf(trace));
    const isThere = n >= 0 && !taken.has(n) && known.looks[n] === looksOf(trace);
    const node = isThere && isPlain(trace) && picture.querySelector(".scatterlayer .trace" + known.full[n].uid);
    const places = node ? placesOf(trace, picture._fullLayout) : [];
    const nodes = node && {
      node: node,
      lines: node.querySelectorAll(".js-line"),
      fill: node.querySelector(".js-fill"),
      marks: node.querySelectorAll(".points > .point"),
    };
    const isDrawn =
      node && (!places.some(Boolean) || (nodes.lines.length && (nodes.marks.length || !/markers/.test(trace.mode))));
    if (!isDrawn && trace.meta !== LATER && trace.meta !== "before") return null;
    if (!isDrawn) continue;
    taken.add(n);
    found.push([nodes, places]);
  }
  known.full.forEach(
    (trace, n) =>
      taken.has(n) || found.push([{ node: picture.querySelector(".scatterlayer .trace" + trace.uid) }, null]),
  );
  return found;
}

// Marks are not cut at the axes, so plotly.js draws none beyond them.
function isInside([x, y], { xaxis, yaxis }) {
  return x >= -LITTLE && x <= xaxis._length + LITTLE && y >= -LITTLE && y <= yaxis._length + LITTLE;
}

function move({ node, lines, fill, marks }, places, axes) {
  if (node) node.style.display = places ? "" : "none";
  if (!places) return;
  const path = pathOf(places);
  lines.forEach((line, n) => line.setAttribute("d", n ? "M0,0" : path || "M0,0"));
  if (fill) fill.setAttribute("d", (path || "M0,0") + "Z");
  if (!marks.length) return;
  const there = places.filter(Boolean);
  there.forEach((at, n) => {
    const mark = marks[n] || marks[0].parentNode.appendChild(marks[0].cloneNode());
    mark.setAttribute("transform", `translate(${at.join()})`);
    mark.setAttribute("display", isInside(at, axes) ? "inline" : "none");
    mark.style.display = "";
  });
  for (let n = there.length; n < marks.length; n += 1) marks[n].style.display = "none";
}

// Whether the curves of the *picture* can be moved: they are what plotly.js was told to draw last.
export function isReady(picture) {
  const known = picture && drawn.get(picture);
  return Boolean(known) && known.full === picture._fullData && picture.data.every(isPlain);
}

// Whether *shown* is in the *picture* now, or *isOld* says that it need not be any more.
export async function draw(picture, shown, isOld) {
  if (!picture || !picture.data) return false;
  while (underWay.has(picture)) await underWay.get(picture); // it would draw over this
  if (isOld()) return true;
  const found = plan(picture, shown);
  if (!found) return false;
  found.forEach(([nodes, places]) => move(nodes, places, picture._fullLayout));
  // plotly.js draws nothing where it finds the same arrays as before, of which there may be other places in the picture.
  picture._fullData.forEach((trace) =>
    ["x", "y"].forEach((one) => Array.isArray(trace[one]) && (trace[one] = trace[one].slice())),
  );
  picture.data = shown.data;
  picture.layout = shown.layout;
  return true;
}

function showHidden(picture) {
  picture
    .querySelectorAll(".scatterlayer .trace, .scatterlayer .point")
    .forEach(({ style }) => style.display && (style.display = ""));
}

// By plotly.js, which takes its time.
export async function drawAll(picture, shown) {
  const told = { axes: axesOf(shown.layout), names: shown.data.map(nameOf), looks: shown.data.map(looksOf) };
  if (!drawn.has(picture)) picture.on("plotly_afterplot", () => showHidden(picture));
  drawn.set(picture, null);
  const drawing = window.Plotly.react(picture, shown.data, structuredClone(shown.layout)); // into which it writes
  underWay.set(picture, drawing);
  try {
    await drawing;
  } finally {
    if (underWay.get(picture) === drawing) underWay.delete(picture);
  }
  drawn.set(picture, Object.assign(told, { full: picture._fullData }));
}
