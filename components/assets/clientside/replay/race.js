// The race: several policies on one clock. The player moves it; here are the ways to where they part, and why each does
// what it does then. Everything comes with the race, so that no server is asked on the way.
import * as glossary from "../page/words.js";
import { followJob } from "../pictures/one_job.js";
import { against } from "../studio/open.js";
import { isLate } from "./late.js";

const ids = { first: "studio-race-first", back: "studio-race-back", next: "studio-race-next" };
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const find = (id) => document.getElementById(id);
let now = null; // {trace, n}: where the player is

const isSeen = (element) => Boolean(element) && element.getClientRects().length > 0;
const parted = () => (now && now.trace.parted) || [];
const isRaced = () => Boolean(now && now.trace.parted);
const isShown = () => isSeen(find("studio-race")) && isRaced(); // also while presenting, where the buttons are away

// The next place (1), the one before (-1) or the first one (0) where they part in this window.
function target(by) {
  const all = parted();
  if (!by) return all[0];
  return by > 0 ? all.find(({ step }) => step > now.n) : all.filter(({ step }) => step < now.n).pop();
}

// Beyond the window: the number of a job, from 0, with which they part.
function beyond(by) {
  const { earliest, further, first } = now.trace;
  if (by > 0) return further;
  return by === 0 && earliest !== null && (earliest < first - 1 || !parted().length) ? earliest : null;
}
const canGo = (by) => isShown() && Boolean(target(by) || beyond(by) !== null);

export function go(by) {
  if (!canGo(by)) return;
  const job = beyond(by);
  // Nobody differs before the first job that does: the first place in its window is the first of all.
  const sought = by === 0 ? null : job;
  if (job !== null && (by === 0 || !target(by))) travel({ job: sought, first: Math.max(1, job + 1 - BEFORE_JOB) });
  else goTo(target(by));
}

function goTo(place, job) {
  const followed = job === undefined ? place && place.jobs[0] : job;
  if (followed !== undefined) followJob(followed);
  if (!place) return;
  now = { trace: now.trace, n: place.step };
  show(); // at once; the line and the table follow by way of Dash
  window.requestAnimationFrame(() => window.setTimeout(() => near(place.step))); // when the words are seen
  set("studio-step", { value: place.step });
}

// To another window, and perhaps to other policies: what comes then is shown at the moment of a job.
const BEFORE_JOB = 20; // jobs of the window before it, as in why/jobs.py
let sought = null;
function travel(wanted) {
  sought = wanted;
  episode = wanted.episode || null;
  // Beside another study, those of the page are called A.
  const named = (name) => (against ? "A " + name : name);
  if (wanted.racers) set("studio-racers", { value: wanted.racers.map(named) });
  if (wanted.point !== undefined) set("studio-replay-point", { value: wanted.point });
  if (wanted.racers) set("studio-replay-replication", { value: 1 });
  set("studio-replay-first-job", { value: wanted.first });
  ["studio-since", "studio-until"].forEach((id) => set(id, { value: null })); // of coscheduling: the whole run
  set("studio-tabs", { value: "race" });
  arrive();
}
function arrive() {
  if (!sought || !isShown() || isLate()) return;
  const { trace } = now,
    { job, first, racers } = sought;
  if (
    trace.first !== first ||
    (racers &&
      racers.slice().sort().join() !==
        trace.racers
          .map((name) => (against ? name.slice(2) : name))
          .sort()
          .join())
  )
    return;
  sought = null;
  mark();
  if (job === null) goTo(parted()[0]);
  else
    goTo(
      parted().find(({ jobs }) => jobs.includes(job)),
      job,
    );
}

// An episode, from where states differ to where they are the same again, lies behind the picture; a link holds it as
// job-begin-end. It is that of its window: somebody who goes elsewhere leaves it.
let episode = null;
function readEpisode(text) {
  const found = /^(\d{1,7})_(\d+(?:\.\d+)?)_(\d+(?:\.\d+)?)$/.exec(text);
  return found && { job: Number(found[1]) - 1, begin: Number(found[2]), end: Number(found[3]) };
}
const written = () => (episode ? [episode.job + 1, episode.begin, episode.end].join("_") : "");
function mark() {
  const picture = document.querySelector("#studio-race .js-plotly-plot");
  if (!picture || !picture.layout || !picture.layout.shapes) return;
  const others = picture.layout.shapes.filter((one) => one.name !== "episode");
  const color = window.getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
  const band = episode && {
    type: "rect",
    name: "episode",
    yref: "paper",
    y0: 0,
    y1: 1,
    x0: episode.begin,
    x1: episode.end,
    fillcolor: color,
    opacity: 0.12,
    line: { width: 0 },
    layer: "below",
  };
  if (band || others.length < picture.layout.shapes.length)
    window.Plotly.relayout(picture, { shapes: band ? others.concat(band) : others });
}
function openEpisode(opens, [job, begin, end]) {
  const first = Math.max(1, job + 1 - BEFORE_JOB);
  travel({
    racers: opens.racers.split(","),
    point: opens.point,
    job: job,
    first: first,
    episode: { job: job, begin: begin, end: end },
  });
}

// So near that the instants around can be told apart; who zooms out again (double click) sees all of it.
const BEFORE = 12,
  AFTER = 24; // instants
const WIDEST = 3; // times as wide as that, in which nothing has to move
function near(step) {
  const picture = document.querySelector("#studio-race .js-plotly-plot");
  const { steps } = now.trace;
  const range = [steps[Math.max(0, step - BEFORE)].time, steps[Math.min(steps.length - 1, step + AFTER)].time];
  if (!picture || !picture.layout || range[1] <= range[0]) return;
  const [low, high] = picture.layout.xaxis.range.map(Number),
    width = high - low,
    time = steps[step].time;
  const isIn = time > low + 0.05 * width && time < high - 0.1 * width && width < WIDEST * (range[1] - range[0]);
  if (!isIn) window.Plotly.relayout(picture, { "xaxis.range": range }); // which draws all of it anew
}

export const isThere = () => canGo(0);

// What a policy said last at this instant: at it, or before.
function column(policy) {
  const { trace, n } = now;
  const last = trace.told[policy][n];
  const said = last < 0 ? ["Nothing has happened yet."] : trace.reasons[policy][last];
  const [when, ...why] = said || ["Not told here: there are too many events. The tab Decisions tells them."];
  const isPast = last >= 0 && n > 0 && trace.told[policy][n - 1] === last;
  const head = glossary.make("h2", { textContent: policy });
  const place = glossary.make(
    "section",
    { className: isPast ? "past" : "" },
    head,
    glossary.make("p", { className: "when", textContent: when }),
  );
  why.forEach((sentence) => place.append(glossary.make("p", { textContent: sentence })));
  return place;
}

function show() {
  const place = find("studio-race-reasons");
  if (!place || !now.trace.reasons) return;
  place.replaceChildren(...now.trace.racers.map(column));
  const all = parted();
  const at = all.findIndex(({ step }) => step === now.n);
  const { further } = now.trace;
  const then = further === null ? "" : ", and after it first with job " + (further + 1);
  const words =
    at >= 0
      ? at + 1 + " of " + all.length + ". " + all[at].said
      : all.length
        ? all.length + " different decisions in this window."
        : "In this window they decide nothing otherwise" + then + ".";
  if (find("studio-race-said").textContent !== words) find("studio-race-said").textContent = words;
  const enable = (id, is) => find(id).disabled === is && set(id, { disabled: !is }); // Dash tells everybody of it
  enable(ids.first, canGo(0));
  enable(ids.back, canGo(-1));
  enable(ids.next, canGo(1));
}

// Who comes from Compare sees the first decision in which its sides differ, unless the link says where to look.
let isToBegin = false;
function begin() {
  if (!isToBegin || !isShown() || isLate()) return;
  isToBegin = false;
  window.setTimeout(() => go(0));
}

// The rows of the table of episodes open them, too; by keys they are reached once the table is open.
const rowOf = (element) => element.closest && element.closest("#studio-why-episodes-panel tbody tr");
function openRow(row) {
  const picture = document.querySelector("#studio-why-episodes .js-plotly-plot");
  const all = picture ? picture.data.flatMap((one) => one.customdata || []) : [];
  const column = [...row.closest("table").querySelectorAll("thead th")].findIndex((cell) =>
    /^Decided about job/.test(cell.textContent),
  );
  const job = Number(row.cells[column].textContent) - 1;
  const found = all.find((one) => one[0] === job);
  if (found && picture.layout.meta) openEpisode(picture.layout.meta.opens, found);
}

export { written as episode };

export function start() {
  episode = readEpisode(new URL(window.location.href).searchParams.get("episode") || "");
  isToBegin = window.location.pathname === "/compare/race" && !/[?&](step|job|episode)=/.test(window.location.search);
  document.addEventListener("corral-late", () => window.requestAnimationFrame(arrive));

  document.addEventListener("corral-late", () => window.requestAnimationFrame(begin));

  document.addEventListener("corral-instant", ({ detail }) => {
    now = detail;
    if (now.trace.reasons) show();
    arrive();
    begin();
  });
  // The tab comes when it is opened, which may be after the player has been there.
  document.addEventListener("corral-drawn", ({ target: picture }) => {
    if (!picture.closest) return;
    if (picture.closest("#studio-race")) {
      if (now) show();
      mark();
    }
    if (picture.closest("#studio-why-episodes") && picture.on && !picture.opensEpisodes) {
      picture.opensEpisodes = true;
      picture.on(
        "plotly_click",
        ({ points }) => picture.layout.meta && openEpisode(picture.layout.meta.opens, points[0].customdata),
      );
    }
  });

  document.addEventListener(
    "toggle",
    (/** @type {{ target: any }} */ { target: opened }) => {
      if (!opened.closest || !opened.closest("#studio-why-episodes-panel")) return;
      opened.querySelectorAll("tbody tr").forEach((row) => row.setAttribute("tabindex", "0"));
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    const row = event.key === "Enter" && rowOf(event.target);
    if (row) openRow(row);
  });
  document.addEventListener("click", ({ target: clicked }) => {
    const row = rowOf(clicked);
    if (row) return openRow(row);
    const button = clicked.closest && clicked.closest("button");
    if (!button) return;
    if (button.classList.contains("why-job")) {
      const { racers, point, job, first } = button.dataset;
      travel({ racers: racers.split(","), point: point, job: Number(job), first: Number(first) });
    }
    if (button.id === ids.first) go(0);
    else if (button.id === ids.back) go(-1);
    else if (button.id === ids.next) go(1);
  });
}
