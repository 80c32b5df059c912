// The values that are varied, as beads on the axis of the curves that they make: a click adds one, a drag moves it, one that
// is dragged out is gone. The field of the form has them as text, and everything follows from there.
import * as d3 from "../../d3.js";
import * as bubble from "../classes/bubble.js";
import * as board from "../form.js";
import * as handle from "../handle.js";
import * as sweepAxis from "./sweep_axis.js";
import * as sweepText from "./sweep_text.js";

const FIELD = "study.vary.field",
  VALUES = "study.vary.values";
const OUT = 44; // px from the axis where a value is let go for good
const TOUCH = 24,
  BEAD = 5; // px
const BEYOND = 0.12; // of the width: how far to the right of the axis a value can be drawn
const FEWEST = 2; // one value alone has no axis

const state = { values: [], held: null, isOut: false, isGone: false };
let root = null,
  stage = null,
  before = "";

const valueOf = (path) => board.valueOf(path);
const said = (value) => String(Number(value.toPrecision(4)));

// What the form says of the field that is varied: its name, unit and bounds.
function told() {
  const place = document.querySelector("[data-sweep]");
  const found = place && JSON.parse(place.dataset.sweep);
  return found && found.field === valueOf(FIELD) ? found : null;
}

function words(value) {
  if (state.isOut) return "let go to remove";
  const { factor } = stage.axis,
    { unit } = stage.told;
  const typed = said(value) + (unit && unit !== "1" ? " " + unit : "");
  return factor === 1 ? typed : said(value * factor) + " = " + typed;
}

const write = (values) => ({ [VALUES]: sweepText.write(values) });
const others = (n) => state.values.filter((none, k) => k !== n);
const low = () => (stage.told.low === null ? -Infinity : stage.told.low);
const high = () => (stage.told.high === null ? Infinity : stage.told.high);
const clamp = (value) => handle.clamp(value, { low: low(), high: high() });

function stepAt(value) {
  const step = stage.axis.step(stage.axis.x(value));
  return stage.told.whole ? Math.max(1, Math.round(step)) : step;
}
const valueAt = (x) => clamp(handle.round(stage.axis.value(x), stepAt(stage.axis.value(x))));

// The bead of value *n*, for `handle.make`.
function edgeOf(n) {
  const isHeld = () => state.held === n;
  return {
    handle: {
      path: VALUES,
      title: "value",
      whole: false,
      get low() {
        return low();
      },
      get high() {
        return isHeld() && state.isOut ? Infinity : high();
      },
      get step() {
        return stepAt(state.values[n]);
      },
    },
    across: true,
    up: 1,
    value: () => (isHeld() && state.isGone ? Infinity : state.values[n]),
    words: words,
    told: (value) => {
      state.isGone = value === Infinity;
      if (state.isGone) return write(others(n));
      state.isOut = false;
      state.values[n] = value;
      return write(state.values);
    },
    grasped: () => {
      state.held = n;
      sweepAxis.hold();
      hear();
    },
    at: (event) => {
      const { left, width, y } = stage.axis;
      state.isOut = Math.abs(event.y - y) > OUT && state.values.length > FEWEST;
      stage.hand = event;
      if (state.isGone && state.isOut) arrange();
      return state.isOut ? Infinity : valueAt(Math.max(left, Math.min(left + width * (1 + BEYOND), event.x)));
    },
    moved: () => arrange(),
    released: () => {
      const value = state.values[n];
      Object.assign(state, { held: null, isOut: false, isGone: false });
      stage.bubble.hush();
      sweepAxis.letGo();
      follow();
      focus(state.values.indexOf(value));
    },
  };
}

// Keys -----------------------------------------------------------------------------------------------------------------

function letGo(values, value) {
  board.letGo(write(values));
  follow();
  focus(Math.max(0, state.values.indexOf(value)));
}

function focus(n) {
  const bead = stage && stage.beads[Math.max(0, Math.min(stage.beads.length - 1, n))];
  if (!bead) return;
  state.last = n;
  rove();
  bead.node.node().focus({ preventScroll: true });
}

// One of them is reached by Tab, the others from there.
function rove() {
  const at = Math.min(state.last || 0, stage.beads.length - 1);
  stage.beads.forEach(({ node }, n) => node.attr("tabindex", n === at ? 0 : -1));
}

function add(value) {
  if (state.values.length >= sweepText.MOST || state.values.includes(value)) return;
  letGo(state.values.concat([value]), value);
}

function between(n) {
  const one = state.values[n],
    next = state.values[n + 1] === undefined ? 2 * one - state.values[n - 1] : state.values[n + 1];
  const middle = clamp(handle.round((one + next) / 2, stepAt(one)));
  add(middle);
}

function press(event, n) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key] * (event.shiftKey ? 10 : 1);
  const to = {
    ArrowUp: n + 1,
    PageUp: n + 1,
    ArrowDown: n - 1,
    PageDown: n - 1,
    Home: 0,
    End: state.values.length - 1,
  }[event.key];
  if (by) {
    let value = state.values[n];
    do {
      // past those that are there already
      const next = handle.stepped(value, by, {
        low: low(),
        high: high(),
        step: stepAt(state.values[n]),
        whole: stage.told.whole,
      });
      if (next === value) return;
      value = next;
    } while (others(n).includes(value));
    letGo(others(n).concat([value]), value);
  } else if (to !== undefined) focus(Math.max(0, to));
  else if (event.key === "Insert" || event.key === "n" || event.key === "N") between(n);
  else if (event.key === "Delete" || event.key === "Backspace") {
    if (state.values.length > FEWEST) letGo(others(n), state.values[Math.max(0, n - 1)]);
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The picture ----------------------------------------------------------------------------------------------------------

function make() {
  const place = sweepAxis.picture().closest(".picture");
  if (root && root.isConnected && place.contains(root)) return;
  root = document.createElement("div");
  root.className = "board sweep";
  root.setAttribute("role", "group");
  place.append(root);
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", "100%");
  const band = svg.append("rect").attr("class", "sweep-band");
  band.append("title").text("Click to compute another value");
  band.on("click", (event) => add(valueAt(d3.pointer(event, svg.node())[0])));
  stage = { svg: svg, band: band, beads: [], bubble: null };
  stage.group = svg.append("g");
  stage.bubble = bubble.make(svg, () => ({ width: root.clientWidth || 336 }));
}

function makeBead(n) {
  const node = stage.group
    .append("g")
    .attr("class", "edge bead")
    .attr("id", "sweep-value-" + n);
  node
    .append("rect")
    .attr("class", "touch")
    .attr("x", -TOUCH / 2)
    .attr("y", -TOUCH / 2)
    .attr("width", TOUCH)
    .attr("height", TOUCH);
  node.append("circle").attr("class", "grip").attr("r", BEAD);
  node.node().addEventListener("keydown", (event) => press(event, n));
  node.node().addEventListener("focus", () => {
    state.last = n;
    rove();
    hear();
  });
  node.node().addEventListener("blur", () => state.held === null && stage.bubble.hush());
  return { node: node, told: handle.make(node.node(), edgeOf(n)) };
}

function hear() {
  const n = state.held === null ? state.last : state.held;
  const value = state.values[n];
  if (value === undefined) return;
  const { y } = stage.axis;
  const x = state.isOut ? stage.hand.x : stage.axis.x(value);
  stage.bubble.say(words(value), x, state.isOut ? stage.hand.y - 20 : y - 24);
}

function arrange() {
  const { left, width, y } = stage.axis;
  stage.band
    .attr("x", left)
    .attr("width", width)
    .attr("y", y - 8)
    .attr("height", 16);
  while (stage.beads.length > state.values.length) stage.beads.pop().node.remove();
  while (stage.beads.length < state.values.length) stage.beads.push(makeBead(stage.beads.length));
  root.setAttribute(
    "aria-label",
    stage.told.title +
      ": " +
      state.values.length +
      " values on the axis. Arrow keys move one, up and down choose, N adds, Delete removes.",
  );
  stage.beads.forEach(({ node, told: bead }, n) => {
    const x = stage.axis.x(state.values[n]);
    const isHeld = state.held === n,
      isOut = isHeld && state.isOut;
    const isSeen = isHeld || (x >= left - 1 && x <= left + width + 1);
    node.attr("display", isSeen ? null : "none").classed("leaving", isOut);
    node.attr("transform", `translate(${isOut ? stage.hand.x : x}, ${isOut ? stage.hand.y : y})`);
    bead.say();
    node.attr("aria-label", stage.told.title + ", value " + (n + 1) + " of " + state.values.length);
  });
  rove();
  if (state.held !== null) hear();
}

// From what form and picture hold to what is seen.
function follow() {
  if (state.held !== null) {
    const axis = sweepAxis.axis(stage.told.field);
    if (axis) stage.axis = axis;
    return arrange();
  }
  const field = told();
  const axis = field && sweepAxis.axis(field.field);
  const values = axis && sweepText.read(valueOf(VALUES) || "");
  const isThere = Boolean(values && values.length >= FEWEST);
  if (isThere) make();
  if (root) root.hidden = !isThere;
  if (!isThere) return;
  state.values = values;
  stage.told = field;
  stage.axis = axis;
  const now = JSON.stringify([
    values,
    field,
    axis.left,
    axis.width,
    axis.y,
    axis.factor,
    axis.value(0),
    axis.value(100),
  ]);
  if (now === before && stage.beads.length === values.length) return;
  before = now;
  arrange();
}

export function start() {
  document.addEventListener("corral-form", follow);
  document.addEventListener("corral-drawn", ({ target }) => {
    if (!target.closest || !target.closest("#studio-curves") || !target.on) return;
    if (!target.dataset.beads) {
      target.dataset.beads = "yes";
      ["plotly_afterplot", "plotly_relayouting"].forEach((name) => target.on(name, follow));
    }
    follow();
  });
}
