// The last sketch of the Studio is kept by the browser, so that the way to another page and back loses nothing: this tab
// has its own, a new one begins with the latest. What is read back may be anybody's: only what looks like a link is
// used, and the server reads it as it reads every link.
import { ranHere } from "../recent.js";
import * as keptFields from "./kept_fields.js";

const none = () => window.dash_clientside.no_update;
const SKETCH = "corral-sketch";
const HISTORY = "corral-history";
const RECENT = "shell-recent";
const LINK = /^[A-Za-z0-9_-]{1,8000}$/;
const MOST_STEPS = 20; // of undo and of redo
const MOST_LETTERS = 400000;
const OF_PAGE = ["tab", "metric", "policy", "point", "replication", "job", "iteration", "step", "off"];

/** @param {"localStorage" | "sessionStorage"} storage
 * @param {string} name */
function read(storage, name) {
  try {
    const text = window[storage].getItem(name);
    return text && text.length <= MOST_LETTERS ? JSON.parse(text) : null;
  } catch {
    return null; // nothing is kept, or nothing that can be read
  }
}
/** @param {"localStorage" | "sessionStorage"} storage
 * @param {string} name
 * @param {unknown} value */
function write(storage, name, value) {
  try {
    window[storage].setItem(name, JSON.stringify(value));
  } catch {
    // full, or forbidden: then the address bar alone holds the sketch
  }
}

const isText = (value, most) => typeof value === "string" && value.length <= most;
export function kept() {
  const found = read("sessionStorage", SKETCH) || read("localStorage", SKETCH);
  if (!found || !isText(found.link, 8000) || !LINK.test(found.link)) return null;
  const origin = isText(found.origin, 8000) && LINK.test(found.origin) ? found.origin : null;
  const page = isText(found.page, 2000) ? new URLSearchParams(found.page) : new URLSearchParams();
  const state = new URLSearchParams({ s: found.link });
  OF_PAGE.forEach((name) => page.has(name) && state.set(name, page.get(name)));
  const family = isText(found.family, 40) ? found.family : null;
  const title = isText(found.title, 1000) ? found.title : "your last sketch";
  const typed = keptFields.read(found.typed);
  return { link: found.link, origin: origin, family: family, title: title, typed: typed, search: "?" + state };
}

let begunWith = null; // the sketch in the address
let before = null;
let stepsBefore = null; // as this tab left it
let first; // the link of the page as it came
let isChanged = false;
let latest = null; // what is kept of the sketch

function keep(isLeaving) {
  const typed = keptFields.now();
  if (!latest || window.location.pathname !== "/" || !(isChanged || Object.keys(typed).length)) return;
  const now = Object.assign({}, latest, { page: window.location.search, typed: typed });
  write("sessionStorage", SKETCH, now);
  const last = isLeaving && read("localStorage", SKETCH);
  if (!last || last.link === now.link) write("localStorage", SKETCH, now); // or another tab has sketched since
}

// Of the runs of this tab the latest one of the same family that is not the sketch itself; else, where something was
// run here, the example that the sketch came from; else what another tab ran, or one that is closed.
function compared(now) {
  const isOther = (run) =>
    run &&
    isText(run.link, 8000) &&
    LINK.test(run.link) &&
    run.link !== now.link &&
    (!run.family || run.family === now.family);
  const latest = (runs) => ((Array.isArray(runs) ? runs : []).find(isOther) || { link: null }).link;
  const here = ranHere();
  const origin = now.origin !== now.link ? now.origin : null;
  const a = latest(here) || (here.length && origin) || latest(read("localStorage", RECENT)) || origin;
  return "/compare?" + (a ? "a=" + a + "&" : "") + "b=" + now.link;
}

// The ways in the head of the page, at the moment that somebody comes near them.
function lead(event) {
  const way = event.target.closest && event.target.closest(".page-head nav a");
  if (!way) return;
  way.dataset.path = way.dataset.path || way.getAttribute("href");
  const now = kept();
  if (!now) return;
  if (way.dataset.path === "/") way.setAttribute("href", "/" + now.search);
  if (way.dataset.path === "/compare") way.setAttribute("href", compared(now));
}

// A page that came with the first example, and on which nothing has happened, is no sketch of anybody's.
function keepLink(link, named) {
  if (window.location.pathname !== "/" || !link || !LINK.test(link)) return none();
  first = first || link;
  isChanged = isChanged || Boolean(begunWith) || link !== first;
  latest = { link: link, origin: named.origin, family: named.family, title: named.title };
  keep();
  return none();
}

export const callbacks = {
  keep: keepLink,
  keepNamed: (named, link) => keepLink(link, named), // what it is called comes later

  // The server has said what is wrong with what was typed, or that nothing is.
  keepTyped: (errors) => {
    if (!Object.keys(errors).length) keptFields.isSketch();
    keep();
    return none();
  },

  // Once, when the page has come.
  bringTyped: (asked) => {
    if (asked && before && before.link === begunWith && window.location.pathname === "/")
      keptFields.bring(before.typed);
    return none();
  },

  keepHistory: (history) => {
    if (window.location.pathname !== "/") return none();
    const past = history.past.slice(-MOST_STEPS);
    const future = history.future.slice(0, MOST_STEPS);
    if (past.length || future.length)
      write("sessionStorage", HISTORY, { past: past, present: history.present, future: future });
    return none();
  },

  // Once, when the page has come.
  bringHistory: (asked) => {
    const isUsable = stepsBefore && Array.isArray(stepsBefore.past) && Array.isArray(stepsBefore.future);
    return asked && isUsable && begunWith && window.location.pathname === "/" ? stepsBefore : none();
  },

  offerLast: (link) => {
    if (window.location.pathname !== "/" || begunWith || !before || isChanged) return "";
    const isTyped = Object.keys(before.typed).length > 0; // and has no name yet
    if (before.link === link && !isTyped) return "";
    const way = { href: "/" + before.search, children: before.title + (isTyped ? ", with what you typed" : "") };
    return ["Go on with your last sketch: ", { type: "A", namespace: "dash_html_components", props: way }];
  },
};

export function start() {
  begunWith = new URLSearchParams(window.location.search).get("s");
  before = kept();
  stepsBefore = read("sessionStorage", HISTORY);
  ["pointerover", "pointerdown", "focusin", "click"].forEach((name) => document.addEventListener(name, lead, true));

  window.addEventListener("pagehide", () => keep(true));
}
