// Owners of workers: how long a worker is up, and then suspended or away, in the mean; by hand and by keys. Below it what
// the first workers see, drawn of the scenario's own random numbers.
import * as d3 from "../../d3.js";
import * as bubble from "../classes/bubble.js";
import * as edges from "../edges.js";
import * as board from "../form.js";
import * as grip from "../handle.js";
import * as lengths from "../lengths.js";

const LEFT = 44,
  RIGHT = 20,
  TOP = 18; // px
const MEAN = 44,
  GAP = 26,
  LANE = 12,
  BETWEEN = 3,
  AXIS = 34; // px: the mean course, and below it a lane for each worker
const ROOM = 1.3; // times the mean course: how far it can be drawn out
const COURSES = 4; // of the mean one, that the lanes show
const GRIP = 24; // px of what can be touched
const LETTER = 7; // px

function draw(root) {
  const strip = JSON.parse(root.dataset.owners, (key, value) => (key === "high" && value === null ? Infinity : value));
  const { share, means, sample } = strip;
  const workers = sample.up[0].length,
    high = TOP + MEAN + GAP + workers * (LANE + BETWEEN) + AXIS;
  root.replaceChildren();
  root.style.height = high + "px";
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", high);
  const axis = svg.append("g").attr("class", "board-axis").attr("aria-hidden", "true");
  const course = svg.append("g"),
    lanes = svg.append("g");
  const told = bubble.make(svg, () => ({ width: wide() }));
  const wide = () => root.clientWidth || 300;
  let isHeld = false,
    most = 1;

  const mean = (name) => board.valueOf(means[name].path, means[name].value);
  const now = () => ({
    up: mean("up"),
    suspended: mean("suspended"),
    away: mean("away"),
    share: board.valueOf(share.path, share.value) / 100,
  });
  const across = () => wide() - LEFT - RIGHT;
  const x = (time) => LEFT + (time / most) * across();
  const border = ({ share: away }) => TOP + (1 - away) * MEAN; // suspended above it, away below

  const EDGES = [
    {
      name: "up",
      handle: means.up,
      across: true,
      up: 1,
      value: () => mean("up"),
      at: (event) => time(event.x),
      touch: (one) => [x(one.up) - GRIP, TOP, GRIP, MEAN],
      grip: (one) => [x(one.up) - 2, TOP + MEAN / 2 - 10, 4, 20],
      words: (one) => "up " + lengths.inUnit(one.up),
    },
    {
      name: "suspended",
      handle: means.suspended,
      across: true,
      up: 1,
      value: () => mean("suspended"),
      at: (event) => time(event.x) - mean("up"),
      touch: (one) => [x(one.up + one.suspended), TOP - 6, GRIP, Math.max(GRIP, border(one) - TOP)],
      grip: (one) => [x(one.up + one.suspended) - 2, TOP, 4, Math.max(8, border(one) - TOP)],
      words: (one) => "suspended " + lengths.inUnit(one.suspended),
    },
    {
      name: "away",
      handle: means.away,
      across: true,
      up: 1,
      value: () => mean("away"),
      at: (event) => time(event.x) - mean("up"),
      touch: (one) => [
        x(one.up + one.away),
        Math.min(border(one), TOP + MEAN - GRIP) + 6,
        GRIP,
        Math.max(GRIP, TOP + MEAN - border(one)),
      ],
      grip: (one) => [
        x(one.up + one.away) - 2,
        Math.min(border(one), TOP + MEAN - 8),
        4,
        Math.max(8, TOP + MEAN - border(one)),
      ],
      words: (one) => "away " + lengths.inUnit(one.away),
    },
    {
      name: "share",
      handle: share,
      across: false,
      up: 1,
      value: () => Math.round(100 * now().share * 100) / 100,
      at: (event) => Math.round(100 - (100 * (event.y - TOP)) / MEAN),
      touch: (one) => [
        x(one.up),
        border(one) - GRIP / 2,
        Math.max(GRIP, x(one.up + Math.min(one.suspended, one.away)) - x(one.up)),
        GRIP,
      ],
      grip: (one) => [
        x(one.up) + 2,
        border(one) - 1.5,
        Math.max(8, x(one.up + Math.max(one.suspended, one.away)) - x(one.up) - 4),
        3,
      ],
      words: (one) => "away " + edges.number(100 * one.share) + " % of the times",
    },
  ];
  const time = (place) => grip.round(Math.max(0.01, ((place - LEFT) / across()) * most), grip.nice(most / 250));

  function make(edge) {
    const node = svg.append("g").attr("class", "edge" + (edge.across ? "" : " height"));
    node.append("rect").attr("class", "touch");
    node.append("rect").attr("class", "grip").attr("rx", 2);
    const say = () => {
      const [left, top, width] = edge.touch(now());
      told.say(edge.words(now()), left + width / 2, top - 8);
    };
    const handle = grip.make(
      node.node(),
      Object.assign(edge, {
        grasped: () => {
          isHeld = true;
          say();
        },
        moved: () => {
          arrange();
          if (isHeld) say();
        },
        released: () => {
          isHeld = false;
          told.hush();
          arrange();
        },
        told: (value) => ({ [edge.handle.path]: value }),
      }),
    );
    const words = edge.words;
    edge.words = () => words(now());
    return { node: node, edge: edge, handle: handle };
  }

  const rect = (node, [left, top, width, height]) =>
    node.attr("x", left).attr("y", top).attr("width", Math.max(0, width)).attr("height", Math.max(0, height));

  // What worker *n* sees until *end*: {kind, from, to}.
  function periods(one, n, end) {
    const found = [];
    for (let k = 0, at = 0; k < sample.up.length && at < end; k++) {
      const kind = sample.goes[k][n] < one.share ? "away" : "suspended";
      const until = at + one.up * sample.up[k][n],
        back = until + one[kind] * sample[kind][k][n];
      found.push({ kind: "up", from: at, to: Math.min(end, until) });
      if (until < end) found.push({ kind: kind, from: until, to: Math.min(end, back) });
      at = back;
    }
    return found;
  }

  function arrange() {
    const one = now();
    if (!isHeld) most = ROOM * (one.up + Math.max(one.suspended, one.away)) || 1;
    const middle = border(one);
    const boxes = [
      { kind: "up", at: [LEFT, TOP, x(one.up) - LEFT, MEAN], words: "up " + lengths.inUnit(one.up) },
      {
        kind: "suspended",
        at: [x(one.up), TOP, x(one.suspended + one.up) - x(one.up), middle - TOP],
        words: lengths.inUnit(one.suspended),
      },
      {
        kind: "away",
        at: [x(one.up), middle, x(one.away + one.up) - x(one.up), TOP + MEAN - middle],
        words: lengths.inUnit(one.away),
      },
    ];
    rect(
      course
        .selectAll("rect")
        .data(boxes)
        .join("rect")
        .attr("class", ({ kind }) => "owner-" + kind),
      [0, 0, 0, 0],
    ).each(
      /** @this {any} */ function ({ at }) {
        rect(d3.select(this), at);
      },
    );
    course
      .selectAll("text")
      .data(boxes.filter(({ at, words }) => at[2] > words.length * LETTER && at[3] >= 14))
      .join("text")
      .attr("text-anchor", "middle")
      .attr("dy", "0.35em")
      .attr("x", ({ at }) => at[0] + at[2] / 2)
      .attr("y", ({ at }) => at[1] + at[3] / 2)
      .text(({ words }) => words);
    arrangeLanes(one);
    made.forEach(({ node, edge, handle }) => {
      rect(node.select(".touch"), edge.touch(one));
      rect(node.select(".grip"), edge.grip(one));
      handle.say();
    });
  }

  function arrangeLanes(one) {
    const end = (COURSES * most) / ROOM,
      first = TOP + MEAN + GAP,
      place = (at) => LEFT + (at / end) * across();
    const bars = Array.from({ length: workers }, (none, n) =>
      periods(one, n, end).map((period) => ({ ...period, n: n })),
    ).flat();
    lanes
      .selectAll("rect")
      .data(bars)
      .join("rect")
      .attr("class", ({ kind }) => "owner-" + kind)
      .attr("height", LANE)
      .attr("x", ({ from }) => place(from))
      .attr("width", ({ from, to }) => Math.max(0, place(to) - place(from)))
      .attr("y", ({ n }) => first + n * (LANE + BETWEEN));
    const [size, unit] = lengths.unitFor(end),
      bottom = high - AXIS;
    const words = [
      { x: 2, y: 11, at: "start", words: "in the mean: up, then suspended (top) or away" },
      { x: 2, y: first - 6, at: "start", words: "the first " + workers + " workers, over time (" + unit + ")" },
      ...d3
        .ticks(0, end / size, 4)
        .map((value) => ({ x: place(value * size), y: bottom + 14, at: "middle", words: edges.number(value) })),
      {
        x: LEFT,
        y: high - 4,
        at: "start",
        words: "owners have them " + edges.number(100 * taken(one)) + " % of the time",
      },
    ];
    axis
      .selectAll("text")
      .data(words)
      .join("text")
      .attr("x", (told) => told.x)
      .attr("y", (told) => told.y)
      .attr("text-anchor", ({ at }) => at)
      .text((told) => told.words);
  }

  const taken = (one) => {
    const down = one.share * one.away + (1 - one.share) * one.suspended;
    return down / (down + one.up || 1);
  };

  most = ROOM * (now().up + Math.max(now().suspended, now().away)) || 1;
  const made = [];
  EDGES.forEach((edge) => made.push(make(edge)));
  arrange();
  return () => isHeld || arrange();
}

export { draw as drawOwners };
