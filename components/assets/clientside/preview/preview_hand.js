// The preview while a hand moves something.
//
// Of most places that a hand passes the curves alone are asked for, and drawn into the picture that is there, see
// `moving_curves.js`. Words and all that stands around the curves are pale meanwhile: they follow now and then, and when
// the hand rests.
import { want } from "./preview_asking.js";
import { body, current } from "./preview_form.js";
import { mark, now } from "./preview_page.js";
import { preview } from "./preview_state.js";

const LATE = 250; // ms by which curves may be behind the hand before they are marked
const STILL = 150; // ms after which a hand rests, and the whole answer is asked for
const WHOLE = 600; // ms from one whole answer to the next while it moves, at least
const PART = 6; // so many times as long as one takes, where that is longer
let late = 0; // timer of a mark
// While a control is dragged: the same form with other values, by path. Nothing but the picture follows. False where
// the open tab draws the sketch by way of Dash.
export function dragged(values) {
  if (preview.looked.isLive) return false;
  const before = current();
  const there = preview.held.ids.map(({ path }, n) => (path in values ? values[path] : before[n]));
  const isWhole = now() - preview.whole.asked > Math.max(WHOLE, PART * preview.whole.took);
  if (isWhole) preview.whole.asked = now();
  want(body(there, isWhole ? "" : "moving"), true);
  window.clearTimeout(preview.resting);
  if (!isWhole) preview.resting = window.setTimeout(() => want(body(there), true), STILL);
  if (!late) late = window.setTimeout(markLate, LATE);
  return true;
}
// Curves that follow at once need no mark.
function markLate() {
  late = 0;
  if (preview.wanted && preview.wanted.number > preview.drawnLast) mark("awaiting", true);
}
