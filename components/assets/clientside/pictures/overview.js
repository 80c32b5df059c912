// The overview of a run above its pictures: a strip in which a window is brushed, with a pointer or with keys.
//
// While somebody drags, only the strip changes; the window is asked for when it is let go. Until its picture is there it
// is marked, and the next drag begins from it: what was asked last counts, not what is shown.
import { isLate, letGo } from "../replay/late.js";
import * as overview from "./overview_words.js";
import * as windows from "./windows.js";

const none = () => window.dash_clientside.no_update;
const part = (name) => document.getElementById("studio-overview" + name);
const TOUCH = 4; // px that a finger moves though it only touches
const PAUSE = 400; // ms after the last key until its window is asked for

let run = null; // what the strip shows, see `overview.py`
let asked = null; // {since, until, number}: the window that was asked for and is not there yet
let drag = null; // {grip, from, x, base, at}
let typed = null; // {at, timer}: where the keys have moved it

const known = () => (typed ? typed.at : asked || run);

function paint() {
  const at = drag && drag.at ? drag.at : known();
  const slider = part("-window");
  if (!run || !slider) return;
  slider.style.left = (100 * at.since) / run.end + "%";
  slider.style.width = (100 * (at.until - at.since)) / run.end + "%";
  const said = overview.words(run, at);
  const most = Math.max(0, run.end - (at.until - at.since));
  const values = { valuemin: 0, valuemax: most, valuenow: at.since, valuetext: `${said}, of ${overview.length(run)}` };
  Object.entries(values).forEach(([name, value]) => slider.setAttribute("aria-" + name, value));
  const isNew = typed || asked || isLate();
  part("-words").textContent =
    `${run.title}. ${drag && drag.at ? "Let go for" : isNew ? "Asked for:" : "Shown:"} ${said}.`;
  part("").classList.toggle("asked", !!isNew);
  part("").classList.toggle("resized", run.narrowest > 0);
}

function drawHeights() {
  const most = Math.max(...run.heights, 1e-12);
  const count = run.heights.length;
  const corners = run.heights.flatMap((height, n) =>
    [n, n + 1].map((x) => ((100 * x) / count).toFixed(2) + "% " + (100 - (100 * height) / most).toFixed(1) + "%"),
  );
  part("").querySelector(".overview-area > span").style.clipPath =
    "polygon(0% 100%, " + corners.join(", ") + ", 100% 100%)";
}

// Its rows are made when somebody opens it.
function fillTable() {
  const place = part("-table");
  if (place && run && place.parentElement.open) place.replaceChildren(overview.table(run));
}

// The window that was let go, or reached with keys: once, and only if it is another one.
function ask(wanted) {
  const at = windows.tidy(run, wanted);
  const before = windows.tidy(run, asked || run);
  if (at.since !== before.since || at.until !== before.until) {
    asked = { since: at.since, until: at.until, number: Infinity };
    letGo();
    window.dash_clientside.set_props("studio-brushed", {
      data: { unit: run.unit, since: at.since, until: at.until, end: run.end },
    });
  }
  paint();
}

function askTyped() {
  if (!typed) return;
  window.clearTimeout(typed.timer);
  const { at } = typed;
  typed = null;
  ask(at);
}

export const callbacks = {
  show: (found, answered) => {
    const bar = part("-bar");
    const isAnother = found && (!run || JSON.stringify(found.heights) !== JSON.stringify(run.heights));
    if (!found || (run && found.unit !== run.unit)) asked = drag = typed = null;
    run = found || null;
    if (asked && answered && asked.number <= answered.number) asked = null;
    if (bar) bar.classList.toggle("empty", !run);
    if (!run || !bar) return none();
    if (isAnother || !part("").querySelector(".overview-area > span").style.clipPath) drawHeights();
    paint();
    fillTable();
    return none();
  },

  // Jobs and iterations go into their fields, which count from 1.
  count: (brushed) => {
    const first = brushed ? Math.round(brushed.since) + 1 : null;
    return [
      brushed && brushed.unit === "job" ? first : none(),
      brushed && brushed.unit === "iteration" ? first : none(),
    ];
  },
};

export function start() {
  document.addEventListener("pointerdown", (event) => {
    const strip = event.target.closest && event.target.closest("#studio-overview");
    if (!strip || event.button !== 0 || !run) return;
    event.preventDefault(); // no text is marked, and the page does not scroll
    askTyped();
    const track = strip.querySelector(".overview-track").getBoundingClientRect();
    const base = known();
    const x = event.clientX - track.left;
    const grip = windows.gripped(run, base, x, track.width);
    drag = { grip: grip, x: event.clientX, track: track, base: base, at: null, pointer: event.pointerId };
    strip.setPointerCapture(event.pointerId);
    part("-window").focus({ preventScroll: true });
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.at && Math.abs(event.clientX - drag.x) < TOUCH) return;
    const time = (x) => ((x - drag.track.left) / drag.track.width) * run.end;
    drag.at = windows.dragged(run, drag.base, drag.grip, time(drag.x), time(event.clientX));
    paint();
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { at, base, grip, x, track } = drag;
    drag = null;
    if (at) return ask(at);
    if (grip === "new") return ask(windows.touched(run, base, ((x - track.left) / track.width) * run.end));
    paint();
  });
  document.addEventListener("pointercancel", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    drag = null; // whoever took the finger away from the page did not choose a window
    paint();
  });

  document.addEventListener("keydown", (event) => {
    if (!run || drag || event.target.id !== "studio-overview-window" || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const at = windows.keyed(run, known(), event.key, event.shiftKey);
    if (!at) return;
    event.preventDefault();
    if (typed) window.clearTimeout(typed.timer);
    typed = { at: at, timer: window.setTimeout(askTyped, PAUSE) };
    paint();
  });
  document.addEventListener("focusout", (event) => event.target.id === "studio-overview-window" && askTyped());
  document.addEventListener(
    "toggle",
    (/** @type {{ target: any }} */ event) => event.target.querySelector("#studio-overview-table") && fillTable(),
    true,
  );

  // What is asked for has a number now; it may be there already.
  document.addEventListener("corral-wanted", ({ detail }) => {
    if (!asked) return;
    asked.number = Math.min(asked.number, detail.number);
    if (detail.isThere) asked = null;
    paint();
  });

  document.addEventListener("corral-late", () => run && paint());
}
