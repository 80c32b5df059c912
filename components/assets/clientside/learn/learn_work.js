// What a student has put into a lesson: kept in this browser, in one store for all lessons. learn.js, learn_predict.js
// and learn_curve.js change it by way of `keep`, and the page follows the store.

const KEY = "learn-work";
const BLANK = {
  prediction: [],
  fixed: false,
  skipped: false,
  opened: false,
  revealed: false,
  answers: [],
  tries: [],
  typed: [],
  nickname: "",
};
let lesson = null; // name of the one that `mine` belongs to
let mine = Object.assign({}, BLANK);
let known = {}; // the whole store, where the browser keeps nothing

export const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
export const set = (id, properties) => window.dash_clientside.set_props(id, properties);

function stored() {
  try {
    const found = JSON.parse(window.localStorage.getItem(KEY));
    return found && typeof found === "object" && !Array.isArray(found) ? found : known;
  } catch {
    return known;
  }
}

// What others keep in the record stays.
export function cleaned(record) {
  const found = record && typeof record === "object" ? record : {};
  const clean = Object.assign({}, found, BLANK);
  Object.keys(BLANK).forEach((name) => {
    const isList = Array.isArray(BLANK[name]);
    if (typeof found[name] === typeof BLANK[name] && Array.isArray(found[name]) === isList) clean[name] = found[name];
  });
  return clean;
}

// Another page may have written since about another lesson.
export function keep(change) {
  mine = Object.assign({}, mine, change);
  known = Object.assign({}, stored(), { [lesson]: mine });
  set(KEY, { data: known });
}

// What stands in a field; its value follows a moment after the keys, and a button may be pressed before.
export function typedIn(id) {
  const field = document.getElementById(typeof id === "string" ? id : JSON.stringify(id));
  return field && field.tagName === "INPUT" ? field.value : undefined;
}

export function numberIn(id, value) {
  const text = typedIn(id);
  if (text === undefined) return value === "" || value === null || value === undefined ? null : Number(value);
  const plain = text.replace(/\s/g, "");
  return plain === "" || !Number.isFinite(Number(plain)) ? null : Number(plain);
}

// At the top of the window, where it is to be seen with what comes below it.
export function focusWhenThere(id, tries, isOnTop) {
  const found = document.getElementById(id);
  if (found && found.offsetParent !== null) {
    if (isOnTop) found.scrollIntoView();
    found.focus({ preventScroll: Boolean(isOnTop) });
  } else if ((tries || 0) < 60) window.setTimeout(() => focusWhenThere(id, (tries || 0) + 1, isOnTop), 50);
}

const ownWork = () => mine;

export const page = () => document.getElementById("learn-page");

export const isLocked = () => mine.fixed || mine.skipped || mine.revealed;

export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export function open(name) {
  lesson = name;
  known = stored();
  mine = cleaned(known[lesson]);
}

// Everything that was put into this lesson.
export function forget() {
  const rest = stored();
  delete rest[lesson];
  try {
    window.localStorage.setItem(KEY, JSON.stringify(rest));
  } catch {
    // nothing is kept here, so that loading the page anew forgets it
  }
}

export { ownWork as mine };
