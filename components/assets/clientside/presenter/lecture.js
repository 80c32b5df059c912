// Up to three controls for the lecture: fields of the form that are drawn large while somebody presents, and that the
// curves follow. Which ones is chosen in the bar, kept by the browser, and part of the address of what is presented.
import * as board from "../board/form.js";
import { redraw } from "../pictures/plot_when_seen.js";

const MOST = 3;
const KEPT = "corral-lecture"; // {family: [path]}
const PATH = /^[A-Za-z0-9_.]{1,120}$/;
const WHOLE = /(count|jobs|size|machines|nodes|workers|tasks|iterations|processes|processors|smallest|largest)$/;
const FAR = 5; // a slider goes from a fifth to five times what the field held at first
const STEPS = 1000; // of a slider
const REST = 400; // ms after the last step until the form has it
const isOn = () => document.documentElement.classList.contains("presenting");
const make = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

let paths = [];
let shown = ""; // what the strip was built of
let controls = [];
let strip, panel;

// Fields of numbers, as they stand in the form: {path, name, input}.
function fields() {
  return [...document.querySelectorAll("#studio-sketch input[inputmode]")].flatMap((input) => {
    try {
      const { path, type } = JSON.parse(input.id);
      return type === "studio-field" && path && !path.startsWith("study.")
        ? [{ path: path, name: nameOf(input), input: input }]
        : [];
    } catch {
      return []; // no field of the form
    }
  });
}
const nameOf = (input) =>
  input.getAttribute("aria-label") || (input.labels && input.labels[0] && input.labels[0].textContent) || "value";

/** @returns {any} */
function propsOf(path) {
  const found = window.dash_component_api.getLayout({ path: path, type: "studio-field" });
  return (found && found.props) || {};
}

const family = () => {
  const study =
    window.dash_component_api &&
    document.getElementById("studio-tabs") &&
    window.dash_component_api.getLayout("studio-study");
  return (study && study.props.data && study.props.data.tree && study.props.data.tree.family) || "";
};

// Reading and keeping. ------------------------------------------------------------------------------------------------

function kept() {
  try {
    const found = JSON.parse(window.localStorage.getItem(KEPT));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}
const valid = (all) =>
  (Array.isArray(all) ? all : []).filter((one) => typeof one === "string" && PATH.test(one)).slice(0, MOST);

function read() {
  const asked = new URLSearchParams(window.location.search).get("pins");
  paths = valid(asked === null ? kept()[family()] : asked.split(","));
}
function keep() {
  try {
    window.localStorage.setItem(KEPT, JSON.stringify(Object.assign(kept(), { [family()]: paths })));
  } catch {
    // then they last as long as the page
  }
  keepAddress();
}
function keepAddress() {
  const address = new URL(window.location.href);
  if (isOn() && paths.length) address.searchParams.set("pins", paths.join(","));
  else address.searchParams.delete("pins");
  window.history.replaceState(window.history.state, "", address.pathname + address.search + address.hash);
}

// One control. --------------------------------------------------------------------------------------------------------

// A slider of equal factors where values are positive: twice as much is as far everywhere.
export function scaleOf(value, { min, max, step }) {
  const low = Math.max(
    min === undefined || min === null ? -Infinity : min,
    value > 0 ? value / FAR : value - 10 * (step || 1),
  );
  const high = Math.min(
    max === undefined || max === null ? Infinity : max,
    value > 0 ? value * FAR : value + 10 * (step || 1),
  );
  const isLog = low > 0;
  return {
    low: low,
    high: high,
    place: (now) =>
      Math.round(
        STEPS * (high <= low ? 0 : isLog ? Math.log(now / low) / Math.log(high / low) : (now - low) / (high - low)),
      ),
    value: (at) => (isLog ? low * Math.pow(high / low, at / STEPS) : low + ((high - low) * at) / STEPS),
  };
}
// Whether a field holds whole numbers: the board says it of those that it draws, and of others their names do.
function isWhole(path, value, step) {
  const drawn = [...document.querySelectorAll("#studio-sketch [data-board]")]
    .flatMap((one) => JSON.parse(one.dataset.board).blocks)
    .flatMap(({ width, height, fill }) => [width, height, fill])
    .find((one) => one && one.path === path);
  return drawn ? drawn.whole : Number.isInteger(value) && Number.isInteger(step || 1) && WHOLE.test(path);
}
const tidy = (value, whole) => (whole ? Math.round(value) : Number(value.toPrecision(value >= 10 ? 3 : 2)));

function create({ path, name }) {
  const first = Number(board.valueOf(path, NaN));
  if (!Number.isFinite(first)) return null;
  const props = propsOf(path);
  const scale = scaleOf(first, props);
  const whole = isWhole(path, first, props.step);
  let timer = 0;
  let isHeld = false;
  const number = make("input", {
    type: "text",
    inputMode: "decimal",
    className: "lecture-number",
    autocomplete: "off",
  });
  const slider = make("input", { type: "range", min: 0, max: STEPS, step: 1, className: "lecture-slider" });
  [number, slider].forEach((one) => one.setAttribute("aria-label", name));
  const show = (value) => {
    if (document.activeElement !== number) number.value = String(value);
    slider.value = scale.place(value);
    slider.setAttribute("aria-valuetext", String(value));
  };
  const clamp = (value) =>
    Math.min(
      props.max === undefined || props.max === null ? Infinity : props.max,
      Math.max(props.min === undefined || props.min === null ? -Infinity : props.min, value),
    );
  // The curves follow at once, the form when the hand rests.
  function move(value) {
    const now = clamp(value);
    isHeld = true;
    show(now);
    board.move({ [path]: now });
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      isHeld = false;
      board.letGo({ [path]: now });
    }, REST);
  }
  const now = () => Number(board.valueOf(path, first));
  const stepBy = (by) => {
    const step = Number(props.step) || 1;
    return move(tidy(Number((now() + by * step).toFixed(6)), whole));
  };
  slider.addEventListener("input", () => move(tidy(scale.value(Number(slider.value)), whole)));
  number.addEventListener("change", () => {
    const value = Number(number.value.replace(/\s/g, ""));
    if (number.value.trim() !== "" && Number.isFinite(value)) move(value);
    number.blur();
    show(now());
  });
  number.addEventListener("keydown", ({ key }) => key === "Escape" && number.blur());
  const button = (sign, words, by) => {
    const made = make("button", { type: "button", textContent: sign, ariaLabel: words + ": " + name });
    made.addEventListener("click", () => stepBy(by));
    return made;
  };
  const box = make(
    "div",
    { className: "lecture-control" },
    make("span", { className: "lecture-name", textContent: name, ariaHidden: "true" }),
    button("−", "Less", -1),
    number,
    button("+", "More", 1),
    slider,
  );
  show(first);
  return { path: path, box: box, follow: () => !isHeld && show(now()) };
}

function render() {
  if (!isOn()) return;
  const there = fields().filter((one) => paths.includes(one.path));
  const wanted = paths.map((path) => there.find((one) => one.path === path)).filter(Boolean);
  const now = JSON.stringify(wanted.map(({ path, name }) => [path, name]));
  if (now === shown && strip.isConnected) return controls.forEach((one) => one.follow());
  shown = now;
  controls = wanted.map(create).filter(Boolean);
  strip.replaceChildren(...controls.map((one) => one.box));
  if (controls.length) {
    const run = make("button", { type: "button", className: "lecture-run", textContent: "Run" });
    run.addEventListener(
      "click",
      () => document.getElementById("studio-run") && document.getElementById("studio-run").click(),
    );
    strip.append(run);
  }
  strip.hidden = !controls.length; // hidden parts take no room
  document.documentElement.toggleAttribute("data-lecture", controls.length > 0);
  redraw();
}

// Which ones. ---------------------------------------------------------------------------------------------------------

export function choose() {
  if (!panel.hidden) return close();
  const close_ = make("button", { type: "button", textContent: "Done" });
  close_.addEventListener("click", close);
  const boxes = fields().map(({ path, name }) => {
    const box = make("input", { type: "checkbox", checked: paths.includes(path), value: path });
    box.addEventListener("change", () => {
      paths = box.checked ? paths.concat([path]) : paths.filter((one) => one !== path);
      bound();
      keep();
      render();
    });
    return make("label", {}, box, " " + name);
  });
  const bound = () =>
    boxes.forEach(({ firstChild }) => (firstChild.disabled = !firstChild.checked && chosen().length >= MOST));
  const chosen = () => boxes.filter(({ firstChild }) => firstChild.checked);
  paths = paths.filter((path) => boxes.some(({ firstChild }) => firstChild.value === path)); // of another form
  panel.replaceChildren(
    make("p", { textContent: "Up to three fields, drawn large below the curves:" }),
    make("div", {}, ...boxes),
    close_,
  );
  bound();
  panel.hidden = false;
  document.body.append(panel);
  const first = panel.querySelector("input:checked, input");
  if (first) first.focus();
}
function close() {
  panel.hidden = true;
  panel.remove();
  document.getElementById("answer").focus({ preventScroll: true });
}

export const canChoose = () => fields().length > 0;

export function start() {
  strip = make("div", { className: "lecture", role: "group", ariaLabel: "Controls for the lecture" });
  panel = make("div", {
    className: "lecture-choice",
    role: "dialog",
    ariaLabel: "Controls for the lecture",
    hidden: true,
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });

  document.addEventListener("corral-present", ({ detail }) => {
    if (!detail) {
      strip.remove();
      if (!panel.hidden) close();
      shown = "";
      return keepAddress();
    }
    read();
    (document.querySelector(".presenter-keys") || document.body.lastChild).before(strip);
    keepAddress();
    render();
  });
  document.addEventListener("corral-form", () => {
    if (!isOn()) return;
    if (!paths.length) read(); // the page has come after its script
    render();
  });
}
