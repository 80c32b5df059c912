// Drawn jobs as numbers: the table, and fields for the one that is selected.
import { board, byKey, isEditable, MOST, make, numberOf, sorted, state } from "./job_board.js";
import { writeSoon } from "./job_field.js";
import { draw } from "./job_picture.js";
import { want } from "./job_schedules.js";
import { said } from "./job_strips.js";

const COLUMNS = [
  ["arrival", "Arrival (s)", 0],
  ["run", "Run time (s)", 0.001],
  ["machines", "Machines", 1],
  ["estimate", "Estimate (s)", 0.001],
];

export function drawTable() {
  if (!board.parts.table || !board.parts.details.open) return;
  const jobs = sorted(state.jobs),
    { answer } = state;
  const policies = answer ? answer.schedules : [];
  const table = make("table", { class: "data-table text-1" });
  make(
    "caption",
    {},
    table,
    "Jobs, and when each of them starts, by policy; estimates that are not given are the run time.",
  );
  const head = make("tr", {}, make("thead", {}, table));
  [
    "Job",
    ...COLUMNS.map(([, title]) => title),
    "Kind",
    ...policies.flatMap((one) => [one.policy + ": start (s)", "wait (s)"]),
  ].forEach((title) => make("th", { scope: "col" }, head, title));
  const rows = make("tbody", {}, table);
  jobs.forEach((job, n) => {
    const row = make("tr", { "data-job": job.key }, rows);
    const name = make("th", { scope: "row" }, row);
    const button = make(
      "button",
      { type: "button", class: "jobs-row", "data-select": job.key },
      name,
      n + 1 + (job.label ? " " + job.label : ""),
    );
    button.setAttribute("aria-label", "Change job " + (n + 1));
    COLUMNS.forEach(([what]) => make("td", {}, row, job[what] === null ? "" : said(job[what])));
    make("td", {}, row, job.kind);
    const at = answer ? answer.keys.indexOf(job.key) : -1;
    policies.forEach((one) => {
      const isIn = at >= 0 && one.start[at] !== null;
      make("td", {}, row, at < 0 ? "" : isIn ? said(one.start[at]) : one.outcome[at]);
      make("td", {}, row, isIn ? said(one.start[at] - answer.jobs[at].arrival) : "");
    });
  });
  board.parts.table.replaceChildren(table);
}

function field(label, name, value, attributes) {
  const place = make("label", { class: "jobs-field" });
  make("span", {}, place, label);
  const input = make(name === "kind" ? "select" : "input", Object.assign({ "data-name": name }, attributes), place);
  if (name === "kind") ["rigid", "moldable", "malleable"].forEach((one) => make("option", { value: one }, input, one));
  input.value = value === null || value === undefined ? "" : value;
  return place;
}

export function drawFields() {
  const job = byKey(state.selected);
  const key = job && isEditable() ? JSON.stringify([job, numberOf(job.key)]) : "";
  board.parts.buttons.remove.disabled = board.parts.buttons.change.disabled = !key;
  board.parts.buttons.add.disabled = !isEditable() || state.jobs.length >= MOST;
  if (!key) board.parts.fields.hidden = true;
  if (!key || board.parts.fields.dataset.of === key) return;
  if (
    board.parts.fields.contains(document.activeElement) &&
    board.parts.fields.dataset.job === String(job.key) &&
    board.parts.fields.dataset.of
  ) {
    board.parts.fields.querySelector("h2").textContent = "Job " + numberOf(job.key);
    board.parts.fields.dataset.of = key; // what somebody types in is not taken away
    return;
  }
  const before = board.parts.fields.hidden;
  board.parts.fields.dataset.of = key;
  board.parts.fields.dataset.job = job.key;
  const number = (name, title, least, step) =>
    field(title, name, job[name], { type: "number", min: least, step: step || "any", inputmode: "decimal" });
  board.parts.fields.replaceChildren(
    make("h2", {}, null, "Job " + numberOf(job.key)),
    field("Name", "label", job.label, { maxlength: 40 }),
    ...COLUMNS.map(([name, title, least]) => number(name, title, least, name === "machines" ? 1 : "any")),
    field("Kind", "kind", job.kind, {}),
    ...(job.kind === "rigid"
      ? []
      : [number("smallest", "Smallest size", 1, 1), number("largest", "Largest size", 1, 1)]),
  );
  board.parts.fields.hidden = before;
}

export function typed({ target }) {
  const job = byKey(state.selected),
    name = target.dataset.name;
  if (!job || !name) return;
  const text = target.value.trim();
  const isWord = name === "label" || name === "kind";
  const mayBeEmpty = ["estimate", "smallest", "largest", "label"].includes(name);
  if (!isWord && ((text === "" && !mayBeEmpty) || (text !== "" && !Number.isFinite(Number(text))))) return;
  const value = isWord ? text : text === "" ? null : Number(text);
  if (
    (name === "arrival" && value < 0) ||
    (name === "run" && value <= 0) ||
    (name === "machines" && (value < 1 || value % 1))
  )
    return;
  job[name] = value;
  if (name === "kind" && value === "rigid") job.smallest = job.largest = null;
  if (name === "kind") board.parts.fields.dataset.of = "";
  draw();
  want();
  writeSoon();
}

export function openFields() {
  if (!byKey(state.selected)) return;
  board.parts.fields.hidden = false;
  drawFields();
  const first = board.parts.fields.querySelector('[data-name="arrival"]');
  if (first) first.focus();
}
