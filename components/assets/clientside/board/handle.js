// An edge that can be held: with the mouse, a finger or the keys, named for screen readers, with its value at the hand.
import * as d3 from "../d3.js";
import * as board from "./form.js";
import * as steady from "./steady.js";

const FAST = 10; // times the step, with Shift or by the page

export const clamp = (value, { low, high }) => Math.min(high, Math.max(low, value));

// Numbers are compared and shown as decimals: 0.1 + 0.2 is 0.3 here.
export function round(value, step) {
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  return Number((Math.round(value / step) * step).toFixed(digits));
}

// About *size*, and one of 1, 2 and 5 times a power of ten.
export const nice = (size) => d3.ticks(0, 10 * size, 10)[1];

// A step by keys goes to the next multiple of the step.
export function stepped(value, by, handle) {
  const next = round(value + by * handle.step, handle.step);
  return clamp(handle.whole ? Math.round(next) : next, handle);
}

const KEYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: FAST, PageDown: -FAST };

// *node* is what is held. *edge*: {handle, across, up: what a step upwards does to the value, +1 or -1; value(),
// at(event) -> value, words(value), grasped(), moved(), released()}, and where more than one field follows told(value)
// -> {path: value}. The bounds of the handle may move with the others.
export function make(node, edge) {
  const { handle } = edge;
  let before = null,
    isTouched = false,
    width = 0;

  const say = () => {
    node.setAttribute("aria-valuemin", handle.low);
    node.setAttribute("aria-valuemax", handle.high);
    node.setAttribute("aria-valuenow", edge.value());
    node.setAttribute("aria-valuetext", edge.words(edge.value()));
  };

  function set(value, isLast) {
    const told = edge.told ? edge.told(value) : { [handle.path]: value };
    board[isLast ? "letGo" : "move"](told);
    edge.moved(isLast);
    say();
  }

  function takeBack() {
    set(before, false);
    board.forget();
    before = null;
    edge.released();
  }

  // The page is laid out anew under the hand, which points at another value then.
  const laidOut = () => before !== null && window.innerWidth !== width && takeBack();

  const drag = d3
    .drag()
    .container(() => node.ownerSVGElement)
    .on("start", (event) => {
      before = edge.value();
      width = window.innerWidth;
      window.addEventListener("resize", laidOut);
      // A mouse sees where its picture goes; a finger covers it.
      isTouched = /^touch/.test(event.sourceEvent.type) || event.sourceEvent.pointerType === "touch";
      if (isTouched) steady.hold(node.ownerSVGElement);
      node.classList.add("held");
      node.focus({ preventScroll: true });
      edge.grasped(event);
    })
    .on("drag", (event) => {
      const value = clamp(edge.at(event), handle);
      if (before !== null && value !== edge.value()) set(value, false);
    })
    .on("end", () => {
      node.classList.remove("held");
      window.removeEventListener("resize", laidOut);
      if (before !== null && before !== edge.value()) set(edge.value(), true);
      else board.forget();
      before = null;
      if (isTouched) steady.letGo();
      edge.released();
    });
  d3.select(node).call(drag);

  node.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && before !== null) {
      // takes back what is being dragged
      takeBack();
      return event.stopPropagation();
    }
    const ends = { Home: handle.low, End: handle.high };
    const by = KEYS[event.key] * (event.shiftKey && event.key.startsWith("Arrow") ? FAST : 1);
    if (event.ctrlKey || event.metaKey || event.altKey || (Number.isNaN(by) && !(event.key in ends))) return;
    event.preventDefault();
    const isEnd = event.key in ends && Number.isFinite(ends[event.key]);
    const value = isEnd
      ? ends[event.key]
      : Number.isNaN(by)
        ? edge.value()
        : stepped(edge.value(), edge.up * by, handle);
    if (value !== edge.value()) set(value, true);
  });

  Object.entries({
    role: "slider",
    tabindex: 0,
    "aria-label": "Edge: " + handle.title,
    "aria-orientation": edge.across ? "horizontal" : "vertical",
    "data-path": handle.path,
  }).forEach(([name, value]) => node.setAttribute(name, value));
  say();
  return { say: say };
}
