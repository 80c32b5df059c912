// The line of a goal in the curves, held and moved with the mouse, a finger or the keys. The form has its value, and one
// gesture is one step of undo; beside the hand stands the number, exactly.
import * as d3 from "../../d3.js";
import * as bubbles from "../classes/bubble.js";
import * as board from "../form.js";
import * as handle from "../handle.js";
import * as steady from "../steady.js";
import * as sweepAxis from "./sweep_axis.js";

const EACH = 4; // px between two values that the hand can choose
const TOUCH = 24,
  GRIP = 5; // px
const MOST = 3; // criteria

const pathOf = (n, what) => "study.goal.criteria." + n + "." + what;
const valueOf = (path, fallback) => board.valueOf(path, fallback);
const said = (value) => String(Number(value.toPrecision(4)));

let root = null,
  svg = null,
  bubble = null,
  axis = null,
  held = null,
  lines = [];

// The y axis of the curves, in pixels of the picture; null where there is none with numbers.
function axisOf(drawn) {
  const full = drawn && drawn._fullLayout;
  const meta = (drawn && drawn.layout && drawn.layout.meta) || {};
  if (!full || !full.yaxis || !full.xaxis || !full._size || !meta.units || !["linear", "log"].includes(full.yaxis.type))
    return null;
  const { yaxis, xaxis } = full,
    factor = meta.units[1];
  const unit = /\(([^()]*)\)[^()]*$/.exec((yaxis.title && yaxis.title.text) || "");
  const value = (y) => yaxis.p2d(y - yaxis._offset) / factor;
  return {
    metric: meta.of[0],
    field: meta.of[1],
    factor: factor,
    unit: unit ? unit[1] : "",
    left: xaxis._offset,
    width: xaxis._length,
    top: yaxis._offset,
    bottom: yaxis._offset + yaxis._length,
    y: (one) => yaxis._offset + yaxis.d2p(one * factor),
    value: value,
    step: (y) => handle.nice(Math.abs(value(y + EACH) - value(y)) || 1),
  };
}

const words = (value) => "goal " + said(value * axis.factor) + (axis.unit ? " " + axis.unit : "");

function edgeOf(line) {
  const n = line.n,
    bounds = () => [axis.value(axis.bottom), axis.value(axis.top)];
  return {
    handle: {
      path: pathOf(n, "value"),
      title: "goal",
      whole: false,
      get low() {
        return Math.min(bounds()[0], line.value);
      },
      get high() {
        return Math.max(bounds()[1], line.value);
      },
      get step() {
        return axis.step(Math.max(axis.top, Math.min(axis.bottom, axis.y(line.value))));
      },
    },
    across: false,
    up: 1,
    value: () => line.value,
    words: words,
    told: (value) => {
      line.value = value;
      return { [pathOf(n, "value")]: value };
    },
    grasped: () => {
      held = line;
      steady.hold(document.getElementById("studio-curves"));
      place();
    },
    at: (event) => {
      const y = Math.max(axis.top, Math.min(axis.bottom, event.y));
      return handle.round(axis.value(y), axis.step(y));
    },
    moved: () => place(),
    released: () => {
      held = null;
      steady.letGo();
      bubble.hush();
      follow();
    },
  };
}

function make(place) {
  if (root && root.isConnected && place.contains(root)) return;
  root = document.createElement("div");
  root.className = "board sweep goal-lines";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Goal: arrow keys move it by a step, with Shift by ten.");
  place.append(root);
  svg = d3.select(root).append("svg").attr("width", "100%").attr("height", "100%");
  lines = [];
  bubble = bubbles.make(svg, () => ({ width: root.clientWidth || 336 }));
}

function makeLine(n) {
  const line = { n: n, value: 0 };
  line.node = svg.insert("g", "*").attr("class", "edge bead goal-line");
  line.node.append("line").attr("class", "goal-at");
  line.node
    .append("rect")
    .attr("class", "touch")
    .attr("y", -TOUCH / 2)
    .attr("height", TOUCH);
  line.node.append("circle").attr("class", "grip").attr("r", GRIP);
  line.told = handle.make(line.node.node(), edgeOf(line));
  line.node.node().addEventListener("focus", () => hear(line));
  line.node.node().addEventListener("blur", () => !held && bubble.hush());
  return line;
}

function hear(line) {
  bubble.say(words(line.value), axis.left + axis.width / 2, axis.y(line.value) - 12);
}

function place() {
  lines.forEach((line) => {
    const y = axis.y(line.value),
      isSeen = y >= axis.top - 1 && y <= axis.bottom + 1;
    line.node
      .attr("display", isSeen || held === line ? null : "none")
      .attr("transform", `translate(${axis.left}, ${y})`);
    line.node.select(".goal-at").attr("x2", axis.width);
    line.node.select(".touch").attr("width", axis.width);
    line.node.select(".grip").attr("cx", axis.width - GRIP);
    line.told.say();
  });
  const focused = held || lines.find((line) => line.node.node() === document.activeElement);
  if (focused) hear(focused);
}

// From what form and picture hold to what is seen.
function follow() {
  const drawn = sweepAxis.picture(),
    now = axisOf(drawn);
  if (held) {
    if (now) axis = now;
    return place();
  }
  const metrics = Array.from({ length: MOST }, (none, n) => valueOf(pathOf(n, "metric")));
  const there =
    now && now.field === valueOf("study.goal.field")
      ? metrics.map((one, n) => (one === now.metric ? n : -1)).filter((n) => n >= 0)
      : [];
  if (there.length) make(drawn.closest(".picture"));
  if (root) root.hidden = !there.length;
  if (!there.length) return;
  axis = now;
  lines.filter(({ n }) => !there.includes(n)).forEach(({ node }) => node.remove());
  lines = there.map((n) => lines.find((line) => line.n === n) || makeLine(n));
  lines.forEach((line) => (line.value = valueOf(pathOf(line.n, "value"), line.value)));
  place();
}

export function start() {
  document.addEventListener("corral-form", follow);
  document.addEventListener("corral-drawn", ({ target }) => {
    if (!target.closest || !target.closest("#studio-curves") || !target.on) return;
    if (!target.dataset.goals) {
      target.dataset.goals = "yes";
      ["plotly_afterplot", "plotly_relayouting"].forEach((name) => target.on(name, follow));
    }
    follow();
  });
}
