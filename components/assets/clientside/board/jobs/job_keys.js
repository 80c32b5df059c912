// Keys on drawn jobs.
import { board, byKey, isEditable, sorted, state } from "./job_board.js";
import { addByKey, alter, remove, select, step } from "./job_changes.js";
import { takeBack } from "./job_hand.js";
import { openFields } from "./job_numbers.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

export function press(event) {
  if (event.key === "Escape" && takeBack()) return event.preventDefault();
  const own = event.target.closest && event.target.closest("[data-key]");
  if (!own || !board.parts.list.contains(own) || event.ctrlKey || event.metaKey) return;
  const job = byKey(Number(own.dataset.key));
  const jobs = sorted(state.jobs),
    at = jobs.indexOf(job);
  const by = (event.shiftKey ? 10 : 1) * step();
  const isAcross = ["ArrowLeft", "ArrowRight"].includes(event.key);
  let done = true;
  if (ARROWS[event.key] && !isAcross && !event.altKey) {
    select(jobs[Math.max(0, Math.min(jobs.length - 1, at + ARROWS[event.key]))].key, true);
  } else if (event.key === "Home" || event.key === "End")
    select(jobs[event.key === "Home" ? 0 : jobs.length - 1].key, true);
  else if (event.key === " ") select(job.key, true);
  else if (!isEditable()) done = false;
  else if (isAcross) alter(job, event.altKey ? "run" : "arrival", ARROWS[event.key] * by);
  else if (ARROWS[event.key]) alter(job, "machines", -ARROWS[event.key] * (event.shiftKey ? 10 : 1));
  else if (event.key === "[" || event.key === "]") alter(job, "estimate", (event.key === "[" ? -1 : 1) * by);
  else if (event.key === "Enter") openFields();
  else if (event.key === "Delete" || event.key === "Backspace") remove();
  else if (event.key === "Insert" || event.key === "n" || event.key === "N") addByKey();
  else done = false;
  if (done) {
    event.preventDefault();
    event.stopPropagation();
  }
}
