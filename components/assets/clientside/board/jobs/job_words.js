// Drawn jobs in words: one of them, and what the schedules below them come to.
import { board, numberOf, state } from "./job_board.js";
import { said } from "./job_strips.js";

export const called = (job) => "job " + numberOf(job.key) + (job.label ? " “" + job.label + "”" : "");
export const machinesOf = (count) => count + (count === 1 ? " machine" : " machines");

export function words(job) {
  const at = state.answer ? state.answer.keys.indexOf(job.key) : -1;
  const waits =
    at < 0
      ? []
      : state.answer.schedules.map((one) =>
          one.start[at] === null
            ? "is " + one.outcome[at] + " under " + one.policy
            : "waits " + said(one.start[at] - state.answer.jobs[at].arrival) + " s under " + one.policy,
        );
  const estimate = job.estimate && job.estimate !== job.run ? ", estimated at " + said(job.estimate) + " s" : "";
  const kind = job.kind === "rigid" ? "" : ", " + job.kind;
  return (
    called(job) +
    ": arrives at " +
    said(job.arrival) +
    " s, " +
    said(job.run) +
    " s on " +
    machinesOf(job.machines) +
    estimate +
    kind +
    (waits.length ? ", " + waits.join(", ") : "")
  );
}

let toldTimer = 0;
export function tell() {
  window.clearTimeout(toldTimer);
  toldTimer = window.setTimeout(() => {
    const { answer } = state;
    if (!answer || !board.parts.text) return;
    // Where some are sent away, waits are of other jobs under each policy.
    const isRefusing = answer.schedules.some((one) => one.outcome.some(Boolean));
    if (isRefusing && answer.schedules.every((one) => one.profit !== null))
      return showTold(profitWords(answer.schedules));
    const known = answer.schedules.filter((one) => one.wait !== null);
    const best = known.reduce((a, b) => (a && a.wait <= b.wait ? a : b), null);
    const worst = known.reduce((a, b) => (a && a.wait >= b.wait ? a : b), null);
    if (!best) return showTold("");
    const least = `${said(best.wait)} s`;
    if (best.wait === worst.wait) return showTold(`Under each policy the mean wait is ${least}.`);
    const most = `${said(worst.wait)} s`;
    showTold(`The mean wait is shortest under ${best.policy}, ${least}, and longest under ${worst.policy}, ${most}.`);
  }, 300);
}

function showTold(words) {
  if (board.parts.text.textContent !== words) board.parts.text.textContent = words;
}

function profitWords(schedules) {
  const [least, ...more] = schedules.slice().sort((a, b) => a.profit - b.profit);
  const most = more.length ? more[more.length - 1] : least;
  if (most.profit === least.profit) return "Under each policy the jobs bring " + said(most.profit) + " $.";
  const [high, low] = [most, least].map((one) => `${one.policy}, ${said(one.profit)} $`);
  return `The jobs bring most under ${high}, and least under ${low}.`;
}
