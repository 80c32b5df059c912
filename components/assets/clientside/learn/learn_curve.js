// The curve that a student sketches: drawn with the pointer, moved with the keyboard, and always the same as the heights
// that are typed below it. What is drawn is kept by learn_work.js.
import * as prediction from "./learn_predict.js";
import * as work from "./learn_work.js";

const NS = "http://www.w3.org/2000/svg";
const SIZE = { width: 640, height: 320, left: 72, right: 16, top: 16, bottom: 56 }; // the width is that of the page
const inner = { width: 0, height: SIZE.height - SIZE.top - SIZE.bottom };
const EDGE = 0.04; // of the width, beside the first and the last value
const PAUSE = 150; // ms between two versions of the heights while somebody draws
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const words = (value) => value.toLocaleString("en", { maximumSignificantDigits: 6 }).replace(/,/g, "\u2009");
let drawing = null; // {pointer, heights, last: number of the value, timer}
let chosen = 0; // the point that the keyboard moves

const box = () => document.getElementById("learn-drawing");
const asked = () => JSON.parse(box().dataset.curve);
const heights = () => (drawing ? drawing.heights : work.mine().prediction);
const xOf = (curve, n) => SIZE.left + inner.width * (EDGE + (1 - 2 * EDGE) * curve.places[n]);
const yOf = (curve, height) => SIZE.top + inner.height * (1 - (height - curve.low) / (curve.high - curve.low));

function create(parent, name, attributes, text) {
  const made = document.createElementNS(NS, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) made.textContent = text;
  parent.appendChild(made);
  return made;
}

// Axes once; the curve and its points are moved.
function build(place, curve) {
  place.replaceChildren();
  SIZE.width = place.clientWidth;
  inner.width = SIZE.width - SIZE.left - SIZE.right;
  const svg = create(place, "svg", { viewBox: "0 0 " + SIZE.width + " " + SIZE.height, class: "learn-svg" });
  const axes = create(svg, "g", { class: "axes", "aria-hidden": "true" });
  for (let n = 0; n <= 4; n++) {
    const height = curve.low + (n * (curve.high - curve.low)) / 4;
    const y = yOf(curve, height);
    create(axes, "line", { x1: SIZE.left, x2: SIZE.width - SIZE.right, y1: y, y2: y });
    create(axes, "text", { x: SIZE.left - 8, y: y + 4, "text-anchor": "end" }, words(Number(height.toPrecision(6))));
  }
  let right = -Infinity; // where the last number on the axis ends
  curve.values.forEach((value, n) => {
    const x = xOf(curve, n);
    const half = 4 * value.length;
    create(axes, "line", { x1: x, x2: x, y1: SIZE.height - SIZE.bottom, y2: SIZE.height - SIZE.bottom + 5 });
    if (x - half < right + 6) return;
    create(axes, "text", { x: x, y: SIZE.height - SIZE.bottom + 20, "text-anchor": "middle" }, value);
    right = x + half;
  });
  const middle = SIZE.top + inner.height / 2;
  create(axes, "text", { x: SIZE.left + inner.width / 2, y: SIZE.height - 12, "text-anchor": "middle" }, curve.x);
  create(
    axes,
    "text",
    { x: 14, y: middle, "text-anchor": "middle", transform: "rotate(-90 14 " + middle + ")" },
    curve.y,
  );
  create(svg, "polyline", { class: "sketched" });
  curve.values.forEach((value, n) => {
    // A hollow diamond, as the prediction is when it is revealed.
    create(svg, "path", {
      d: "M0 -8L8 0L0 8L-8 0Z",
      class: "point",
      "data-point": n,
      role: "slider",
      "aria-orientation": "vertical",
      "aria-label": "At " + value,
      "aria-valuemin": curve.low,
      "aria-valuemax": curve.high,
    });
  });
}

export function paint() {
  const place = box();
  if (!place || !work) return;
  const curve = asked();
  if (!place.clientWidth) return;
  if (!place.firstChild) new ResizeObserver(() => place.clientWidth !== SIZE.width && paint()).observe(place);
  if (!place.firstChild || place.clientWidth !== SIZE.width) build(place, curve);
  const found = heights();
  const isLocked = work.isLocked();
  const line = curve.values.map((_, n) => n).filter((n) => isNumber(found[n]));
  place
    .querySelector(".sketched")
    .setAttribute("points", line.map((n) => xOf(curve, n) + "," + yOf(curve, clamped(curve, found[n]))).join(" "));
  place.querySelectorAll(".point").forEach((point, n) => {
    const isSet = isNumber(found[n]);
    const height = isSet ? clamped(curve, found[n]) : (curve.low + curve.high) / 2;
    point.setAttribute("transform", "translate(" + xOf(curve, n) + " " + yOf(curve, height) + ")");
    point.classList.toggle("unset", !isSet);
    point.setAttribute("aria-valuenow", String(height));
    point.setAttribute(
      "aria-valuetext",
      isSet ? words(found[n]) + (curve.unit ? " " + curve.unit : "") : "no height yet",
    );
    point.setAttribute("tabindex", n === chosen ? "0" : "-1");
    point.setAttribute("aria-disabled", String(isLocked));
  });
  place.classList.toggle("locked", isLocked);
}

const clamped = (curve, height) => Math.max(curve.low, Math.min(curve.high, height));
const rounded = (curve, height) => Number((Math.round(height / curve.step) * curve.step).toPrecision(12));
const filled = (curve) => curve.values.map((_, n) => (isNumber(heights()[n]) ? heights()[n] : null));

// The values between the last place and this one get the heights of a straight line.
function draw(event) {
  const curve = asked();
  const area = box().querySelector("svg").getBoundingClientRect();
  const x = ((event.clientX - area.left) / area.width) * SIZE.width;
  const y = ((event.clientY - area.top) / area.height) * SIZE.height;
  const distance = (n) => Math.abs(xOf(curve, n) - x);
  const to = curve.values.map((_, n) => n).reduce((best, n) => (distance(n) < distance(best) ? n : best), 0);
  const raw = curve.low + (1 - (y - SIZE.top) / inner.height) * (curve.high - curve.low);
  const height = clamped(curve, rounded(curve, clamped(curve, raw)));
  const from = drawing.last === null ? to : drawing.last;
  const before = drawing.last === null ? height : drawing.heights[from];
  for (let n = Math.min(from, to); n <= Math.max(from, to); n++) {
    const share = from === to ? 1 : (n - from) / (to - from);
    drawing.heights[n] = rounded(curve, before + share * (height - before));
  }
  drawing.last = chosen = to;
  paint();
  if (!drawing.timer) drawing.timer = window.setTimeout(hand, PAUSE);
}

function hand() {
  if (!drawing) return;
  drawing.timer = 0;
  prediction.change([...drawing.heights]);
}

const UP = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const SIDE = { ArrowLeft: -1, ArrowRight: 1 };

export function start() {
  document.addEventListener("pointerdown", (event) => {
    const place = event.target.closest && event.target.closest("#learn-drawing");
    if (!place || event.button !== 0 || work.isLocked()) return;
    event.preventDefault();
    drawing = { heights: filled(asked()), last: null, timer: 0 };
    place.setPointerCapture(event.pointerId);
    draw(event);
  });
  document.addEventListener("pointermove", (event) => {
    if (drawing) draw(event);
  });
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => {
      if (!drawing) return;
      window.clearTimeout(drawing.timer);
      hand();
      drawing = null;
      paint();
    }),
  );

  document.addEventListener("keydown", (event) => {
    const point = event.target.closest && event.target.closest("#learn-drawing .point");
    if (!point || event.ctrlKey || event.altKey || event.metaKey) return;
    const curve = asked();
    const n = Number(point.dataset.point);
    const last = curve.values.length - 1;
    if (event.key in SIDE || event.key === "Home" || event.key === "End") {
      const wanted = event.key === "Home" ? 0 : event.key === "End" ? last : n + SIDE[event.key];
      chosen = Math.max(0, Math.min(last, wanted));
      paint();
      box().querySelectorAll(".point")[chosen].focus();
    } else if (event.key in UP) {
      if (work.isLocked()) return;
      const found = filled(curve);
      // A point without a height begins at its neighbor's.
      const start = isNumber(found[n])
        ? found[n]
        : isNumber(found[n - 1])
          ? found[n - 1]
          : (curve.low + curve.high) / 2;
      found[n] = clamped(curve, rounded(curve, start + UP[event.key] * curve.step * (event.shiftKey ? 10 : 1)));
      prediction.change(found);
      paint();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
