// One thing that happens to machines, as bars on the axis of time: one for each time it happens. Any of them can be moved;
// the first has edges for begin, end and how many.
import * as d3 from "../../d3.js";
import * as grip from "../handle.js";
import * as eventKinds from "./event_kinds.js";

const TOUCH = 24; // px around an edge that can be touched
const INSIDE = 6; // px of them within the bar, which stays free to be moved
const SHORTEST = 3; // px
const TEXT = 11; // px of height that letters need
const LETTER = 6.6; // px
const NAMES = { move: "time", start: "begin", end: "end", top: "machines" };

const rect = (node, x, y, width, height) =>
  node.attr("x", x).attr("y", y).attr("width", Math.max(0, width)).attr("height", Math.max(0, height));

// Event number *n* of the *stage*.
export function make(stage, n) {
  const known = stage.strip.events[n];
  const group = stage.bars.append("g").attr("class", "event " + known.event);
  const body = group
    .append("g")
    .attr("class", "bar")
    .attr("id", "event-bar-" + n);
  const one = { n: n, group: group, body: body, edges: {} };
  const kind = () => eventKinds.KINDS[known.event];
  one.values = () => stage.valuesOf(n);
  one.edge = (name) => kind().edges(one.values(), stage.sizeOf(n), stage.stretch)[name];
  one.words = () => kind().words(one.values(), stage.sizeOf(n));
  one.group_name = () => one.values().group;
  body.node().addEventListener("keydown", (event) => stage.pressed(event, one));
  Object.keys(kind().edges(one.values(), stage.sizeOf(n), stage.stretch)).forEach((name) => {
    const node = name === "move" ? body : group.append("g").attr("class", "edge " + name);
    if (name !== "move") {
      node.append("rect").attr("class", "touch");
      node.append("rect").attr("class", "grip").attr("rx", 2);
    }
    one.edges[name] = { node: node, told: grip.make(node.node(), edgeOf(stage, one, name)) };
  });
  group.node().addEventListener("focusin", () => stage.select(n));
  return one;
}

function edgeOf(stage, one, name) {
  const { FOREVER } = eventKinds;
  const path = stage.strip.events[one.n].path;
  const now = () => one.edge(name);
  let anchor = 0,
    below = 0;
  const handle = {
    path: path,
    title: NAMES[name],
    get whole() {
      return Boolean(now().isCount);
    },
    get low() {
      return now().low;
    },
    get high() {
      return now().high;
    },
    get step() {
      return now().step;
    },
  };
  const timeOf = (value) => value * (now().unit || 1);
  return {
    handle: handle,
    across: name !== "top",
    up: 1,
    value: () => now().value,
    told: (value) =>
      Object.fromEntries(Object.entries(now().told(value)).map(([field, told]) => [path + "." + field, told])),
    words: () => one.words(),
    grasped: (event) => {
      // What was let go lies where it was: the hand may hold any of the times it happens, anywhere.
      anchor = stage.timeAt(event.x) - (now().value === FOREVER ? stage.stretch.length : timeOf(now().value));
      below = event.y - one.top;
      stage.hold(one, event);
    },
    at: (event) => {
      stage.hand = event;
      if (name === "top") {
        const share = (one.bottom - (event.y - below)) / (one.bottom - one.ceiling);
        const size = now().isShare ? 1 : stage.sizeOf(one.n);
        return grip.round(share * size, now().step);
      }
      const time = stage.timeAt(event.x) - anchor;
      if (name === "end" && now().high === FOREVER && time >= stage.stretch.length) return FOREVER;
      return grip.round(time / (now().unit || 1), now().step);
    },
    moved: () => stage.moved(one),
    released: () => stage.released(),
  };
}

// From what the form holds to what is seen.
export function arrange(stage, one) {
  const known = stage.strip.events[one.n];
  const values = one.values(),
    size = stage.sizeOf(one.n),
    lane = stage.laneOf(values.group);
  const kind = eventKinds.KINDS[known.event];
  one.group.attr("display", lane ? null : "none");
  if (!lane) return; // its group has another name by now, which the server follows
  const share = Math.max(0, Math.min(1, kind.share(values, size)));
  const height = Math.max(4, share * lane.height);
  Object.assign(one, { top: lane.y + lane.height - height, bottom: lane.y + lane.height, ceiling: lane.y });
  const spans = kind
    .spans(values, stage.stretch.length)
    .filter(({ from, to }) => from < stage.stretch.length && to > 0);
  const x = (time) => stage.x(Math.max(0, Math.min(stage.stretch.length, time)));
  const drawn = spans.map(({ from, to }) => ({
    from: from,
    to: to,
    x: x(from),
    width: Math.max(SHORTEST, x(to) - x(from)),
  }));
  const color = stage.colorOf(values.group);
  const fuzzy = (values.spread || 0) * 60;
  one.body
    .selectAll(".fuzzy")
    .data(fuzzy ? drawn : [])
    .join((added) => added.insert("rect", ":first-child").attr("class", "fuzzy"))
    .attr("fill", color)
    .each(
      /** @this {any} */ function ({ from, to }) {
        rect(d3.select(this), x(from - fuzzy), one.top, x(to + fuzzy) - x(from - fuzzy), height);
      },
    );
  one.body
    .selectAll(".span")
    .data(drawn)
    .join((added) => added.append("rect").attr("class", "span"))
    .attr("fill", color)
    .attr("stroke", color)
    .each(
      /** @this {any} */ function (span) {
        rect(d3.select(this), span.x, one.top, span.width, height);
      },
    );
  one.body
    .selectAll(".notice")
    .data(values.notice ? drawn : [])
    .join((added) => added.append("rect").attr("class", "notice"))
    .each(
      /** @this {any} */ function (span) {
        rect(d3.select(this), span.x, one.top, Math.min(span.width, x(span.from + values.notice) - span.x), height);
      },
    );
  const text = known.event === "owners" ? "owners" : String(values.count);
  one.body
    .selectAll("text")
    .data(height >= TEXT ? drawn.filter(({ width }) => width > text.length * LETTER + 4) : [])
    .join((added) => added.append("text").attr("text-anchor", "middle").attr("dy", "0.35em"))
    .attr("x", (span) => span.x + span.width / 2)
    .attr("y", one.top + height / 2)
    .text(text);
  const first = drawn[0];
  Object.entries(one.edges).forEach(([name, edge]) => {
    edge.told.say();
    edge.node.attr("aria-label", label(stage, one, name));
    if (name === "move") return;
    edge.node.attr("display", first ? null : "none");
    if (!first) return;
    const end = first.x + first.width,
      middle = one.top + height / 2;
    const PLACES = {
      start: [first.x - TOUCH + INSIDE, middle - TOUCH / 2, TOUCH, TOUCH, first.x - 3, one.top, 4, height],
      end: [end - INSIDE, middle - TOUCH / 2, TOUCH, TOUCH, end - 1, one.top, 4, height],
      top: [
        first.x + first.width / 2 - TOUCH / 2,
        one.top - TOUCH + INSIDE,
        TOUCH,
        TOUCH,
        first.x + first.width / 2 - 10,
        one.top - 3,
        20,
        4,
      ],
    };
    rect(edge.node.select(".touch"), ...PLACES[name].slice(0, 4));
    rect(edge.node.select(".grip"), ...PLACES[name].slice(4));
  });
}

function label(stage, one, name) {
  const { title } = eventKinds.KINDS[stage.strip.events[one.n].event];
  const what = title + " of " + one.values().group;
  return name === "move"
    ? what + ". Arrows move it, Alt and arrows its end, up and down how many. R repeats, D copies, Delete removes."
    : what + ": " + NAMES[name];
}
