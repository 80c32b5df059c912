// The tables of a whole schedule: queue and utilization of what is seen, and its jobs, a page at a time from the server.
import { wallClock } from "./clock.js";

const PARTS = 24;
const made = (name, properties, ...children) => {
  const found = Object.assign(document.createElement(name), properties || {});
  found.append(...children);
  return found;
};
const plain = (n) =>
  n === null || n === undefined
    ? "–"
    : typeof n === "string"
      ? n
      : (Number.isInteger(n) ? n : Number(n.toPrecision(7)))
          .toLocaleString("en", { maximumFractionDigits: 3 })
          .replace(/,/g, "\u2009");

// Columns joined to at most so many: the least of the least, the mean of the means, the largest of the largest.
function joined(part) {
  const of = Math.max(1, Math.ceil(part.mean.length / PARTS));
  const found = [];
  for (let n = 0; n < part.mean.length; n += of) {
    const mean = part.mean.slice(n, n + of);
    found.push({
      from: n,
      to: n + mean.length,
      least: Math.min(...part.least.slice(n, n + of)),
      mean: mean.reduce((sum, one) => sum + one, 0) / mean.length,
      largest: Math.max(...part.largest.slice(n, n + of)),
    });
  }
  return found;
}

const row = (cells, kind) => made("tr", {}, ...cells.map((cell) => made(kind || "td", { textContent: cell })));

export function overTimeTable(head, told) {
  const heads = ["From", "To", "Least queue (jobs)", "Mean", "Largest", "Least in use (%)", "Mean", "Largest"];
  const queue = joined(told.over_time.queue),
    use = joined(told.over_time.utilization);
  const time = (n) => wallClock(head, told.since + ((told.until - told.since) * n) / told.columns);
  const rows = queue.map((one, n) =>
    row([
      time(one.from),
      time(one.to),
      ...[one, use[n]].flatMap((part) =>
        [part.least, part.mean, part.largest].map((value) => plain(Number(value.toPrecision(4)))),
      ),
    ]),
  );
  return made(
    "table",
    { className: "data-table" },
    made("caption", { textContent: "Queue and utilization of what is seen" }),
    made("thead", {}, row(heads, "th")),
    made("tbody", {}, ...rows),
  );
}

// *view*: {id(), head(), window() or null, again()}: which schedule, what is told of it, and what is seen.
export function jobsTable(place, view) {
  const state = { by: "job", falls: false, first: 0, only: true, turn: 0 };
  const said = made("p", { className: "picture-text" });
  said.setAttribute("role", "status");
  const only = made("input", { type: "checkbox", checked: true });
  const back = made("button", { type: "button", className: "jobs-button", textContent: "Earlier rows" });
  const on = made("button", { type: "button", className: "jobs-button", textContent: "Later rows" });
  const body = made("div", { className: "whole-jobs", tabIndex: 0 });
  body.setAttribute("role", "region");
  body.setAttribute("aria-label", "Table of the jobs");
  place.append(
    made("div", { className: "jobs-bar" }, made("label", {}, only, " only jobs of what is seen"), back, on),
    said,
    body,
  );
  let shown = null;

  async function ask() {
    const mine = ++state.turn,
      id = view.id();
    if (!id) return;
    const asked = new URLSearchParams({
      by: state.by,
      falls: state.falls ? "1" : "0",
      first: String(state.first),
    });
    if (state.only) Object.entries(view.window()).forEach(([name, value]) => asked.set(name, value));
    said.textContent = "Asking for rows …";
    try {
      const answer = await fetch("/_studio/whole/" + id + "/jobs?" + asked);
      if (mine !== state.turn) return;
      if (answer.status === 404) return view.again();
      if (!answer.ok) throw new Error(answer.statusText);
      shown = await answer.json();
      state.first = shown.first;
      paint();
    } catch {
      if (mine === state.turn) said.textContent = "The server did not answer; change something to ask again.";
    }
  }

  function paint() {
    const heads = view.head().head.map(([name, words]) => {
      const button = made("button", {
        type: "button",
        textContent: words + (state.by === name ? (state.falls ? " ▼" : " ▲") : ""),
      });
      button.addEventListener("click", () => {
        Object.assign(state, { falls: state.by === name && !state.falls, by: name, first: 0 });
        ask();
      });
      const cell = made("th", { scope: "col" }, button);
      if (state.by === name) cell.setAttribute("aria-sort", state.falls ? "descending" : "ascending");
      return cell;
    });
    const focused = body.contains(document.activeElement) && document.activeElement.tagName === "BUTTON";
    body.replaceChildren(
      made(
        "table",
        { className: "data-table" },
        made("thead", {}, made("tr", {}, ...heads)),
        made("tbody", {}, ...shown.rows.map((one) => row(one.map(plain)))),
      ),
    );
    if (focused) [...body.querySelectorAll("th[aria-sort] button")].forEach((one) => one.focus());
    const last = shown.first + shown.rows.length;
    said.textContent = shown.total
      ? `Rows ${plain(shown.first + 1)} to ${plain(last)} of ${plain(shown.total)}.`
      : "There are no jobs in it.";
    back.disabled = shown.first === 0;
    on.disabled = last >= shown.total;
  }

  back.addEventListener("click", () => {
    state.first = Math.max(0, shown.first - shown.rows.length);
    ask();
  });
  on.addEventListener("click", () => {
    state.first = shown.first + shown.rows.length;
    ask();
  });
  only.addEventListener("change", () => {
    Object.assign(state, { only: only.checked, first: 0 });
    ask();
  });
  return {
    ask: ask,
    moved: () => {
      if (state.only) {
        state.first = 0;
        ask();
      }
    },
  };
}
