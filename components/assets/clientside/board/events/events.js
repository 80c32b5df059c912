// What happens to machines, painted on machines x hours: a lane for each group, bars that are drawn, moved, stretched and
// removed by hand and by keys. Everything is a field of the form; what is new or gone is built by the server.
import * as d3 from "../../d3.js";
import * as bubbles from "../classes/bubble.js";
import * as board from "../form.js";
import * as hours from "../hours/hours.js";
import * as eventBar from "./event_bar.js";
import * as eventChanges from "./event_changes.js";
import * as eventKinds from "./event_kinds.js";
import * as eventPaint from "./event_paint.js";
import * as eventTools from "./event_tools.js";

const LEFT = 72,
  RIGHT = 20,
  TOP = 12,
  GAP = 8,
  AXIS = 18; // px
const LOWEST = 24,
  HIGHEST = 36,
  ALL = 180; // px of a lane, and of all of them
const LONGEST = 12,
  LETTER = 7; // letters of a name beside its lane, and px of one

let chosen = null; // number of the stretch that somebody has chosen
let drawing = "shutdown"; // what is drawn in a free place
const coming = { number: null }; // the bar that is to have the focus when it is there

function draw(root) {
  const strip = JSON.parse(root.dataset.events);
  root.replaceChildren();
  const tools = eventTools.make(root, {
    kinds: ["shutdown", "owners"],
    drawing: () => drawing,
    draw: (kind) => (drawing = kind),
    zoom: zoom,
    add: () => changes.addByKey(drawing),
    remove: () => changes.remove(stage.selected),
    copy: () => changes.copy(stage.selected),
    repeat: (value) => changes.repeat(stage.selected, value),
  });
  const svg = d3.select(root).insert("svg", ".events-words").attr("width", "100%"); // nothing moves under the hand
  const axis = svg.append("g").attr("class", "board-axis").attr("aria-hidden", "true");
  const lanes = svg.append("g").attr("class", "lanes");
  const stage = {
    root: root,
    svg: svg,
    strip: strip,
    coming: coming,
    selected: null,
    isHeld: false,
    bars: svg.append("g"),
    stretch: null,
    hand: null,
    valuesOf: valuesOf,
    sizeOf: (n) => sizeOf(valuesOf(n).group),
    laneOf: laneOf,
    colorOf: (name) => (groupOf(name) || strip.groups[0]).color,
    x: (time) => left() + (time / stage.stretch.length) * across(),
    timeAt: (x) => ((x - left()) / across()) * stage.stretch.length,
    groups: groups,
    groupOf: groupOf,
    arrange: arrange,
    drawing: () => drawing,
    laneAt: (y) =>
      laneOf(
        groups()[Math.max(0, Math.min(strip.groups.length - 1, Math.floor((y - TOP + GAP / 2) / (laneHeight() + GAP))))]
          .name,
      ),
    hold: hold,
    moved: moved,
    released: released,
    select: select,
    pressed: (event, one) => changes.pressed(event, one),
  };
  const changes = eventChanges.make(stage);
  const paint = eventPaint.make(stage, changes.add);
  const bubble = (stage.bubble = bubbles.make(svg, () => ({ width: root.clientWidth || 336 })));

  // what the form holds ----------------------------------------------------------------------------------------------

  function valuesOf(n) {
    const { path, values } = strip.events[n];
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        name === "event" ? value : board.valueOf(path + "." + name, value),
      ]),
    );
  }

  function groups() {
    return strip.groups.map((group) => ({
      name: board.valueOf(group.name, group.title),
      count: Math.max(1, board.valueOf(group.count, group.size)),
      color: group.color,
    }));
  }
  function groupOf(name) {
    return groups().find((group) => group.name === name);
  }
  const sizeOf = (name) => (groupOf(name) || { count: 1 }).count;
  const left = () =>
    Math.max(LEFT, 16 + LETTER * Math.min(LONGEST, Math.max(...groups().map(({ name }) => name.length))));
  const across = () => (root.clientWidth || 336) - left() - RIGHT;
  const laneHeight = () => Math.max(LOWEST, Math.min(HIGHEST, ALL / strip.groups.length));

  function laneOf(name) {
    const at = groups().findIndex((group) => group.name === name);
    return at < 0 ? null : { y: TOP + at * (laneHeight() + GAP), height: laneHeight(), group: groups()[at] };
  }

  const spansOf = (n) => {
    const kind = eventKinds.KINDS[strip.events[n].event];
    return kind ? kind.spans(valuesOf(n), hours.WEEK).slice(0, 1) : [];
  };
  const readStretch = () => {
    const usual = hours.stretchFor(strip.events.flatMap((none, n) => spansOf(n)));
    stage.number = chosen === null ? usual : chosen;
    stage.stretch = hours.STRETCHES[stage.number];
  };

  // what is seen -----------------------------------------------------------------------------------------------------

  readStretch();
  const bars = strip.events
    .map((one, n) => n)
    .filter((n) => eventKinds.KINDS[strip.events[n].event])
    .sort((one, other) => rank(other) - rank(one))
    .map((n) => eventBar.make(stage, n)); // the larger below the smaller

  function rank(n) {
    const values = valuesOf(n),
      kind = eventKinds.KINDS[values.event];
    return (values.event === "owners" ? 2 : 0) + kind.share(values, sizeOf(values.group));
  }

  function arrange() {
    const high = TOP + strip.groups.length * (laneHeight() + GAP) + AXIS;
    svg.attr("height", high);
    const told = lanes
      .selectAll("g")
      .data(groups())
      .join((added) => {
        const lane = added.append("g").attr("class", "lane");
        lane.append("rect");
        lane.append("text").attr("text-anchor", "end").attr("dy", "0.35em");
        lane.append("title");
        lane.select("rect").call(/** @type {any} */ (paint));
        return lane;
      });
    told.attr("transform", (group, n) => `translate(0, ${TOP + n * (laneHeight() + GAP)})`);
    told.select("rect").attr("x", left()).attr("width", across()).attr("height", laneHeight());
    told
      .select("text")
      .attr("x", left() - 8)
      .attr("y", laneHeight() / 2)
      .text(({ name }) => (name.length > LONGEST ? name.slice(0, LONGEST - 1) + "…" : name));
    told.select("title").text(({ name, count }) => name + ", " + eventKinds.machines(count));
    arrangeAxis(high);
    bars.forEach((one) => {
      eventBar.arrange(stage, one);
      one.group.classed("selected", one.n === stage.selected);
    });
    arrangeTools();
  }

  function arrangeAxis(high) {
    const marks = axis
      .selectAll("g")
      .data(hours.ticks(stage.stretch))
      .join((added) => {
        const mark = added.append("g");
        mark.append("line");
        mark.append("text");
        return mark;
      });
    marks.attr("transform", ({ time }) => `translate(${stage.x(time)}, 0)`);
    marks
      .select("line")
      .attr("y1", TOP - 4)
      .attr("y2", high - AXIS);
    marks
      .select("text")
      .attr("y", high - 6)
      .attr("x", ({ isNamed }) => (isNamed ? 2 : 0))
      .attr("text-anchor", ({ isNamed }) => (isNamed ? "start" : "middle"))
      .text(({ words }) => words);
  }

  function arrangeTools() {
    const values = stage.selected === null ? null : valuesOf(stage.selected);
    const chance = strip.events
      .map((one, n) => valuesOf(n))
      .filter(({ event }) => eventKinds.BY_CHANCE[event])
      .map((one) => one.group + ": " + eventKinds.BY_CHANCE[one.event](one));
    tools.say({
      values: values,
      stretch: stage.stretch,
      isFirst: stage.number === 0,
      isLast: stage.number === hours.STRETCHES.length - 1,
      isFull: strip.events.length >= strip.most,
      words: values ? values.group + ": " + bars.find(({ n }) => n === stage.selected).words() : "",
      chance: chance,
    });
  }

  // the hand ---------------------------------------------------------------------------------------------------------

  function hold(one, event) {
    stage.isHeld = true;
    stage.hand = event;
    bubble.say(one.words(), event.x, one.top - 14);
  }

  function moved(one) {
    arrange();
    if (stage.isHeld) bubble.say(one.words(), stage.hand.x, one.top - 14);
  }

  function released() {
    stage.isHeld = false;
    bubble.hush();
    arrange();
  }

  function select(n) {
    if (stage.selected === n) return;
    stage.selected = n;
    arrange();
  }

  function zoom(by) {
    chosen = Math.max(0, Math.min(hours.STRETCHES.length - 1, stage.number + by));
    readStretch();
    arrange();
  }

  arrange();
  if (coming.number !== null) {
    const next = document.getElementById("event-bar-" + Math.min(coming.number, strip.events.length - 1));
    coming.number = null;
    if (next) next.focus({ preventScroll: true });
  }
  return () => stage.isHeld || arrange();
}

export { draw as drawEvents };
