// What hand and keys do to drawn jobs: select, change, add, remove.
import { board, byKey, isEditable, MOST, numberOf, sorted, state } from "./job_board.js";
import { tidy, write, writeSoon } from "./job_field.js";
import { mostMachines } from "./job_hand.js";
import { draw } from "./job_picture.js";
import { gridStep } from "./job_scale.js";
import { want } from "./job_schedules.js";
import { called } from "./job_words.js";

const FINEST = 1; // s

export function select(key, isFocused) {
  state.selected = key;
  draw();
  const found = isFocused && board.parts.list.querySelector('[data-key="' + key + '"]');
  if (found) found.focus({ preventScroll: true });
}

export function change(job, name, value) {
  const snapped =
    name === "machines" ? Math.max(1, Math.round(value)) : Math.max(name === "arrival" ? 0 : FINEST, value);
  job[name] = tidy(snapped);
  if (name === "run" && job.estimate !== null && job.estimate < job.run) job.estimate = job.run;
  if (name === "estimate" && job.estimate <= job.run) job.estimate = null;
  if (name === "machines" && job.smallest !== null) job.smallest = Math.min(job.smallest, job.machines);
  if (name === "machines" && job.largest !== null) job.largest = Math.max(job.largest, job.machines);
}

export const step = () => gridStep(board.scale.perSecond);
export const snap = (time) => tidy(Math.round(time / step()) * step());

export function add(given) {
  if (!isEditable() || state.jobs.length >= MOST) return null;
  const taken = new Set(state.jobs.map((job) => job.key));
  let key = 0;
  while (taken.has(key)) key += 1;
  const job = Object.assign(
    {
      key: key,
      label: "",
      kind: "rigid",
      smallest: null,
      largest: null,
      estimate: null,
      deadline: null,
      profit: 1000,
    },
    given,
  );
  state.jobs.push(job);
  state.selected = key;
  return job;
}

export function addByKey() {
  const last = sorted(state.jobs).pop();
  const one = byKey(state.selected) || last;
  const job = add({
    arrival: tidy((one ? one.arrival : 0) + step()),
    run: tidy(Math.max(FINEST, snap(one ? one.run : 5 * step()))),
    machines: one ? one.machines : 1,
  });
  if (!job) return;
  want();
  write();
  select(job.key, true);
  say(called(job) + " added");
}

export function remove() {
  const job = byKey(state.selected);
  if (!job || !isEditable()) return;
  if (state.jobs.length === 1) return say("At least one job is needed.");
  const at = numberOf(job.key) - 1,
    name = called(job);
  state.jobs = state.jobs.filter((one) => one !== job);
  const next = sorted(state.jobs)[Math.min(at, state.jobs.length - 1)];
  want();
  write();
  select(next.key, true);
  say(name + " deleted");
}

export const say = (text) => (board.parts.said.textContent = text);

export function alter(job, name, by) {
  state.selected = job.key;
  const before = name === "estimate" ? job.estimate || job.run : job[name];
  const value = name === "machines" ? Math.min(mostMachines(), before + by) : before + by;
  change(job, name, name === "arrival" || name === "machines" ? value : Math.max(FINEST, value));
  draw();
  want();
  writeSoon();
}
