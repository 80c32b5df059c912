// What a job of a class is worth by when it ends (Kumar 2001, section 4.2): all of it until half of its time is over, less
// from there on, nothing at the deadline. The end of the curve is the mean deadline, its height the mean profit.
import * as d3 from "../d3.js";
import * as edges from "./edges.js";
import * as board from "./form.js";
import * as handle from "./handle.js";
import * as lengths from "./lengths.js";

const ROOM = 1.35; // times the deadline: how far it can be drawn out
const SOME = 3600; // s, of the axis where there is no deadline
const TICKS = 3;
const STEPS = 200; // of the axis, to which a deadline is drawn

export function read(strip, field, drawn) {
  const isTimes = strip.kind === "proportional-deadline";
  const end = strip.deadline
    ? board.valueOf(strip.deadline.path, strip.deadline.value)
    : drawn["deadline.mean"] || Infinity;
  const profit = board.valueOf(strip.profit.path, strip.profit.value);
  const usual = strip.deadline ? end : SOME;
  const across = Math.max(usual, 1e-6) * ROOM;
  const top = Math.max(profit, 1) * ROOM;
  const [size, unit] = isTimes ? [1, ""] : lengths.unitFor(across);
  const line = Number.isFinite(end)
    ? [
        [0, profit],
        [end / 2, profit],
        [end, 0],
      ]
    : [
        [0, profit],
        [across, profit],
      ];
  return {
    x: [0, across],
    y: [0, top],
    end: end,
    profit: profit,
    line: line,
    guide: null,
    isTimes: isTimes,
    titles: { x: isTimes ? "times the demand after arrival" : "after arrival (" + unit + ")", y: "profit ($)" },
    ticks: {
      x: d3.ticks(0, across / size, TICKS).map((value) => [value * size, edges.number(value)]),
      y: d3.ticks(0, top, 2).slice(1),
    },
  };
}

export function handles(strip) {
  const { round, nice } = handle;
  const end = {
    across: true,
    up: 1,
    place: (found) => [Math.min(found.x[1], found.end), 0],
    words: ({ end: at, isTimes }) =>
      Number.isFinite(at)
        ? "deadline " + (isTimes ? edges.number(at) + " times the demand" : lengths.inUnit(at))
        : "no deadline",
    at: (found, x) => round(Math.max(0, x), nice(found.x[1] / STEPS)),
  };
  const known = strip.deadline;
  const deadline = known
    ? {
        ...end,
        name: "deadline",
        handle: known,
        value: ({ end: at }) => at,
        told: (value) => ({ [known.path]: value }),
      }
    : {
        ...end,
        name: "deadline.mean",
        handle: { ...strip.coming, path: strip.path + ".deadline.mean" },
        isComing: true,
        coming: { path: "deadline.deadline", value: "constant-deadline" },
        value: ({ end: at, x }) => (Number.isFinite(at) ? at : x[1]),
      };
  const profit = {
    name: "profit.mean",
    across: false,
    up: 1,
    handle: strip.profit,
    value: ({ profit: value }) => value,
    told: (value) => ({ [strip.profit.path]: value }),
    place: ({ end: at, x, profit: value }) => [Math.min(at, x[1]) / 4, value],
    words: ({ profit: value }) => "mean profit " + edges.number(value) + " $",
    at: (found, x, y) => round(y, nice(found.y[1] / STEPS)),
  };
  return [deadline, profit].map((one) => ({ ...one, short: one.words }));
}
