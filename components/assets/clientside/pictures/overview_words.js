// A run at a glance in words and as a table; see `overview.js`.
import { instantWords } from "./time_axis.js";

function number(value, digits) {
  const text = Number(value.toPrecision(digits)).toLocaleString("en", { maximumFractionDigits: 6 });
  return text.replace(/,/g, "\u2009");
}

const isTime = (run) => run.unit === "s";

// Long runs in hours or times of day, unless what is seen of them is too short for that.
function between(run, at, digits) {
  const isLong = run.end > 120 && at.until - at.since >= 60 && instantWords;
  const words = isLong ? instantWords : (time) => number(time, digits) + " s";
  return `${words(at.since)} to ${words(at.until)}`;
}

// A window: "20 s to 30 s", "jobs 61 to 120".
export function words(run, at) {
  if (isTime(run)) {
    const digits = Math.max(3, Math.ceil(Math.log10(run.end / Math.max(at.until - at.since, 1e-9))) + 3);
    const isWhole = at.until - at.since >= run.end * 0.999;
    return isWhole ? "the whole run" : between(run, at, digits);
  }
  const [first, last] = [Math.round(at.since) + 1, Math.round(at.until)];
  return first >= last ? `${run.unit} ${number(first, 9)}` : `${run.unit}s ${number(first, 9)} to ${number(last, 9)}`;
}

export function table(run) {
  const made = document.createElement("table");
  made.className = "data-table";
  made.createCaption().textContent = run.title + ".";
  const cells = (row, kind, values) =>
    values.forEach((value) => {
      const cell = document.createElement(kind);
      if (kind === "th") cell.scope = "col";
      cell.textContent = value;
      row.appendChild(cell);
    });
  const first = isTime(run) ? ["from (s)", "to (s)"] : [`from ${run.unit}`, `to ${run.unit}`];
  cells(made.createTHead().insertRow(), "th", [...first, run.height]);
  const body = made.createTBody();
  const width = run.end / run.heights.length;
  run.heights.forEach((height, n) => {
    const [since, until] = [n * width, (n + 1) * width];
    const ends = isTime(run) ? [since, until] : [Math.floor(since) + 1, Math.ceil(until)];
    cells(body.insertRow(), "td", [...ends.map((one) => number(one, 6)), number(height, 3)]);
  });
  return made;
}

export const length = (run) => number(run.end, 6) + (isTime(run) ? " s" : "");
