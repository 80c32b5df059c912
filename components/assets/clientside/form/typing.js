// What is typed, stepped and chosen in the fields of a form: one listener for all of them. Dash hears of it when nobody
// types any more; `preview.js` hears of every key at once.

const PAUSE = 400; // ms, unless a field has another one
const TEN = 10; // times the step, with Shift
const FIRST = 400; // ms until a step that is held is made again
const NEXT = 60; // ms between two more
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

const fields = new WeakMap(); // what a field is by now, by its input
const untold = new Map(); // timers of what Dash has not heard of, by input

const plain = (text) => String(text).replace(/\s|%$/g, "");
export const isNumber = (text) => NUMBER.test(plain(text));
export const read = (text) => (isNumber(text) ? Number(plain(text)) : text);

// As people read it: thousands apart.
export const asText = (value) => (typeof value === "string" ? value : grouped(value));
const grouped = (value) =>
  String(value).replace(/\B(?=(\d{3})+(?!\d))/g, (gap, digits, at, whole) =>
    whole.includes(".") && at > whole.indexOf(".") ? "" : "\u2009",
  );

export function shown(value, { kind, suffix }) {
  if (value === null || value === undefined) return "";
  if (kind !== "number" || !isNumber(value)) return String(value);
  return (/e/i.test(value) ? String(value) : asText(value)) + (suffix || "");
}

const holds = (input, { kind }) => (kind === "number" ? read(input.value) : input.value);

// What Dash says a field holds; what was typed since wins.
export function show(input, props) {
  fields.set(input, props);
  if (untold.has(input)) return;
  const value = props.value === null || props.value === undefined ? "" : props.value;
  if (String(holds(input, props)) !== String(value)) input.value = shown(value, props);
}

function forget(input) {
  window.clearTimeout(untold.get(input));
  untold.delete(input);
}

function tell(input) {
  forget(input);
  if (!input.isConnected || !fields.has(input)) return;
  const value = holds(input, fields.get(input));
  if (String(value) !== String(fields.get(input).value))
    window.dash_clientside.set_props(JSON.parse(input.id), { value: value });
}

// Steps are typed, too; the decimals of both are kept.
const decimals = (value) => (/e-/.test(value) ? 12 : (String(value).split(".")[1] || "").length);

function step(input, by) {
  const props = fields.get(input);
  const now = input.value.trim() === "" ? 0 : read(input.value);
  if (typeof now !== "number") return;
  const size = props.step || 1;
  const next = Number((now + by * size).toFixed(Math.max(decimals(now), decimals(size))));
  const low = props.min === undefined || props.min === null ? -Infinity : props.min;
  const high = props.max === undefined || props.max === null ? Infinity : props.max;
  const kept =
    by > 0 ? Math.max(Math.min(next, high), Math.min(now, next)) : Math.min(Math.max(next, low), Math.max(now, next));
  if (kept === now) return;
  input.value = shown(kept, props);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

let holding = 0;

// Somebody else has told Dash of what stands in the field with this id.
export const told = (id) => forget(document.getElementById(id));

export function start() {
  document.addEventListener("input", ({ target }) => {
    const props = fields.get(target);
    if (!props) return;
    if (props.kind === "choice") return tell(target);
    forget(target);
    untold.set(
      target,
      window.setTimeout(() => tell(target), props.debounce || PAUSE),
    );
  });

  // A number that somebody leaves is shown as others are.
  document.addEventListener("focusout", ({ target }) => {
    const props = fields.get(target);
    if (!props || props.kind === "choice") return;
    if (untold.has(target)) tell(target);
    if (props.kind === "number" && isNumber(target.value)) target.value = shown(read(target.value), props);
  });

  document.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const props = by && fields.get(event.target);
    if (!props || props.kind !== "number" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step(event.target, by * (event.shiftKey ? TEN : 1));
  });

  document.addEventListener("pointerdown", (event) => {
    const sign = event.target.closest && event.target.closest("[data-by]");
    if (!sign || event.button !== 0) return;
    event.preventDefault(); // no text is marked, and the focus goes to the number
    const input = sign.closest(".field-number").querySelector("input");
    input.focus({ preventScroll: true });
    const again = () => {
      step(input, Number(sign.dataset.by));
      holding = window.setTimeout(again, NEXT);
    };
    step(input, Number(sign.dataset.by));
    holding = window.setTimeout(again, FIRST);
  });
  ["pointerup", "pointercancel", "blur"].forEach((name) =>
    window.addEventListener(name, () => window.clearTimeout(holding), true),
  );
}
