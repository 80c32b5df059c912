// A prediction in its three kinds: a number, an order, a curve (which learn_curve.js draws).
import * as learnCurve from "./learn_curve.js";
import * as work from "./learn_work.js";

const FIELD = { part: "field", type: "learn-guess" };
const SLIDER = { part: "slider", type: "learn-guess" };
const none = () => window.dash_clientside.no_update;
const isNumber = (value) => work.isNumber(value);
const set = (id, properties) => work.set(id, properties);
const words = (value) => value.toLocaleString("en", { maximumFractionDigits: 6 }).replace(/,/g, "\u2009");
const find = (id) => document.getElementById(id);
const ways = { up: -1, down: 1 };

const order = () => find("learn-order");
const entries = () => JSON.parse(order().dataset.entries);
const isOrder = (found, count) => work.same([...found].sort(), [...Array(count).keys()]);
const drawing = () => find("learn-drawing");
const curve = () => JSON.parse(drawing().dataset.curve);
const height = (n) => ({ number: n, type: "learn-height" });
const range = () => find("learn-range");
/** @returns {[number, number]} */
const ends = () => [Number(range().dataset.low), Number(range().dataset.high)];
const isWithin = (value, [low, high]) => value >= low && value <= high;

function showOrder() {
  const labels = entries();
  work.mine().prediction.forEach((entry, place) => set("learn-place-" + place, { children: labels[entry] }));
}

function move(way, place) {
  const other = place + ways[way];
  const prediction = [...work.mine().prediction];
  if (work.isLocked() || other < 0 || other >= prediction.length) return;
  [prediction[place], prediction[other]] = [prediction[other], prediction[place]];
  work.keep({ prediction: prediction });
  showOrder();
  const said = entries()[prediction[other]] + " is now at place " + (other + 1) + " of " + prediction.length + ".";
  set("learn-moved", { children: said });
  // The focus goes with the entry; at the end of the list to the button that still moves it.
  const again = find("learn-" + way + "-" + other);
  (again.disabled ? find("learn-" + (way === "up" ? "down" : "up") + "-" + other) : again).focus();
}

function objectionToCurve(prediction) {
  const asked = curve();
  const missing = asked.values.filter((_, n) => !isNumber(prediction[n]));
  if (missing.length) return "The curve has no height yet at " + missing.join(", ") + ".";
  const out = asked.values.filter((_, n) => !isWithin(prediction[n], [asked.low, asked.high]));
  const allowed = "Heights from " + words(asked.low) + " to " + words(asked.high) + " are allowed";
  return out.length ? allowed + "; not so at " + out.join(", ") + "." : "";
}

function objectionToNumber(value) {
  if (!isNumber(value)) return "Type a number first, or move the slider.";
  const [low, high] = ends();
  return isWithin(value, [low, high]) ? "" : "From " + words(low) + " to " + words(high) + " is allowed.";
}

// When the page comes: what was put in before.
export function restore() {
  const mine = work.mine();
  const before = mine.prediction;
  if (order()) {
    const count = entries().length;
    if (!isOrder(before, count)) mine.prediction = [...Array(count).keys()];
    showOrder();
  } else if (drawing()) {
    mine.prediction = curve().values.map((_, n) => (isNumber(before[n]) ? before[n] : null));
    mine.prediction.forEach((found, n) => isNumber(found) && set(height(n), { value: found }));
  } else if (isNumber(before[0])) {
    set(FIELD, { value: before[0] });
    set(SLIDER, { value: before[0] });
  }
}

// What is wrong with a prediction that is to be fixed; "" if nothing is.
export function objection() {
  if (order()) return "";
  if (drawing()) return objectionToCurve(work.mine().prediction);
  const typed = work.numberIn(FIELD, null);
  work.keep({ prediction: isNumber(typed) ? [typed] : [] });
  return objectionToNumber(typed);
}

export function change(heights) {
  work.keep({ prediction: heights });
  heights.forEach((found, n) => set(height(n), { value: isNumber(found) ? found : "" }));
}

export const callbacks = {
  noticeNumber: () => {
    const trigger = window.dash_clientside.callback_context.triggered_id;
    if (!work.page() || !trigger || work.isLocked()) return none();
    const isSlid = trigger.part === "slider";
    const value = window.dash_clientside.callback_context.triggered[0].value;
    if (work.mine().prediction[0] === value) return none();
    work.keep({ prediction: isNumber(value) ? [value] : [] });
    if (isSlid) set(FIELD, { value: value });
    else if (isNumber(value) && isWithin(value, ends())) set(SLIDER, { value: value });
    return none();
  },

  noticeHeights: (values) => {
    if (!work.page() || !drawing() || work.isLocked()) return none();
    const heights = values.map((value) => (isNumber(value) ? value : null));
    if (!work.same(heights, work.mine().prediction)) work.keep({ prediction: heights });
    learnCurve.paint();
    return none();
  },
};

export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-move]");
    if (button && work.page()) move(button.dataset.move, Number(button.dataset.place));
  });
}
