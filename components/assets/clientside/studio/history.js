// Undo and redo: which sketches there were, and which one comes back. No server is asked, since Dash throws the answer
// to a click away when the same callback is called again before it has come: on a busy machine clicks were lost.
import * as reshaping from "./reshaping.js";

const none = () => window.dash_clientside.no_update;
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const MOST_STEPS = 50; // as in components/pages/studio/sketch/on_kept.py

// The history after so many clicks, and the sketch that they bring back, if any. A change that comes together with a
// click, *isEdit*, was made before it; until the form has followed a click, *tree* is what was there before. There are valid sketches only, so that undo of one that is invalid brings the last valid
// one back.
export function after(history, tree, isEdit, clicks, isInvalid) {
  let { past, present, future } = history;
  let restored = null;
  if (isEdit && !same(tree, present)) {
    past = past.concat([present]).slice(-MOST_STEPS);
    present = tree;
    future = [];
  }
  for (let n = 0; n < clicks.undo; n++) {
    if (isInvalid && n === 0) restored = present;
    else if (past.length) {
      future = [present].concat(future);
      present = restored = past[past.length - 1];
      past = past.slice(0, -1);
    }
  }
  for (let n = 0; n < clicks.redo && future.length; n++) {
    past = past.concat([present]);
    present = restored = future[0];
    future = future.slice(1);
  }
  return { history: { past: past, present: present, future: future }, restored: restored };
}

// What was kept comes before what has happened since.
export function before(kept, history) {
  const first = history.past.length ? history.past[0] : history.present;
  if (!same(kept.present, first)) return history;
  return {
    past: kept.past.concat(history.past).slice(-MOST_STEPS),
    present: history.present,
    future: history.past.length ? history.future : kept.future,
  };
}

// The history as it is when somebody goes *to* one of its sketches, counted from the oldest.
export function at(history, to) {
  const all = history.past.concat([history.present], history.future);
  return { past: all.slice(0, to), present: all[to], future: all.slice(to + 1) };
}

const counted = {};
function clicked(button, clicks) {
  const known = counted[button] || 0;
  counted[button] = clicks || 0; // a page that is built anew begins at nothing
  return Math.max(0, counted[button] - known);
}

function tell(history, isInvalid) {
  set("studio-history", { data: history });
  set("studio-undo", { disabled: !history.past.length && !isInvalid });
  set("studio-redo", { disabled: !history.future.length });
  document.dispatchEvent(new CustomEvent("corral-history", { detail: history }));
}

// As after so many clicks on undo or redo: the form follows, and nothing is lost. What a hand has just done comes first.
export function go(to) {
  if (reshaping.isStepping()) return document.addEventListener("corral-strokes", () => go(to), { once: true });
  const known = (window.dash_component_api.getLayout("studio-history") || {}).props;
  if (!known || !at(known.data, to).present) return;
  const now = at(known.data, to);
  tell(now, false);
  set("studio-restored", { data: now.present });
}

// Each of *trees* is one step, in their order, whenever Dash tells of the last of them.
export function step(trees) {
  const known = (window.dash_component_api.getLayout("studio-history") || {}).props;
  if (!known || trees.every((tree) => same(tree, known.data.present))) return;
  tell(
    trees.reduce((history, tree) => after(history, tree, true, { undo: 0, redo: 0 }, false).history, known.data),
    false,
  );
}

export const isPresent = (tree) =>
  same(tree, (window.dash_component_api.getLayout("studio-history") || { props: { data: {} } }).props.data.present);

// Strokes are steps by themselves, see `reshaping.js`: what Dash tells meanwhile comes too early, or too late.
const isIn = (trees, tree) => trees.some((one) => same(one, tree));
function isOfStrokes(tree, history) {
  const { isAsked, isLate } = reshaping;
  return isAsked() || (isLate() && isIn(history.past.concat(history.future), tree));
}

// What Dash has told meanwhile, and no stroke was.
export function catchUp() {
  const [history, scenario] = ["studio-history", "studio-scenario"].map(
    (id) => (window.dash_component_api.getLayout(id) || { props: {} }).props.data,
  );
  if (history && scenario && !isIn(history.past.concat(history.future), scenario)) step([scenario]);
}

export const callbacks = {
  // Told and not returned: what a callback returns is lost when it is called again at the same time.
  remember: (tree, undo, redo, isInvalid, history) => {
    const clicks = { undo: clicked("undo", undo), redo: clicked("redo", redo) };
    const isEdit =
      window.dash_clientside.callback_context.triggered.some((one) => one.prop_id === "studio-scenario.data") &&
      !isOfStrokes(tree, history);
    const now = after(history, tree, isEdit, clicks, isInvalid);
    tell(now.history, isInvalid);
    if (now.restored) set("studio-restored", { data: now.restored });
    return none();
  },

  bringBack: (kept, history, isInvalid) => {
    if (kept) tell(before(kept, history), isInvalid);
    return none();
  },
};
