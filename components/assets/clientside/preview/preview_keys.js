// Keys are heard as the browser tells of them: by way of Dash, each takes as long as the server does for the curve.
import * as typing from "../form/typing.js";
import { keyHeard } from "../studio/sketch.js";
import { wantCurves } from "./preview_asking.js";
import { allPlaced, current, placeOf, tellForm, tellTyped, typed, untold } from "./preview_form.js";
import { mark } from "./preview_page.js";
import { preview } from "./preview_state.js";

const UNHEARD = 15000; // ms after which a key that led to nothing is forgotten
const LIVE = 30; // ms after a key until a tab that draws the sketch by way of Dash hears of it

export function forgetHeard() {
  const left = untold();
  Array.from(typed.keys()).forEach((name) => {
    const place = placeOf(name);
    if (place >= 0 && !left.has(place)) typed.delete(name);
  });
  if (typed.size) return;
  window.clearTimeout(preview.unheard);
  preview.unheard = 0;
  preview.isChoosing = false;
}

// Before it is whole, as "0." is not, a number would be written over while somebody types it.
function tellWhole() {
  const { read, asText } = typing;
  const isWhole = ({ text, isNumber }) => !isNumber || [String(read(text)), asText(read(text))].includes(text);
  if (Array.from(typed.values()).every(isWhole)) tellTyped();
}

// In the frame of the key.
export function hear(target) {
  if (!target.closest || !target.closest("#studio-sketch")) return;
  const isText =
    target.type !== "checkbox" && target.tagName !== "SELECT" && target.getAttribute("role") !== "combobox";
  const isNumber = ["numeric", "decimal"].includes(target.inputMode);
  keyHeard();
  if (isText) typed.set(target.id, { text: target.value, isNumber: isNumber });
  tellForm();
  window.clearTimeout(preview.unheard);
  preview.unheard = 0;
  if (preview.looked.isLive) {
    preview.unheard = window.setTimeout(tellWhole, LIVE);
    return;
  }
  preview.isChoosing = !isText; // which Dash tells of
  const isKnown = isText && allPlaced() && JSON.stringify(current()) === preview.sought;
  if (isKnown && !preview.asked && !preview.tries) return mark("awaiting", preview.isComing); // as it was
  mark("awaiting", true);
  preview.unheard = window.setTimeout(() => {
    preview.unheard = 0; // it was no value
    preview.isChoosing = false;
    typed.clear();
    if (!preview.asked) mark("awaiting", false);
  }, UNHEARD);
  if (isText && !isKnown && allPlaced()) wantCurves(); // or when its place is known
}
