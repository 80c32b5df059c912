// The schedules of drawn jobs are asked for past Dash, straight of the workers, while the hand moves: one question at a
// time, the newest last.
import { board, isEditable, PATH, sorted, state } from "./job_board.js";
import { draw } from "./job_picture.js";
import * as jobText from "./job_text.js";

const EVERY = 60; // ms between two questions
const GRACE = 120; // ms until strips are marked as those of other jobs
const AGAIN = [200, 500, 1000, 2000, 4000]; // ms, the last one for as long as the models are being compiled

let asked = null,
  wanted = null,
  timer = 0,
  since = 0,
  tries = 0,
  graceTimer = 0,
  number = 0;

function body() {
  const { values, ids, draft } = state.form;
  const jobs = sorted(state.jobs);
  const own = isEditable() ? values.map((value, n) => (ids[n].path === PATH ? jobText.write(jobs) : value)) : values;
  return {
    keys: jobs.map((job) => job.key),
    jobs: jobs.map((job) => Object.assign({}, job)),
    text: JSON.stringify({ draft: draft, values: own, ids: ids }),
  };
}

export function want() {
  if (!state.form || !board.host) return;
  const next = body();
  if (wanted && wanted.text === next.text) return;
  wanted = Object.assign(next, { number: (number += 1) });
  tries = 0;
  if (!graceTimer)
    graceTimer = window.setTimeout(() => board.parts.strips && board.parts.strips.classList.add("older"), GRACE);
  ask();
}

async function ask() {
  window.clearTimeout(timer);
  if (asked || !wanted) return;
  const rest = since + EVERY - performance.now();
  if (rest > 0) {
    timer = window.setTimeout(ask, rest);
    return;
  }
  const mine = (asked = wanted);
  since = performance.now();
  let found = null,
    status = 0;
  try {
    const answer = await fetch("/_studio/schedules", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: mine.text,
    });
    status = answer.status;
    found = await answer.json();
  } catch {
    // the server is away for a moment
  }
  asked = null;
  if (found && found.schedules && found.jobs === mine.keys.length) accept(mine, found);
  else if (mine === wanted) refuse(found, status);
  if (wanted !== mine) ask();
}

function accept(mine, found) {
  state.answer = { keys: mine.keys, jobs: mine.jobs, schedules: found.schedules, groups: found.groups };
  state.said = "";
  if (mine === wanted) settled();
  board.host.dataset.took = String(Math.round(performance.now() - since));
  draw();
}

function refuse(found, status) {
  const isLater = !found || found.later || status >= 500;
  state.said = found && found.errors ? found.errors.join(" ") : "The server does not answer; it is asked again.";
  if (isLater && !board.host.isConnected) return void (wanted = null); // somebody is on another page
  if (isLater) timer = window.setTimeout(ask, AGAIN[Math.min(tries++, AGAIN.length - 1)]);
  draw();
}

function settled() {
  window.clearTimeout(graceTimer);
  graceTimer = 0;
  board.parts.strips.classList.remove("older");
}
