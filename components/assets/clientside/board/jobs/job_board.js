// What is known of the jobs while they are drawn by hand, and what all scripts of this folder ask of it: `board`.
import * as jobText from "./job_text.js";

export const PATH = "workload.arrivals.jobs";
export const MOST = 200;

export const state = {
  jobs: [], // as drawn, each with a key that stays while it is moved
  text: null, // of the field, as far as it is known
  sent: [], // texts that were written and not heard of yet
  wrong: [], // numbers of lines that cannot be read
  selected: null, // key
  form: null, // {values, ids, draft} as Dash has told
  answer: null, // {keys, schedules, groups}
  said: "", // why there is none
  off: [], // policies that are switched off
};
// Its place, what stands there, the scale of time, what the hand does, and what waits for keys to rest.
/** @type {Properties} */
export const board = { host: null, parts: {}, scale: null, gesture: null, keysTimer: 0 };

export const sorted = (jobs) => jobText.sorted(jobs);
export const byKey = (key) => state.jobs.find((job) => job.key === key);
export const numberOf = (key) => sorted(state.jobs).findIndex((job) => job.key === key) + 1;
export const isEditable = () =>
  Boolean(state.form && state.form.ids.some(({ path }) => path === PATH)) && !state.wrong.length;

export function make(name, attributes, parent, text) {
  const made = document.createElement(name);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}

const colors = () => JSON.parse(board.host.dataset.colors);
export const color = (key) => colors()[key % colors().length];
export function ink(key) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(color(key).slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#111111" : "#ffffff";
}
