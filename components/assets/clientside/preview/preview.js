// The preview, past Dash: what is typed or dragged is sent as it is, and the curves that come back are drawn at once.
//
// What Dash tells of the form and of its own answers comes in here. `preview_asking.js` asks, `preview_drawing.js` draws
// what comes, `preview_keys.js`, `preview_hand.js` and `preview_example.js` say what is to be asked for.
import { ask, forget, want } from "./preview_asking.js";
import { allPlaced, body, current, isUnknown, tellForm, typed, untold } from "./preview_form.js";
import { forgetHeard, hear } from "./preview_keys.js";
import { isPreview, mark, takeBack } from "./preview_page.js";
import { preview } from "./preview_state.js";

const none = () => window.dash_clientside.no_update;
let isOwed = false; // Dash has an answer that is not drawn yet
let isOpened = false; // the page has come, and was looked at

// Who opens a study that nobody has computed yet sees what a key would show. A lesson asks for a prediction first.
function showUnknown() {
  if (isOpened || !preview.held.ids.length || !preview.looked.told || !preview.study.id) return;
  isOpened = true;
  const isPlain = document.querySelector(".studio:not(.of-lesson):not(.of-embed)");
  if (isPlain && isUnknown() && !preview.looked.isLive && !preview.wanted) want(body());
}

// A picture has come by way of Dash. If something newer was drawn meanwhile, that is asked for again.
export function drawnByDash() {
  const isLate = isOwed && isPreview();
  isOwed = false;
  if (isLate) {
    mark("awaiting", true);
    return want(body());
  }
  if (preview.isComing) mark("awaiting", false);
  preview.isComing = false;
}

// What the form holds, as Dash tells it; *changed* fields are named unless the page has just come.
export function hearForm(values, ids, changed) {
  window.clearTimeout(preview.resting);
  const before = JSON.stringify(current());
  const isBuilt = ids.length !== preview.held.ids.length || ids.some((id, n) => id.path !== preview.held.ids[n].path);
  const wasNowhere = !allPlaced();
  preview.held = { values: values, ids: ids };
  if (changed.length && changed.length === ids.length) typed.clear(); // built anew, and holds what it is to hold
  if (wasNowhere && allPlaced() && untold().size && !preview.looked.isLive) want(body()); // typed before the field was known
  forgetHeard();
  tellForm();
  if (!preview.sought) preview.sought = JSON.stringify(current());
  if (!changed.length) showUnknown();
  if (!changed.length || preview.looked.isLive) return; // the page has just come; or a tab draws the sketch itself
  if (!isBuilt && before === JSON.stringify(current())) {
    if (!preview.asked && !preview.tries && !preview.unheard && !preview.isComing) mark("awaiting", false);
    return; // it is asked for, or drawn
  }
  if (changed.length === 1) mark("awaiting", true);
  want(body());
}

export const callbacks = {
  look: (tab, draft, metric, shown, scheme, off, bars) => {
    const before = preview.looked;
    preview.looked = {
      isLive: (bars[tab] || []).includes("live"),
      told: { draft: draft, metric: metric, shown: shown, scheme: scheme, off: off },
    };
    if (!before.told) ask(); // somebody was quicker than the page
    showUnknown();
    if (!before.told || !preview.held.ids.length) return none();
    // A form that was built anew, or a tab that has not drawn the sketch itself; all else is drawn with the answer.
    if (before.told.draft !== draft || (before.isLive && !preview.looked.isLive))
      if (!preview.looked.isLive) {
        mark("awaiting", true); // what came meanwhile was of the draft before
        want(body());
      }
    return none();
  },

  // An answer that is no preview is on the page, or on its way.
  leave: (now) => {
    const isSame =
      !preview.study.id || (preview.study.id === now.id && !isPreview()) || (preview.chosen && preview.chosen.isDrawn);
    preview.study = now;
    showUnknown();
    mark("as-sketched", !now.stale); // though it may never have been run: its replays are those of the sketch
    if (now.stale) return none();
    preview.chosen = null;
    forget();
    takeBack(["studio-stale"]);
    if (now.state === "running") return none(); // the preview stays until there is something new, and what is said of it
    takeBack(Object.keys(preview.written));
    mark("previewing", false);
    preview.offersMap = null;
    if (isSame) return none();
    preview.isComing = isOwed = true; // the curves take another way than the study that they are of
    mark("awaiting", true);
    return none();
  },
};

export function start() {
  document.addEventListener("input", ({ target }) => hear(target), true);
}
