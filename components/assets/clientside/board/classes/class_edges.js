// What can be held of a class of jobs: its middle, its edges and its weight, and what a place of the hand means for fields.
import * as edges from "../edges.js";
import * as hours from "../hours/hours.js";
import * as classNumbers from "./class_numbers.js";

const DOUBLED = 40; // px by which a spread without an end to be seen is doubled
const RIM = 14; // px: the radius of a middle whose area is all of the jobs
const LEAST = 5,
  ALONE = 7; // px, of the least one, and where there is one class

const short = (value, digits) => Number(value.toPrecision(digits));
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const digitsOf = (value) => 10 ** (Math.floor(Math.log10(value)) - 1); // a step in the second digit

export const radius = (stage, n) =>
  stage.now.length > 1 ? Math.max(LEAST, RIM * Math.sqrt(stage.now[n].weight / stage.weights)) : ALONE;

// Fields by path: the mean of class *n* is *mean*, in whatever its law calls it.
export function withMean(stage, n, mean) {
  const { demand } = stage.told.classes[n],
    now = stage.now[n],
    before = classNumbers.reach(now).mean;
  const scaled = (field, value) => clamp(short(value, 6), field.low, field.high);
  if (demand.mean) return { [demand.mean.path]: scaled(demand.mean, mean) };
  return Object.fromEntries(
    ["low", "high"].map((name) => [demand[name].path, scaled(demand[name], (now.demand[name] * mean) / before)]),
  );
}

// Sizes that differ end where their spread does.
export function highest(stage, n, name) {
  const { minSpread, maxSpread } = stage.now[n],
    end = ({ kind, upTo }) => (kind === "same" ? Infinity : upTo);
  const most = Math.min(stage.told.classes[n].sizes.max_size.high, end(maxSpread));
  return name === "max_size" ? most : Math.min(most, end(minSpread));
}

// The smallest size is never above the largest.
export function withSize(stage, n, name, size) {
  const { sizes } = stage.told.classes[n],
    now = stage.now[n];
  const told = { [sizes[name].path]: size };
  if (name === "min_size" && size > now.max) told[sizes.max_size.path] = size;
  if (name === "max_size" && size < now.min) told[sizes.min_size.path] = size;
  return told;
}

export function middle(stage, n) {
  const { demand } = stage.told.classes[n],
    field = demand.mean || demand.low;
  const value = () => classNumbers.reach(stage.now[n]).mean;
  const handle = {
    path: field.path,
    title: titleOf(field, "Mean demand"),
    low: field.low,
    high: field.high,
    whole: false,
    get step() {
      return digitsOf(value());
    },
  };
  return {
    handle: handle,
    across: true,
    value: value,
    at: (x) => clamp(short(stage.demandAt(x), 2), field.low, field.high),
    place: () => stage.x(value()),
    told: (mean) => withMean(stage, n, mean),
    words: (mean) => "mean demand " + hours.span(mean),
  };
}

const titleOf = (field, words) => words + (/ of “.*$/.exec(field.title) || [""])[0];

// An end of the demands, where the law has one that can be moved.
export function end(stage, n, name) {
  const field = stage.told.classes[n].demand[name],
    { reach, fromEnd } = classNumbers;
  const law = stage.told.classes[n].law,
    isHigh = name === "high",
    value = () => stage.now[n].demand[name];
  const place = () => stage.x(reach(stage.now[n])[isHigh ? "high" : "low"]);
  const handle = {
    path: field.path,
    title: field.title,
    whole: false,
    get step() {
      return name === "coefficient_of_variation" ? field.step : digitsOf(value());
    },
    get low() {
      return isHigh ? stage.now[n].demand.low : field.low;
    },
    get high() {
      return name === "low" ? stage.now[n].demand.high : field.high;
    },
  };
  let from = null; // where the hand was, and the value there
  return {
    handle: handle,
    across: true,
    value: value,
    place: place,
    grasped: () => (from = { x: place(), value: value() }),
    at: (x) => {
      const found =
        law === "hyperexponential"
          ? from.value * 2 ** ((from.x - x) / DOUBLED)
          : fromEnd[name](stage.demandAt(x), stage.now[n].demand);
      return short(Math.max(found, field.low), 2);
    },
    words: (one) =>
      name === "coefficient_of_variation"
        ? "coefficient of variation " + one
        : (isHigh ? "at most " : "at least ") + hours.span(one),
  };
}

export function size(stage, n, name) {
  const field = stage.told.classes[n].sizes[name],
    isMost = name === "max_size";
  const only = () => stage.now[n].kind === "rigid";
  const handle = {
    path: field.path,
    title: field.title,
    low: field.low,
    step: field.step,
    whole: true,
    get high() {
      return highest(stage, n, name);
    },
  };
  return {
    handle: handle,
    across: false,
    value: () => stage.now[n][name],
    place: () => stage.y(stage.now[n][name]),
    at: (y) => clamp(Math.round(stage.sizeAt(y)), handle.low, handle.high),
    told: (value) => withSize(stage, n, name, value),
    words: (value) => (only() ? "size " : isMost ? "at most " : "at least ") + edges.plural(value, "machines"),
  };
}

export function weight(stage, n) {
  const field = stage.told.classes[n].weight,
    value = () => stage.now[n].weight;
  const share = () => value() / (stage.now.reduce((all, one) => all + one.weight, 0) || 1);
  return {
    handle: field,
    across: false,
    value: value,
    place: () => -radius(stage, n),
    at: (y) => clamp(short(stage.weights * (Math.max(0, -y) / RIM) ** 2, 2), field.low, field.high),
    words: (one) => "weight " + one + ": " + short(100 * share(), 2) + " % of the jobs",
  };
}
