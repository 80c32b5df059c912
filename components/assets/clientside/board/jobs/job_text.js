// A list of jobs as text, a line for each, as `families/parallel_jobs/sketch/job_list.py` reads and writes it. What is wrong with
// a line is said by the server; here it is only noticed.

const COLUMNS = ["arrival", "run", "machines", "estimate", "label", "kind", "deadline", "profit"];
const NEEDED = 3;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
const SIZES = /^(rigid|moldable|malleable)(?:\s+(\d{1,6})?\s*[-–]\s*(\d{1,6})?)?$/i;
const USUAL_PROFIT = 1000;

function cellsOf(line) {
  const mark = line.includes(",") ? "," : line.includes("\t") ? "\t" : line.includes(";") ? ";" : ",";
  const cells = [];
  let text = "",
    isQuoted = false;
  for (let n = 0; n < line.length; n++) {
    const sign = line[n];
    if (isQuoted && sign === '"' && line[n + 1] === '"') {
      text += '"';
      n += 1;
    } else if (sign === '"' && (isQuoted || !text.trim())) {
      isQuoted = !isQuoted;
      if (isQuoted) text = "";
    } else if (sign === mark && !isQuoted) {
      cells.push(text.trim());
      text = "";
    } else text += sign;
  }
  cells.push(text.trim());
  while (cells.length > NEEDED && !cells[cells.length - 1]) cells.pop();
  return cells;
}

function jobOf(line) {
  const cells = cellsOf(line);
  if (cells.length < NEEDED || cells.length > COLUMNS.length) return null;
  const job = {
    label: "",
    kind: "rigid",
    smallest: null,
    largest: null,
    estimate: null,
    deadline: null,
    profit: USUAL_PROFIT,
  };
  for (let n = 0; n < cells.length; n++) {
    const name = COLUMNS[n];
    if (name === "label") job.label = cells[n];
    else if (name === "kind" && cells[n]) {
      const found = SIZES.exec(cells[n]);
      if (!found) return null;
      job.kind = found[1].toLowerCase();
      job.smallest = found[2] ? Number(found[2]) : null;
      job.largest = found[3] ? Number(found[3]) : null;
    } else if (cells[n] && name !== "kind") {
      if (!NUMBER.test(cells[n])) return null;
      job[name] = Number(cells[n]);
    } else if (n < NEEDED) return null;
  }
  return job.arrival >= 0 && job.run > 0 && job.machines >= 1 ? job : null;
}

const written = (value) => (value === null || value === undefined || value === "" ? "" : String(value));
const quoted = (text) => (/[,;"\t#]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text);
const kindOf = ({ kind, smallest, largest }) =>
  kind === "rigid"
    ? ""
    : kind + (smallest === null && largest === null ? "" : " " + written(smallest) + "-" + written(largest));

function lineOf(job) {
  const cells = COLUMNS.slice(0, 4).map((name) => written(job[name]));
  cells.push(
    quoted(job.label),
    kindOf(job),
    written(job.deadline),
    job.profit === USUAL_PROFIT ? "" : written(job.profit),
  );
  while (cells.length > NEEDED && !cells[cells.length - 1]) cells.pop();
  return cells.join(", ");
}

// The jobs, in order of arrival, and the numbers of lines that are none.
export function read(text) {
  const jobs = [],
    wrong = [];
  text.split(/\r\n|\r|\n/).forEach((line, n) => {
    if (!line.trim() || line.trim().startsWith("#")) return;
    const job = jobOf(line);
    if (job) jobs.push(job);
    else wrong.push(n + 1);
  });
  return { jobs: sorted(jobs), wrong: wrong };
}

export const sorted = (jobs) => jobs.slice().sort((one, other) => one.arrival - other.arrival); // equal ones keep their order

export const write = (jobs) => jobs.map(lineOf).join("\n");

export { lineOf as line };
