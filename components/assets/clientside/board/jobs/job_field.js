// The text of the field that holds drawn jobs, from which link, undo and study follow: one gesture writes it once.
import { board, byKey, PATH, sorted, state } from "./job_board.js";
import * as jobText from "./job_text.js";

const REST = 450; // ms without a key until what keys have changed is one step

export const tidy = (value) => Number(Number(value).toPrecision(12));

// Jobs keep their keys, and so their colors, where their lines are the same as before.
function adopt(text) {
  const { jobs, wrong } = jobText.read(text);
  const lines = new Map();
  state.jobs.forEach((job) => lines.set(jobText.line(job), (lines.get(jobText.line(job)) || []).concat(job.key)));
  const taken = new Set();
  jobs.forEach((job) => {
    const same = (lines.get(jobText.line(job)) || []).find((key) => !taken.has(key));
    if (same !== undefined) taken.add((job.key = same));
  });
  const places = new Map(sorted(state.jobs).map((job, n) => [n, job.key]));
  jobs.forEach((job, n) => {
    // of the same place, if its job is gone
    if (job.key === undefined && places.has(n) && !taken.has(places.get(n)) && jobs.length === state.jobs.length)
      taken.add((job.key = places.get(n)));
  });
  let free = 0;
  jobs.forEach((job) => {
    if (job.key !== undefined) return;
    while (taken.has(free)) free += 1;
    taken.add((job.key = free));
  });
  state.jobs = jobs;
  state.wrong = wrong;
  state.text = text;
  if (!byKey(state.selected)) state.selected = null;
}

export function write() {
  window.clearTimeout(board.keysTimer);
  board.keysTimer = 0;
  const text = jobText.write(sorted(state.jobs));
  if (text === state.text) return;
  state.text = text;
  state.sent.push(text);
  window.dash_clientside.set_props({ path: PATH, type: "studio-field" }, { value: text });
}

export function writeSoon() {
  window.clearTimeout(board.keysTimer);
  board.keysTimer = window.setTimeout(write, REST);
}

export function heard(text) {
  const at = state.sent.indexOf(text);
  if (at >= 0) {
    state.sent.splice(0, at + 1);
    return;
  }
  if (text === state.text) return;
  state.sent = [];
  window.clearTimeout(board.keysTimer);
  board.keysTimer = 0;
  adopt(text);
}
