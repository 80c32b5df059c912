// What stands around the picture of a whole schedule: what can be chosen, buttons that move it, and its tables.
import { download, find, go, look, lookLater } from "./asking.js";
import * as wholeHands from "./hands.js";
import { holdWhole } from "./hands.js";
import { draw, point } from "./picture.js";
import { fillTable } from "./said.js";
import { jobsTable } from "./table.js";
import * as wholeView from "./view.js";
import { all, highest, place, view, whole, whose } from "./view.js";

const LAYOUTS = [
  ["machines", "Processors"],
  ["owners", "Users"],
  ["sizes", "Sizes"],
];
const COLORED = [
  ["job", "job"],
  ["owner", "user"],
];
const FORMS = [
  ["csv", "CSV", "csv"],
  ["parquet", "Parquet", "parquet"],
  ["swf", "SWF", "swf.gz"],
];
const LARGER = 1.6,
  FAR = 0.5; // of the window, at a press
const made = (...given) => wholeView.made(...given);

function choice(label, options, value, chosen) {
  const select = made(
    "select",
    {},
    ...options.map(([one, words]) => made("option", { value: one, textContent: words })),
  );
  select.value = value;
  select.addEventListener("change", () => chosen(select.value));
  return { label: made("label", { className: "jobs-field" }, label, select), select: select };
}

function button(words, title, act) {
  const found = made("button", { type: "button", className: "jobs-button", textContent: words, title: title });
  found.setAttribute("aria-label", title);
  found.addEventListener("click", act);
  return found;
}

function canvas(name, label, more) {
  const found = made("canvas", { className: name, ...more });
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", label);
  return found;
}

function choices() {
  const replication = made("input", { type: "number", min: 1, value: 1 });
  replication.addEventListener("change", () => {
    const most = view.told.study.tree.study.replications;
    view.replication = Math.min(Math.max(1, Math.round(Number(replication.value)) || 1), most) - 1;
    replication.value = view.replication + 1;
    find();
  });
  return {
    policy: choice("Policy", [], "", (value) => {
      view.policy = value;
      find();
    }),
    layout: choice("Rows are", LAYOUTS, view.layout, (value) => {
      view.layout = value;
      if (!view.head) return;
      view.at = Object.assign({}, view.at, { lowest: 0, highest: highest() });
      look();
    }),
    colored: choice("Colored by", COLORED, view.colored, (value) => {
      view.colored = value;
      look();
    }),
    replication: replication,
  };
}

function moves() {
  const hands = wholeHands;
  const act = (change) => () => view.head && go(hands.tidy(whole(), change(view.at)));
  return made(
    "div",
    { className: "jobs-bar" },
    button(
      "+",
      "Larger",
      act((at) => hands.zoomed(at, 1 / LARGER)),
    ),
    button(
      "−",
      "Smaller",
      act((at) => hands.zoomed(at, LARGER)),
    ),
    button(
      "←",
      "Earlier",
      act((at) => hands.moved(at, -FAR, 0)),
    ),
    button(
      "→",
      "Later",
      act((at) => hands.moved(at, FAR, 0)),
    ),
    button(
      "Whole",
      "The whole schedule",
      act(() => all()),
    ),
  );
}

function tables(parts) {
  parts.rows.setAttribute("role", "region");
  parts.rows.setAttribute("aria-label", "Table of this picture");
  parts.table.append(made("summary", { textContent: "Table of this picture" }), parts.rows);
  parts.table.addEventListener("toggle", () => parts.table.open && view.shown && fillTable());
  const forms = FORMS.map(([form, words, ending]) =>
    button(words, `Download all jobs as ${words}`, () => download(form, ending)),
  );
  parts.jobs.append(
    made("summary", { textContent: "Table of the jobs" }),
    made("div", { className: "jobs-bar" }, made("span", { textContent: "All rows as" }), ...forms),
  );
  const seen = () => ({ since: view.at.since, until: view.at.until });
  view.jobs = jobsTable(parts.jobs, { id: () => view.id, head: () => view.head, window: seen, again: find });
  parts.jobs.addEventListener("toggle", () => parts.jobs.open && view.id && view.jobs.ask());
}

export function build() {
  const root = place(),
    asked = choices();
  const picture = canvas(
    "whole-picture",
    "Schedule: processors over time; the sentence and the tables below say what is in it. Arrows move it, plus and minus make it larger and smaller.",
    { tabIndex: 0 },
  );
  const lines = canvas(
    "whole-lines",
    "Jobs that wait and processors in use over time; the table below has the numbers.",
  );
  const parts = (view.parts = {
    asked: asked,
    picture: picture,
    lines: lines,
    tip: made("div", { className: "whole-tip", hidden: true }),
    status: made("p", { className: "picture-text whole-status" }),
    legend: made("ul", { className: "whole-legend" }),
    rows: made("div", { tabIndex: 0, className: "whole-jobs" }),
    table: made("details", { className: "table-of-picture" }),
    jobs: made("details", { className: "table-of-picture" }),
  });
  parts.status.setAttribute("role", "status");
  tables(parts);
  const bar = made(
    "div",
    { className: "whole-bar" },
    asked.policy.label,
    made("label", { className: "jobs-field" }, "Replication", asked.replication),
    asked.layout.label,
    asked.colored.label,
  );
  root.replaceChildren(
    bar,
    moves(),
    made("div", { className: "whole-place" }, picture, parts.tip),
    parts.legend,
    made("div", { className: "whole-place" }, lines),
    parts.status,
    parts.table,
    parts.jobs,
  );
  const mark = (one) => {
    view.mark = one;
    draw();
  };
  holdWhole({
    canvas: picture,
    box: () => view.box,
    at: () => view.at,
    whole: whole,
    go: go,
    mark: mark,
    point: point,
  });
  new ResizeObserver(() => {
    if (view.head && view.at) {
      draw();
      lookLater();
    }
  }).observe(root);
}

// What there is to choose from.
export function offer() {
  const { asked } = view.parts,
    { told, head } = view;
  const glyphs = JSON.parse(place().dataset.looks);
  const policies = told.study.tree.policies.filter((name) => !(told.off || []).includes(name));
  asked.policy.select.replaceChildren(
    ...policies.map((name) => made("option", { value: name, textContent: `${glyphs[name] || ""} ${name}`.trim() })),
  );
  asked.policy.select.value = view.policy;
  asked.replication.max = told.study.tree.study.replications;
  asked.replication.value = view.replication + 1;
  if (!head) return;
  /** @param {string[]} choice */
  const named = ([one, words]) =>
    made("option", { value: one, textContent: one === "owners" && whose() === "class" ? "Classes" : words });
  asked.layout.select.replaceChildren(...LAYOUTS.filter(([one]) => one !== "machines" || head.named).map(named));
  asked.layout.select.value = view.layout;
  asked.colored.select.options[1].textContent = whose();
}
