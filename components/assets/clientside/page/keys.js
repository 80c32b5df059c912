// Keys that hold everywhere, ways past what stands before, and the list of all keys.
import * as before from "../before/before.js";
import * as race from "../replay/race.js";
import { isRaceOfCompare } from "../studio/open.js";
import { askWhy } from "../studio/why.js";
import * as words from "./words.js";

const RUN = ["studio-run", "compare-run"];
const PLACES = { search: "questions-search", page: "/questions#questions-search" };
const WHY = JSON.stringify({ tab: "why", type: "studio-tab" });
const WHY_OF_SIDES = "compare-why";
const TYPED = "input, textarea, select, [contenteditable=true]";
/** @type {[string, [string, string][]][]} */
const ALL = [
  [
    "Everywhere",
    [
      ["/", "look for a question or an example"],
      ["?", "this list"],
      ["F1", "what the word means that has the focus"],
      ["Esc", "close, leave, or take a drag back"],
    ],
  ],
  [
    "Answer",
    [
      ["P", "pin the answer, or let it go; in a field with Alt"],
      ["C", "compare with what is pinned, or was there before; in a field with Alt"],
      ["W", "why two policies differ"],
    ],
  ],
  [
    "Sketch",
    [
      ["Ctrl Enter", "run"],
      ["Ctrl Z", "undo; in a field in which something was typed, of what was typed there"],
      ["Ctrl Y", "redo; Ctrl Shift Z as well"],
      ["↑ ↓", "one step up or down, of a number or a handle; of a handle with Shift by ten"],
      ["Home End", "the least, the most of a handle"],
    ],
  ],
  [
    "Groups of machines on the board",
    [
      ["Enter", "a name; on +, one more group"],
      ["D Del", "copy, remove"],
    ],
  ],
  [
    "Snapshots",
    [
      ["← → Home End", "from one to the next"],
      ["Enter", "back or forth to it, as undo and redo"],
    ],
  ],
  [
    "Bars of outages and owners",
    [
      ["← →", "earlier, later; with Shift by ten, with Alt the end alone"],
      ["↑ ↓", "more machines, fewer"],
      ["R", "once, daily, weekly"],
      ["D G Del", "copy, to the next group, remove"],
    ],
  ],
  [
    "Values on the axis of the curves",
    [
      ["← →", "less, more; with Shift by ten"],
      ["↑ ↓", "the next one, the one before"],
      ["N Del", "one more, one less"],
    ],
  ],
  [
    "Whole run above a replay",
    [
      ["← →", "move the window; with Shift make it shorter or longer"],
      ["Home End", "to the beginning or the end"],
    ],
  ],
  [
    "Race",
    [
      ["D", "next different decision, with Shift the first one; of Compare to the race"],
      ["B", "from the race back to Compare"],
    ],
  ],
  [
    "Windows of coscheduling",
    [
      ["← →", "earlier, later"],
      ["+ − 0", "zoom in, zoom out, the whole run"],
    ],
  ],
  [
    "Present",
    [
      ["→ ←", "next event, the one before"],
      ["Space", "play or pause"],
      ["T", "next tab"],
      ["M", "next metric"],
      ["R", "reveal"],
      ["W", "why two policies, or two sides, differ"],
      ["J", "a job that lost by it, in the race; with Shift one that gained"],
      ["I", "what if the next candidate of this decision had been chosen; with Shift the one before"],
      ["C", "choose the controls of the lecture"],
      ["+ −", "size"],
      ["H", "hide the line of keys"],
      ["Esc", "leave"],
    ],
  ],
  [
    "Classes, for the teacher",
    [
      ["← →", "the question before, the next one"],
      ["R", "reveal the answer"],
      ["Q", "the QR code small or large"],
    ],
  ],
];
const find = (id) => document.getElementById(id);
const isPresenting = () => document.documentElement.classList.contains("presenting");

// The browser takes back what was typed in a field; what was only looked at has nothing to be taken back.
let edited = null;

function press(ids) {
  const button = ids.map(find).find(Boolean);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

function withControl(event, key) {
  if (key === "enter") return press(RUN);
  if (event.target === edited && event.target.closest(TYPED)) return false;
  if (key === "z") return press([event.shiftKey ? "studio-redo" : "studio-undo"]);
  return key === "y" && press(["studio-redo"]);
}

function search() {
  const field = find(PLACES.search);
  if (!field) return window.location.assign(PLACES.page);
  field.focus();
  field.select();
}

// The tab is there where a study has two policies to hold against each other.
function openWhy() {
  if (isRaceOfCompare()) return false; // it would tell of A alone
  return askWhy(WHY) || press([WHY_OF_SIDES]);
}

// From Compare to its race, and back.
const wayOf = (key) => document.querySelector(key.toLowerCase() === "d" ? "a.race-link" : "a.back-to-compare");

// The way from a field to what is below the curves is long. By the key itself: with Alt, some systems write other letters.
const BEFORE = { KeyP: ["Pin", "Unpin"], KeyC: ["Compare"] };
function withAlt(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || event.getModifierState("AltGraph"))
    return false;
  return event.code in BEFORE && before.press(...BEFORE[event.code]);
}
const withoutAlt = (event) =>
  !event.repeat && /^[pc]$/i.test(event.key) && before.press(...BEFORE["Key" + event.key.toUpperCase()]);

export const isThere = () => !isRaceOfCompare() && [WHY, WHY_OF_SIDES].map(find).some((one) => one && !one.disabled);

// The list of keys ----------------------------------------------------------------------------------------------------

let list = null;
function createList() {
  const make = words.make;
  const parts = ALL.map(([title, keys]) =>
    make(
      "section",
      {},
      make("h3", { textContent: title }),
      make(
        "dl",
        {},
        ...keys.flatMap(([key, text]) => [
          make("dt", {}, make("kbd", { textContent: key })),
          make("dd", { textContent: text }),
        ]),
      ),
    ),
  );
  const close = make("button", { type: "button", className: "word-close", textContent: "✕", ariaLabel: "Close" });
  close.addEventListener("click", () => list.close());
  const head = make("div", { className: "word-head" }, make("h2", { id: "keys-title", textContent: "Keys" }), close);
  list = make("dialog", { className: "keys-list" }, head, make("div", {}, ...parts));
  list.setAttribute("aria-labelledby", "keys-title");
  document.body.append(list);
}
function showList() {
  if (!list) createList();
  if (list.open) list.close();
  else list.showModal();
}

// Past what stands before, and the button below every page ------------------------------------------------------------

// On a narrow screen the sketch has no title, and its Run stands in the bar.
function inSight(place, drawer) {
  if (place.checkVisibility({ visibilityProperty: true })) return place;
  return (
    (RUN.includes(place.id) && document.querySelector(".sheet-run")) || (drawer && drawer.closest("aside")) || place
  );
}

export { openWhy as open };

export function start() {
  document.addEventListener("input", ({ target }) => (edited = target), true);
  document.addEventListener("focusin", ({ target }) => target !== edited && (edited = null), true);

  document.addEventListener("click", ({ target }) => target.closest && target.closest(".why-button") && openWhy());

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !event.target.closest || event.isComposing) return;
    const isDialog = event.target.closest("[role=dialog], dialog:not(.keys-list)");
    if (event.altKey) {
      if (!isDialog && !isPresenting() && withAlt(event)) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      if (!isDialog && withControl(event, event.key.toLowerCase())) event.preventDefault();
      return;
    }
    if (isDialog || isPresenting() || event.target.closest(TYPED) || document.querySelector(".embedded")) return;
    if (event.key === "/") search();
    else if (event.key === "?") showList();
    else if (event.key.toLowerCase() === "d" && race.isThere()) race.go(event.shiftKey ? 0 : 1);
    else if (/^[bd]$/i.test(event.key) && wayOf(event.key)) wayOf(event.key).click();
    else if (!withoutAlt(event) && (event.key !== "w" || !openWhy())) return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const way = event.target.closest && event.target.closest("a.skip-link");
    const place = way && document.querySelector(way.hash);
    if (place) {
      event.preventDefault();
      const drawer = place.closest("details");
      if (drawer) drawer.open = true;
      const there = inSight(place, drawer);
      there.focus();
      there.scrollIntoView({ block: "nearest" });
    }
    if (event.target.id === "shell-keys") showList();
    if (event.target.id === "studio-welcome-away") {
      document.documentElement.dataset.welcomed = "yes";
      find("answer").focus({ preventScroll: true }); // where the button was
      try {
        window.localStorage.setItem("corral-welcomed", "1");
      } catch {
        // then it is away on this page
      }
    }
  });
}
