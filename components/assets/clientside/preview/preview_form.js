// What the form holds, as far as anybody knows: what Dash has told of it, and what was typed since.
import * as typing from "../form/typing.js";
import { set } from "./preview_page.js";
import { preview } from "./preview_state.js";

export const typed = new Map(); // what was typed, until Dash has told of it: {text, isNumber} by the id of the field

// *alone*, the curves: of what is "moving", or of what is to come "first".
export function body(values, alone) {
  preview.sought = JSON.stringify(values || current());
  // Where nothing is known, nothing that the page shows can be the same.
  const shown = () => (isUnknown() ? "" : preview.study.id);
  const ids = values && preview.held.ids; // of which these values are, whatever the form holds when they are sent
  return () =>
    Object.assign(
      {
        values: values || current(),
        ids: ids || preview.held.ids,
        study: shown(),
        moving: alone === "moving",
        first: alone === "first",
      },
      preview.looked.told,
    );
}
export const isUnknown = () => preview.study.state === "unknown" && !preview.study.done;

// Where what was typed belongs, if that is a field of the form by itself.
export const placeOf = (name) =>
  preview.held.ids.findIndex((id) => name === JSON.stringify(id, Object.keys(id).sort()));
export const allPlaced = () => Array.from(typed.keys()).every((name) => placeOf(name) >= 0);

// What was typed, as Dash will tell it: a number where there was one, without its unit and what sets thousands apart.
const readTyped = ({ text, isNumber }, before) => (isNumber || typeof before === "number" ? typing.read(text) : text);

// What Dash has not told of yet, by place. On a slow page, what was typed before comes after the last key.
export function untold() {
  const found = new Map();
  typed.forEach((one, name) => {
    const place = placeOf(name);
    if (place < 0) return;
    const value = readTyped(one, preview.held.values[place]);
    if (String(value) !== String(preview.held.values[place])) found.set(place, value);
  });
  return found;
}

export function current() {
  const found = untold();
  return preview.held.values.map((value, n) => (found.has(n) ? found.get(n) : value));
}

// What the field at *path* holds, as far as anybody knows; undefined where the form has none.
export function valueOf(path) {
  const place = preview.held.ids.findIndex((id) => id.path === path);
  if (place < 0) return undefined;
  const found = untold();
  return found.has(place) ? found.get(place) : preview.held.values[place];
}
// What every field holds at this moment, by path: Dash knows of what it was told before it tells.
export function fieldsNow() {
  const late = untold();
  const inDash = (id) => (window.dash_component_api.getLayout(id) || { props: {} }).props.value;
  const all = preview.held.ids.map((id, place) => [id.path, late.has(place) ? late.get(place) : inDash(id)]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
export const tellForm = () => document.dispatchEvent(new CustomEvent("corral-form"));

// Tells Dash of the last keys, if it has not heard of them; whether that was so.
export function tellTyped() {
  const found = untold();
  found.forEach((value, place) => set(preview.held.ids[place], { value: value }));
  typed.forEach((one, name) => placeOf(name) >= 0 && typing.told(name));
  return found.size > 0;
}

// What is sketched at this moment, for who asks about it past Dash; nothing before the page has told its draft.
export const sketched = () =>
  preview.looked.told && { draft: preview.looked.told.draft, values: current(), ids: preview.held.ids };
