// The pointer on drawn jobs: a new one is drawn, or one is moved or pulled at a handle.
import { board, byKey, isEditable, MOST, state } from "./job_board.js";
import { add, change, say, select, snap, step } from "./job_changes.js";
import { write } from "./job_field.js";
import { hover } from "./job_light.js";
import { openFields } from "./job_numbers.js";
import { draw, LEFT } from "./job_picture.js";
import { stack } from "./job_scale.js";
import { want } from "./job_schedules.js";
import { said } from "./job_strips.js";
import { machinesOf, words } from "./job_words.js";

const timeAt = (event) =>
  (event.clientX - board.parts.list.firstChild.getBoundingClientRect().left - LEFT) / board.scale.perSecond;

export function grab(event) {
  if (event.button !== 0 || !board.parts.list.contains(event.target)) return;
  const own = event.target.closest("[data-key]");
  if (!isEditable()) return own && select(Number(own.dataset.key), true);
  if (!own && event.pointerType === "touch") return; // a finger scrolls there; jobs are added by the button
  const grip = event.target.closest("[data-grip]");
  event.preventDefault();
  write();
  const before = state.jobs.map((job) => Object.assign({}, job));
  const at = timeAt(event);
  board.gesture = {
    before: before,
    selected: state.selected,
    at: at,
    y: event.clientY,
    what: "move",
    unit: stack(state.jobs, board.scale.perSecond).unit,
    moved: false,
  };
  if (own) {
    board.gesture.job = byKey(Number(own.dataset.key));
    board.gesture.what = grip ? grip.dataset.grip : "move";
    board.gesture.from = Object.assign({}, board.gesture.job);
    select(board.gesture.job.key, true);
  } else {
    if (state.jobs.length >= MOST) return (board.gesture = null);
    board.gesture.what = "new";
    board.gesture.start = Math.max(0, snap(at));
  }
  board.parts.list.setPointerCapture(event.pointerId);
}

export function drag(event) {
  if (!board.gesture) return hover(event);
  const time = timeAt(event),
    down = event.clientY - board.gesture.y;
  if (Math.abs(time - board.gesture.at) * board.scale.perSecond < 3 && Math.abs(down) < 3 && !board.gesture.moved)
    return;
  board.gesture.moved = true;
  const by = time - board.gesture.at,
    { job, from, what } = board.gesture;
  if (what === "new") {
    if (!board.gesture.job) board.gesture.job = add({ arrival: board.gesture.start, run: step(), machines: 1 });
    board.gesture.job.arrival = Math.max(0, Math.min(board.gesture.start, snap(time)));
    change(board.gesture.job, "run", Math.max(step(), Math.abs(snap(time) - board.gesture.start)));
    change(board.gesture.job, "machines", Math.min(mostMachines(), 1 + Math.max(0, down) / board.gesture.unit));
  } else if (what === "move")
    change(job, "arrival", by * board.scale.perSecond === 0 ? from.arrival : snap(from.arrival + by));
  else if (what === "run") change(job, "run", Math.max(step(), snap(from.run + by)));
  else if (what === "machines")
    change(job, "machines", Math.min(mostMachines(), from.machines + down / board.gesture.unit));
  else if (what === "estimate") change(job, "estimate", snap((from.estimate || from.run) + by));
  atHand(event);
  draw();
  want();
}

export const mostMachines = () =>
  state.answer ? state.answer.groups.reduce((sum, group) => sum + group.count, 0) : 2000;

function atHand(event) {
  const job = board.gesture.job;
  const told = {
    new: () => "arrives " + said(job.arrival) + " s, " + said(job.run) + " s on " + machinesOf(job.machines),
    move: () => "arrives " + said(job.arrival) + " s",
    run: () => "run time " + said(job.run) + " s",
    machines: () => machinesOf(job.machines),
    estimate: () => (job.estimate === null ? "estimate exact" : "estimate " + said(job.estimate) + " s"),
  }[board.gesture.what]();
  board.parts.hand.textContent = told;
  board.parts.hand.hidden = false;
  const box = board.parts.board.getBoundingClientRect();
  board.parts.hand.style.left =
    Math.max(0, Math.min(event.clientX - box.left + 14, box.width - board.parts.hand.offsetWidth - 4)) + "px";
  board.parts.hand.style.top = event.clientY - box.top - 30 + "px";
}

export function letGo() {
  if (!board.gesture) return;
  const { moved, job } = board.gesture;
  board.gesture = null;
  board.parts.hand.hidden = true;
  if (moved) write();
  draw();
  want();
  if (moved && job) say(words(job));
  if (!moved && job) tap(job.key);
}

// Two clicks on a job show its numbers. The browser tells of no double click on what a pointer was captured from.
const TWICE = 450; // ms
let tapped = { key: null, at: 0 };
function tap(key) {
  const now = performance.now();
  const isSecond = tapped.key === key && now - tapped.at < TWICE;
  tapped = { key: isSecond ? null : key, at: now };
  if (isSecond) openFields();
}

export function takeBack() {
  if (!board.gesture) return false;
  state.jobs = board.gesture.before;
  state.selected = board.gesture.selected;
  board.gesture = null;
  board.parts.hand.hidden = true;
  draw();
  want();
  return true;
}
