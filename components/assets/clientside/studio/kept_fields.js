// What was typed since the last sketch that is none, such as a rule that is mistyped: it is kept with the sketch, and
// typed again where the page comes again. `kept_sketch.js` keeps it; the server says what is wrong with it as it did.
import * as typing from "../form/typing.js";
import { sketched, valueOf } from "../preview/preview_form.js";
import { whenFieldIsThere } from "./studio.js";

const PATH = /^[a-z_]{1,40}(\.[a-z_0-9]{1,40}){1,8}$/;
const MOST = 50; // fields
const LONGEST = 4000; // letters of one
const AGAIN = 50; // ms until it looks again whether the form is there
const TRIES = 600;

const typed = new Map(); // {text, when} by the path of a field
let settledAt = 0; // when the server was last asked what it makes of the form

function pathOf(input) {
  if (!/^(INPUT|TEXTAREA)$/.test(input.tagName) || !/^\{.*"type":"studio-field"\}$/.test(input.id)) return null;
  return input.type === "text" || input.tagName === "TEXTAREA" ? JSON.parse(input.id).path : null;
}
const fieldOf = (path) => document.getElementById(JSON.stringify({ path: path, type: "studio-field" }));

// A form that was built anew may have something else in the field.
function isStill(path, text) {
  const now = valueOf(path);
  return now === undefined || String(now) === text || now === typing.read(text);
}

function type(path, text) {
  const field = fieldOf(path);
  if (!pathOf(field) || field.value === text) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const typeAll = (fields) =>
  Object.entries(fields).forEach(([path, text]) => whenFieldIsThere(path, () => type(path, text)));

export const settling = () => (settledAt = performance.now());

// All that was handed over with the form has become a sketch.
export const isSketch = () => typed.forEach(({ when }, path) => when <= settledAt && typed.delete(path));

export function now() {
  const still = Array.from(typed, ([path, { text }]) => [path, text]).filter(([path, text]) => isStill(path, text));
  return Object.fromEntries(still);
}

// Of what a browser kept, which anybody may have written, the texts that a form may have.
export function read(kept) {
  const isText = ([path, text]) => PATH.test(path) && typeof text === "string" && text.length <= LONGEST;
  return kept && typeof kept === "object" ? Object.fromEntries(Object.entries(kept).filter(isText).slice(0, MOST)) : {};
}

// When the form is there that hears of it.
export function bring(fields, tries = TRIES) {
  if (!Object.keys(fields).length || !tries) return;
  if (sketched()) typeAll(fields);
  else window.setTimeout(() => bring(fields, tries - 1), AGAIN);
}

export function start() {
  document.addEventListener("input", ({ target }) => {
    const path = pathOf(target);
    if (path) typed.set(path, { text: target.value, when: performance.now() });
  });
}
