// What the board reads from the form and writes into it. The form is the only place where a sketch is kept: while an edge
// is held, its values stand beside it and nowhere else.
import * as typing from "../form/typing.js";
import * as previewForm from "../preview/preview_form.js";
import { dragged } from "../preview/preview_hand.js";

const TOLD = 150; // ms between two versions of a field for a tab that draws the sketch by way of Dash
const held = new Map(); // values by path: of what is dragged, and of what was let go until the form has it

const idOf = (path) => ({ path: path, type: "studio-field" });
export const elementOf = (path) => document.getElementById(JSON.stringify(idOf(path)));

// As numbers, and for what somebody has half typed what was there before.
export function valueOf(path, fallback) {
  const found = held.has(path) ? held.get(path) : previewForm.valueOf(path);
  if (found === undefined || found === null || found === "") return fallback;
  if (typeof fallback !== "number") return found;
  return Number.isFinite(Number(found)) ? Number(found) : fallback;
}

let timer = 0;
function tellSlowly(values) {
  if (timer) return;
  timer = window.setTimeout(() => {
    timer = 0;
    Object.keys(values).forEach(
      (path) => held.has(path) && window.dash_clientside.set_props(idOf(path), { value: held.get(path) }),
    );
  }, TOLD);
}

// In the frame of the hand: what the fields show, and the question for the curves.
export function move(values) {
  Object.entries(values).forEach(([path, value]) => {
    held.set(path, value);
    const field = elementOf(path);
    if (field && "value" in field) field.value = typing.asText(value);
  });
  if (!dragged(Object.fromEntries(held))) tellSlowly(values);
}

export function letGo(values) {
  Object.entries(values).forEach(([path, value]) => {
    held.set(path, value);
    window.dash_clientside.set_props(idOf(path), { value: value });
  });
}

export const forget = () => held.clear();

export function start() {
  // What the form has by now need not be kept beside it.
  document.addEventListener("corral-form", () =>
    held.forEach((value, path) => String(previewForm.valueOf(path)) === String(value) && held.delete(path)),
  );
}
