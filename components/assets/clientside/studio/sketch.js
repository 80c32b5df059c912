// What is typed into the form goes to the preview at once, and to the server when nobody types any more.
// The form of the Studio is built anew when fields come or go: what was open stays open, and the focus where it was.
import { drawBoards } from "../board/drawn.js";
import { exactArrived } from "../board/exact.js";
import { sayNames } from "../form/names.js";
import { hearForm } from "../preview/preview.js";
import { isAwaiting } from "../preview/preview_asking.js";
import { tellTyped } from "../preview/preview_form.js";
import * as history from "./history.js";
import * as keptFields from "./kept_fields.js";
import * as keptFocus from "./kept_focus.js";
import * as keptPlace from "./kept_place.js";
import * as reshaping from "./reshaping.js";
import { reshape } from "./reshaping.js";

const none = () => window.dash_clientside.no_update;
const open = new Set();
const PARTS = "details:is([data-part], [data-exact])";
const nameOf = ({ dataset }) => dataset.part || dataset.exact;
let focused = null; // see kept_focus.js

// What is behind a disclosure comes when it is opened for the first time, and stays.
const coming = new Map(); // what fields hold that are put in, until Dash has told of them
const unfold = () => window.dash_clientside.set_props("studio-unfolded", { data: Array.from(open) });

function expect(parts) {
  if (Array.isArray(parts)) parts.forEach(expect);
  if (!parts || !parts.props) return;
  const { id, value, children } = parts.props;
  if (id && id.type === "studio-field") coming.set(id.path, value);
  expect(children);
}

const pathOf = ({ prop_id }) => JSON.parse(prop_id.slice(0, prop_id.lastIndexOf("."))).path;

// Fields that come with the part that somebody has opened say nothing new.
function withoutComing(changed) {
  return changed.filter((one) => {
    const path = pathOf(one);
    const isNew = !coming.has(path) || coming.get(path) !== one.value;
    coming.delete(path);
    return isNew;
  });
}

// Before the next paint, so that nothing is seen to close and open again.
function bringBack(sketch) {
  reshaping.coming();
  keptPlace.built();
  drawBoards();
  sketch.querySelectorAll(PARTS).forEach((part) => {
    if (open.has(nameOf(part))) part.open = true;
  });
  sayNames();
  exactArrived();
  if (sketch.querySelector("details[data-part][open] > div:empty")) unfold(); // one that was open has been built anew
  const lost = focused && document.activeElement === document.body && keptFocus.find(sketch, focused);
  if (lost) lost.focus({ preventScroll: true });
}

// The server says what is wrong, what it costs, and which link it is; the history, the address and more follow from it.
// All that would only be in the way of the next preview. Before anything is pressed it is told in any case.
const REST = 1000; // ms without a key: whoever tries one value after the other has each curve before any of that
const SHORT = 400; // the same, where no preview comes
const SOON = 50; // ms until it looks again whether a preview has come
const LATEST = 3000; // ms after which it no longer waits for a preview that is on its way
let lastKey = -REST;
let rest = REST;
let resting = 0;
let times = 0;

function settle() {
  window.clearTimeout(resting);
  resting = 0;
  keptFields.settling();
  times += 1;
  return times;
}
const tell = () => window.dash_clientside.set_props("studio-settled", { data: settle() });
const settleNow = () => {
  if (reshaping.isReshaping()) return; // the form that comes is told of
  if (tellTyped() || resting) tell();
};
const isTyping = (event) =>
  event.target.matches &&
  event.target.matches("input, textarea") &&
  !event.ctrlKey &&
  !event.metaKey &&
  !["Enter", "Tab", "Escape"].includes(event.key);
export function keyHeard() {
  lastKey = performance.now();
  rest = REST;
}
export function withoutPreview() {
  rest = SHORT;
  if (resting) settleAfter();
}
// A bar of the cluster would be drawn anew under the hand that holds it.
let isHeld = false;

let isFirst = true;
function whenSettled(changed) {
  const isOfPage = isFirst && !changed.length; // the page has come with all that is said of it
  isFirst = false;
  if (isOfPage) return none();
  if (lastKey + rest <= performance.now() && !isAwaiting()) return settle(); // dragged, or built anew
  settleAfter();
  return none();
}

function settleAfter() {
  window.clearTimeout(resting);
  resting = window.setTimeout(settleSoon, Math.max(lastKey + rest - performance.now(), SOON));
}

// A preview that is awaited comes first: both would share the server, and the page could not draw it.
function settleSoon() {
  if (lastKey + rest > performance.now()) return settleAfter(); // somebody goes on
  const isBusy = isAwaiting() && performance.now() - lastKey <= LATEST;
  if (!reshaping.isReshaping() && !isBusy && !isHeld) settleNow();
  else resting = window.setTimeout(settleSoon, SOON);
}

const KINDS =
  /\.(assumed|constants|distribution|process|method|spread|model|estimate|deadline|event|rule|presence|kind|imbalance|service|objective|by)$|^study\.((and_)?vary\.field|goal\.field|goal\.criteria\.\d+\.metric|selection\.(and_by|constraints\.\d+\.metric)|breaking\.(search|ranges\.\d+\.field)|stop|ask)$/;

// Choices that change which fields there are; the server builds the form anew only then.
function choices(changed, fields) {
  if (fields > 1 && changed.length === fields) return []; // the form has just been built
  return changed.map((one) => ({ path: pathOf(one), value: one.value })).filter(({ path }) => KINDS.test(path));
}

export const callbacks = {
  type: (values, ids) => {
    // Several fields are handed over together while the page is busy.
    const told = window.dash_clientside.callback_context.triggered.filter((one) => one.prop_id.startsWith("{"));
    const changed = withoutComing(told);
    hearForm(values, ids, changed);
    if (told.length && told.length === ids.length) reshaping.built();
    else {
      const isOld = ({ path }) => !changed.some((one) => pathOf(one) === path);
      reshaping.arrived(Object.fromEntries(ids.map((id, n) => [id.path, values[n]]).filter((one, n) => isOld(ids[n]))));
    }
    if (told.length && !changed.length) return none();
    const chosen = choices(changed, ids.length);
    chosen.forEach(reshape);
    if (!chosen.length) return whenSettled(changed);
    settleAfter(); // where it changes no fields
    return none();
  },

  // Another sketch comes: an example, or one that was there before, which undo has in its list.
  bring: (picked, restored) => {
    const isTold = (id) =>
      window.dash_clientside.callback_context.triggered.some((one) => one.prop_id === id + ".data");
    if (isTold("studio-picked") && picked) reshape({ example: picked.name });
    if (isTold("studio-restored") && restored) reshape({ tree: restored, is_step: !history.isPresent(restored) });
    return none();
  },

  build: ({ form, draft }) => {
    if (reshaping.isHeld()) return [none(), none()];
    keptPlace.keep();
    return [form, draft];
  },

  unfold: (parts, folded) =>
    window.dash_clientside.callback_context.outputs_list.map(({ id }) => {
      const place = document.getElementById(JSON.stringify(id, Object.keys(id).sort()));
      if (!parts.includes(id.part) || !place || place.firstChild || !folded[id.part]) return none();
      expect(folded[id.part]);
      return structuredClone(folded[id.part]);
    }),

  keepPlace: () => {
    drawBoards();
    const sketch = document.getElementById("studio-sketch");
    if (!sketch || sketch.dataset.met) return none();
    sketch.dataset.met = "yes";
    const remember = (event) => {
      const part = nameOf(event.target);
      if (!part || !event.target.isConnected) return;
      open[event.target.open ? "add" : "delete"](part);
      if (event.target.open && event.target.dataset.part) unfold();
    };
    sketch.addEventListener("toggle", remember, true); // it does not bubble
    sketch.addEventListener("focusin", ({ target }) => (focused = keptFocus.told(sketch, target)));
    document.addEventListener("focusin", (event) => {
      if (!sketch.contains(/** @type {Node} */ (event.target))) focused = null;
    });
    new MutationObserver(() => bringBack(sketch)).observe(sketch, { childList: true, subtree: true });
    return none();
  },
};

export { tell as settle };

export function start() {
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      isHeld = Boolean(
        target.closest &&
          target.closest(
            ".board [role=slider], .board .block, .board .lane, .sweep-band, [data-hours] [role=slider], .hour-sheet",
          ),
      );
      if (!isHeld) settleNow();
    },
    true,
  );
  ["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, () => (isHeld = false), true));
  document.addEventListener("click", settleNow, true); // of a key or a program
  document.addEventListener("keydown", (event) => isTyping(event) || settleNow(), true);
  document.addEventListener("visibilitychange", settleNow);
}
