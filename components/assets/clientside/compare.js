// The Compare page: the address bar, what can be chosen for each side, and how far the studies are while one of them runs.
import { kept } from "./studio/kept_sketch.js";
import * as study from "./studio/study.js";

const SIDES = ["A", "B", "C", "D"]; // of which C and D may be missing
const of = (all) => SIDES.filter((side) => side in all);

function whenWords(when) {
  const time = new Date(when);
  if (Number.isNaN(Number(time))) return "";
  const isToday = time.toDateString() === new Date().toDateString();
  const clock = time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  return isToday ? clock : time.toLocaleDateString("en-GB", { day: "numeric", month: "short" }) + " " + clock;
}

let followed = null; // the studies, while one runs
let asked = 0; // when the picture that is not drawn yet was asked for

const now = () => performance.now();
const wordsOf = (side, found) => side + " " + (found.state === "running" ? study.words(found) : found.state);

const sum = (found, count) => found.reduce((all, one) => all + one[count], 0);

async function look(studies) {
  const found = await Promise.all(
    of(studies).map((side) => (studies[side].state === "running" ? study.ask(studies[side].id) : studies[side])),
  );
  if (followed !== studies || !found.every(Boolean)) return; // or the server is away for a moment
  if (!document.getElementById("compare-progress-text")) return void (followed = null); // another page
  const words = of(studies)
    .map((side, n) => wordsOf(side, found[n]))
    .join("; ");
  study.tell("compare", { done: sum(found, "done"), total: sum(found, "total") }, words);
  const hasMoved = of(studies).some((side, n) =>
    ["state", "done"].some((name) => studies[side][name] !== found[n][name]),
  );
  const isOnItsWay = asked && now() - asked < study.LONGEST; // a picture, that another would push aside
  if (!hasMoved || isOnItsWay) return;
  asked = now();
  const polled = of(studies).map((side, n) => [side, Object.assign({ link: studies[side].link }, found[n])]);
  window.dash_clientside.set_props("compare-polled", { data: Object.fromEntries(polled) });
}

// Numbers as the server writes them, of which the choice holds the text.
function stateOf(metric, span, values, slices, usual) {
  const at = slices
    .map(({ field }, n) => [field, values[n]])
    .filter(([field, value]) => value !== null && value !== undefined && Number(value) !== usual.at[field]);
  const state = {
    metric: metric && metric !== usual.metric ? metric : "",
    range: span !== usual.range ? span : "",
    at: at.map((one) => one.join(":")).join(","),
  };
  return Object.entries(state)
    .map(([name, value]) =>
      value ? "&" + name + "=" + encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":") : "",
    )
    .join("");
}

// The race leads back with all that the address says at that moment, and how the page is looked at stays.
function lead(event) {
  const way = event.target.closest && event.target.closest("a.race-link, a.back-to-compare");
  if (!way) return;
  const address = new URL(way.href),
    now = new URLSearchParams(window.location.search);
  if (way.matches(".race-link"))
    ["why", "metric", "range", "at"].forEach((name) => now.has(name) && address.searchParams.set(name, now.get(name)));
  if (document.documentElement.classList.contains("presenting")) address.searchParams.set("present", "1");
  else address.searchParams.delete("present");
  way.href = address.pathname + address.search;
}

const listOf = (side) => "compare-choice-" + side.toLowerCase();
const later = {}; // {id: options} of lists in which somebody searches

// The *options* of the list of a side; none where it has them, or gets them when it is left.
function given(side, options) {
  const id = listOf(side);
  const known = (window.dash_component_api.getLayout(id) || {}).props;
  delete later[id];
  if (known && JSON.stringify(known.data) === JSON.stringify(options)) return window.dash_clientside.no_update;
  if (!document.activeElement || document.activeElement.id !== id) return options;
  later[id] = options;
  return window.dash_clientside.no_update;
}

const follow = (studies) =>
  study.repeat(
    () => followed === studies,
    () => look(studies),
  );

export const callbacks = {
  follow: (studies) => {
    const isRunning = of(studies).some((side) => studies[side].state === "running");
    if (!followed) asked = 0;
    followed = isRunning ? studies : null;
    if (isRunning) follow(studies);
    return window.dash_clientside.no_update;
  },

  // A look that was on its way when a side changed is about another study.
  accept: (polled, studies) =>
    polled &&
    of(studies).join() === of(polled).join() &&
    of(studies).every((side) => polled[side].id === studies[side].id)
      ? polled
      : window.dash_clientside.no_update,

  // The second frame after it comes when it is done.
  drawn: () => {
    window.requestAnimationFrame(() => window.requestAnimationFrame(() => (asked = 0)));
    return window.dash_clientside.no_update;
  },

  // The address bar always holds what is compared; the router is not told, since it would build the page anew.
  keepAddress: (chosen, isWhy, metric, span, values, slices, usual) => {
    const drawer = document.getElementById("compare-drawer");
    if (drawer && !drawer.dataset.met) {
      drawer.dataset.met = "yes"; // on a narrow screen the answer comes first, and the choice is put away
      if (window.innerWidth <= 900) drawer.open = false;
    }
    const address =
      "/compare?" +
      of(chosen)
        .map((side) => side.toLowerCase() + "=" + chosen[side].link)
        .join("&") +
      (isWhy ? "&why=1" : "") +
      stateOf(metric, span, values, slices, usual) +
      (document.documentElement.classList.contains("presenting") ? "&present=1" : "");
    window.history.replaceState(window.history.state, "", address);
    return SIDES.map((side) => (chosen[side] ? "/?s=" + chosen[side].link : ""));
  },

  // "Why?", pressed again, closes what it opened.
  toggle: (clicks, isOpen) =>
    clicks ? [!isOpen, String(!isOpen)] : [window.dash_clientside.no_update, window.dash_clientside.no_update],

  // Recent runs, named by what was changed in them, the sketch of the Studio, what is chosen if it is neither, and the
  // examples; no scenario twice. A list in which somebody searches stays as it is until they leave it.
  offer: (recent, chosen, examples) => {
    const known = new Set(examples.map((one) => one.link));
    const runs = [];
    const times = (title) => recent.filter((one) => one && one.title === title).length;
    const named = (one) =>
      /, changed: /.test(one.title) && times(one.title) === 1
        ? String(one.title)
        : String(one.title) + ", " + whenWords(one.when);
    for (const one of Array.isArray(recent) ? recent : []) {
      if (!one || typeof one.link !== "string" || known.has(one.link)) continue;
      known.add(one.link);
      runs.push({ value: one.link, label: named(one) });
    }
    const sketch = kept();
    const isOther = sketch && !known.has(sketch.link);
    if (isOther) known.add(sketch.link);
    return SIDES.map((side) => {
      const own = chosen[side];
      const groups = runs.length ? [{ group: "Recent runs", items: runs }] : [];
      if (isOther)
        groups.push({ group: "The sketch in the Studio", items: [{ value: sketch.link, label: sketch.title }] });
      if (own && !known.has(own.link))
        groups.push({ group: "From a link", items: [{ value: own.link, label: own.title }] });
      groups.push({ group: "Examples", items: examples.map((one) => ({ value: one.link, label: one.title })) });
      return given(side, groups);
    });
  },
};

export function start() {
  ["pointerdown", "focusin", "click"].forEach((name) => document.addEventListener(name, lead, true));

  document.addEventListener("focusout", ({ target }) => {
    if (!later[target.id]) return;
    const options = later[target.id];
    delete later[target.id];
    window.dash_clientside.set_props(target.id, { data: options });
  });
}
