// Lengths of time in units that people think in.
import * as edges from "./edges.js";

/** @type {[number, string][]} */
const UNITS = [
  [86400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** @param {number} most */
export const unitFor = (most) => UNITS.find(([size]) => most >= 2 * size) || UNITS[3];
/** @param {number} seconds */
export const inUnit = (seconds) => {
  const [size, unit] = unitFor(seconds);
  return edges.number(seconds / size) + " " + unit;
};
