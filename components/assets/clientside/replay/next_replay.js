// What a tab that shows a replication has to know before it is open: whether the one that is there is that which it shows,
// as it is on most tabs of a family, or else the question for it. By way of Dash that is found out after the press only,
// one request after the other.
import * as late from "./late.js";

let now = null; // what such a tab would ask for now: {tree, fields}
let last = null; // what was asked for last: {tab, tree, fields, number}
let answer = null; // {number, is_refused, tabs}
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const isLast = () => Boolean(now && last) && same(now.fields, last.fields) && same(now.tree, last.tree);
const isAnswered = () => Boolean(answer && last) && answer.number === last.number;
export const isRefused = () => isAnswered() && answer.is_refused;

export function hear(fields, wanted) {
  now = fields;
  last = wanted || null;
}

export const wanted = (wanted) => (last = wanted);

export const answered = (found) => (answer = found || null);

export const isThere = (tab) => isLast() && isAnswered() && !answer.is_refused && (answer.tabs || []).includes(tab);

// Past the press; while another replay is open it stays as it is until then. A race takes seconds of the workers,
// for which a pointer that rests is not enough.
export function ask(tab, { tab: open, bars }, isPressed) {
  const parts = bars[tab] || [];
  const isBusy = (bars[open] || []).some((part) => part === "policy" || part === "live");
  if (!now || isBusy || (parts.includes("racers") && !isPressed)) return false;
  if (isLast() && last.tab === tab && !isRefused()) return false;
  last = Object.assign({ tab: tab }, now, { number: late.wanted(true) });
  window.dash_clientside.set_props("studio-wanted", { data: last });
  return true;
}
