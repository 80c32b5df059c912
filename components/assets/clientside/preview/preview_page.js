// What the preview writes into the page.
//
// What is drawn is written into the page directly, of which Dash hears when nobody types any more: each of its properties
// costs a look at all.
import { preview } from "./preview_state.js";

export const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const REST = 500; // ms without a new picture after which Dash is told
let telling = 0; // of what Dash is told

export const now = () => performance.now();
const answer = () => document.querySelector(".answer");
export const mark = (name, isOn) => answer() && answer().classList.toggle(name, isOn);
export const isPreview = () => answer() && answer().classList.contains("previewing");

export function write(id, text) {
  const place = document.getElementById(id);
  if (!place || place.textContent === text) return;
  preview.written[id] = { before: preview.written[id] ? preview.written[id].before : place.textContent, text: text };
  place.textContent = text;
}

export function tellDash() {
  window.clearTimeout(telling);
  telling = window.setTimeout(() => {
    const told = Object.entries(preview.written);
    preview.written = {};
    told.forEach(([id, { text }]) => document.getElementById(id) && set(id, { children: text }));
    const whole = document.getElementById("studio-fingerprint");
    if (whole && whole.textContent && isPreview()) set("studio-fingerprint", { children: "" }); // it is of another answer
  }, REST);
}

export function takeBack(ids) {
  ids
    .filter((id) => id in preview.written)
    .forEach((id) => {
      const place = document.getElementById(id);
      if (place && place.textContent === preview.written[id].text) place.textContent = preview.written[id].before;
      delete preview.written[id];
    });
}
