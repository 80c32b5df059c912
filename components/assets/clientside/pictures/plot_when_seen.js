// Pictures on tabs that nobody has opened are drawn when they are seen: twenty of them, mostly empty, would otherwise
// be drawn before the first page is there, and again whenever their figures change. Pictures without a figure never.
import { onHeldAxis } from "../board/sweep/sweep_axis.js";
import { fitted } from "../presenter/room.js";
import { placed } from "./state_diagram.js";
import { timed } from "./time_axis.js";

const SOON = 200; // ms after which a picture below the others is drawn in any case
let plotly;
const waiting = new WeakMap(); // element: {args, done: [functions]}; of several figures the last one is drawn
const configs = new WeakMap(); // element: how its picture was set up, without which plotly would set it up anew

// What a graph has before anybody sent it a figure. Plotly would draw axes from -1 to 6, as if they were the answer.
const isEmpty = (figure) =>
  figure && !Array.isArray(figure) && !(figure.data || []).length && !(figure.layout && figure.layout.template);

const unbound = new WeakMap(); // element without a picture: [[event, listener]]

// Whether there is a picture, told to the style sheets; see `there.js`.
function tellDrawn(element) {
  const place = element instanceof Element && element.closest(".picture");
  if (place) place.toggleAttribute("data-drawn", place.querySelector(".main-svg") !== null);
}

function drawWhenSeen(react) {
  const draw = (element, figure, ...more) => {
    if (figure && figure.config) configs.set(element, figure.config);
    const shapes = [timed, placed, fitted, onHeldAxis].filter(Boolean);
    const drawn = react(
      element,
      shapes.reduce((found, shape) => shape(element, found), figure),
      ...more,
    );
    tellDrawn(element);
    Promise.resolve(drawn).then(() => element.dispatchEvent(new CustomEvent("corral-drawn", { bubbles: true })));
    const kept = unbound.get(element);
    unbound.delete(element);
    return kept
      ? Promise.resolve(drawn)
          .then(() => kept.forEach((one) => element.on(...one)))
          .then(() => element)
      : drawn;
  };
  const isSeen = (element) => element.isConnected && element.offsetParent !== null;
  function drawWaiting(target) {
    const wanted = waiting.get(target);
    if (!wanted) return;
    observer.unobserve(target);
    waiting.delete(target);
    const drawn = draw(target, ...wanted.args);
    wanted.done.forEach((resolve) => resolve(drawn));
  }
  const observer = new ResizeObserver((entries) =>
    entries.forEach(({ target }) => isSeen(target) && drawWaiting(target)),
  );
  // The first time, what is seen without scrolling comes first.
  const isBelow = (element) =>
    element instanceof Element && !element.data && element.getBoundingClientRect().top > window.innerHeight;
  const whenPainted = (element) =>
    (window.requestIdleCallback || /** @type {any} */ (window.setTimeout))(
      () => (isSeen(element) ? drawWaiting(element) : observer.observe(element)),
      { timeout: SOON },
    );
  return (element, ...args) => {
    tellDrawn(element); // another element may have come into the place
    if (isEmpty(args[0])) {
      // Said to be done at once, since Dash hands the next figure over when the one before is drawn. It also binds
      // its listeners now, which only a picture has: they are kept until there is one.
      if (!element.on && !unbound.has(element)) {
        const kept = [];
        unbound.set(element, kept);
        element.on = (...listener) => kept.push(listener);
      }
      return Promise.resolve(element);
    }
    const isHidden = element instanceof Element && element.isConnected && element.offsetParent === null;
    if (!isHidden && !waiting.has(element) && !isBelow(element)) return draw(element, ...args);
    const wanted = waiting.get(element) || { done: [] };
    if (isHidden) observer.observe(element);
    else if (!wanted.args) whenPainted(element);
    wanted.args = args;
    waiting.set(element, wanted);
    return new Promise((resolve) => wanted.done.push(resolve));
  };
}

// Dash has a picture fitted into its place whenever that comes, goes or is drawn in, and plotly draws it again for that.
// One that fits stays as it is; one that is not there yet, or that nobody sees, will be fitted when it is.
function fitWhenOther(resize) {
  return (element) => {
    const drawn = element instanceof Element && element._fullLayout;
    const fits = (drawnOf, now) => Math.abs(drawnOf - now) <= 1; // px, as plotly has it
    const isThere = drawn && element.clientWidth > 0;
    if (!isThere || (fits(drawn.width, element.clientWidth) && fits(drawn.height, element.clientHeight)))
      return Promise.resolve(element);
    return resize(element);
  };
}

// A picture again as it is, one that nobody sees when it is seen; one that waits has a newer figure.
export function redrawOne(element) {
  if (!element.data || waiting.has(element)) return;
  plotly.react(element, { data: element.data, layout: element.layout, config: configs.get(element) });
}
export const redraw = () => document.querySelectorAll(".js-plotly-plot").forEach(redrawOne);

export function start() {
  // Where Dash fetches plotly if it has not come yet: the same part of it, not all.
  Object.defineProperty(window, "_dashPlotlyJSURL", {
    configurable: true,
    get: () => (document.getElementById("plotly") || {}).src,
    set: () => {},
  });

  Object.defineProperty(window, "Plotly", {
    configurable: true,
    get: () => plotly,
    set: (loaded) => {
      const plots = Object.assign({}, loaded.Plots, { resize: fitWhenOther(loaded.Plots.resize) });
      plotly = Object.assign({}, loaded, { react: drawWhenSeen(loaded.react), Plots: plots });
    },
  });
}
