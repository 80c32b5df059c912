// Small curves that are bent by hand: how much faster a job is on more machines, and until when it is worth something.
// What a handle does to its field is in `speedup_curve.js` and `worth_curve.js`.
import * as d3 from "../d3.js";
import { reshape } from "../studio/reshaping.js";
import * as bubble from "./classes/bubble.js";
import * as edges from "./edges.js";
import * as board from "./form.js";
import * as grip from "./handle.js";
import * as speedup from "./speedup_curve.js";
import * as worth from "./worth_curve.js";

const HEIGHT = 128,
  LEFT = 36,
  RIGHT = 18,
  TOP = 18,
  BOTTOM = 34; // px
const TOUCH = 24,
  GRIP = 5; // px: what can be touched, and the radius of what is seen

let coming = null; // the curve whose first handle is to have the focus when the form has been built anew

// From values to px, and back; *isLog*: twice as much is everywhere as far.
function scaleOf([low, high], [from, to], isLog) {
  const [there, back] = isLog ? [Math.log2, (value) => 2 ** value] : [Number, Number];
  const per = (to - from) / (there(high) - there(low));
  const scale = (value) => from + (there(value) - there(low)) * per;
  return Object.assign(scale, { invert: (px) => back(there(low) + (px - from) / per) });
}

function draw(root) {
  const strip = JSON.parse(root.dataset.bent, (key, value) => (key === "high" && value === null ? Infinity : value));
  const kind = { speedup: speedup, worth: worth }[strip.of];
  const read = (name) => board.valueOf(strip.path + "." + name, strip.values[name]);
  let drawn = {}; // what the hand has drawn of fields that are not there yet
  const now = () => kind.read(strip, read, drawn);
  root.replaceChildren();
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", HEIGHT);
  const axis = svg.append("g").attr("class", "board-axis").attr("aria-hidden", "true");
  const guide = svg.append("path").attr("class", "curve-guide");
  const line = svg.append("path").attr("class", "curve-line");
  const told = bubble.make(svg, () => ({ width: wide() }));
  let isHeld = false,
    scale = null;

  const wide = () => root.clientWidth || 300;
  const fit = () => {
    const { x, y, isLog } = now();
    scale = { x: scaleOf(x, [LEFT, wide() - RIGHT], isLog), y: scaleOf(y, [HEIGHT - BOTTOM, TOP], isLog) };
  };

  function make(one) {
    const node = svg.append("g").attr("class", "edge " + (one.across ? "" : "height"));
    node
      .append("circle")
      .attr("class", "touch")
      .attr("r", TOUCH / 2);
    node.append("circle").attr("class", "grip").attr("r", GRIP);
    const place = () => one.place(now());
    const say = () => {
      const [x, y] = place();
      told.say(one.short(now()), scale.x(x), scale.y(y) - TOUCH);
    };
    const handle = grip.make(node.node(), {
      handle: one.handle,
      across: one.across,
      up: one.up,
      value: () => one.value(now()),
      at: (event) => one.at(now(), scale.x.invert(event.x), Math.max(0, scale.y.invert(event.y))),
      words: () => one.words(now()),
      told: (value) => (one.isComing ? ((drawn = { [one.name]: value }), {}) : one.told(value, now())),
      grasped: () => {
        isHeld = true;
        say();
      },
      moved: (isLast) => {
        arrange();
        if (isHeld) say();
        if (isLast && one.isComing) {
          coming = strip.of + strip.path;
          const whole = strip.path + ".";
          reshape({
            path: whole + one.coming.path,
            value: one.coming.value,
            then: { [whole + one.name]: one.value(now()) },
          });
        }
      },
      released: () => {
        isHeld = false;
        told.hush();
        arrange();
      },
    });
    return { node: node, place: place, handle: handle };
  }

  function arrange() {
    if (!isHeld) fit();
    const found = now(),
      path = (places) => {
        const known = places.map(([x, y]) => [scale.x(x), scale.y(y)]).filter((at) => at.every(Number.isFinite)); // no mistakes
        return known.length ? "M" + known.map((at) => at.join(",")).join("L") : "";
      };
    line.attr("d", path(found.line));
    guide.attr("d", found.guide ? path(found.guide) : "");
    handles.forEach(({ node, place, handle }) => {
      const [x, y] = place();
      const at = [scale.x(x), scale.y(y)];
      if (at.every(Number.isFinite)) node.attr("transform", `translate(${at.join(", ")})`);
      handle.say();
    });
    arrangeAxes(found);
  }

  function arrangeAxes(found) {
    const ticks = [
      ...found.ticks.x.map(([value, words]) => ({
        x: scale.x(value),
        y: HEIGHT - BOTTOM + 14,
        words: words,
        at: "middle",
      })),
      ...found.ticks.y.map((value) => ({
        x: LEFT - 6,
        y: scale.y(value) + 4,
        words: edges.number(value),
        at: "end",
        isLine: true,
      })),
    ];
    axis
      .selectAll(".tick")
      .data(ticks.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
      .join((added) => {
        const tick = added.append("g").attr("class", "tick");
        tick.append("line");
        tick.append("text");
        return tick;
      })
      .each(function (one) {
        const tick = d3.select(this);
        tick.select("text").attr("x", one.x).attr("y", one.y).attr("text-anchor", one.at).text(one.words);
        tick
          .select("line")
          .attr("x1", LEFT)
          .attr("x2", one.isLine ? wide() - RIGHT : LEFT)
          .attr("y1", one.y - 4)
          .attr("y2", one.y - 4);
      });
    const titles = [
      { x: 2, y: 11, words: found.titles.y, at: "start" },
      { x: wide() - 4, y: HEIGHT - 4, words: found.titles.x, at: "end" },
    ];
    axis
      .selectAll(".axis-title")
      .data(titles)
      .join("text")
      .attr("class", "axis-title")
      .attr("x", ({ x }) => x)
      .attr("y", ({ y }) => y)
      .attr("text-anchor", ({ at }) => at)
      .text(({ words }) => words);
  }

  fit();
  const handles = kind.handles(strip, now).map(make);
  arrange();
  if (coming === strip.of + strip.path && handles.length) handles[0].node.node().focus({ preventScroll: true });
  if (coming === strip.of + strip.path) coming = null;
  return () => isHeld || arrange();
}

export { draw as drawCurve };
