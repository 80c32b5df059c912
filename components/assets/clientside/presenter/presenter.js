// Presenter mode: the answer alone, in large type, moved by keys, or by a thin bar for whoever has none. The server hears
// of nothing but what the page's own buttons say, which keys and bar press.
import * as classRoom from "../classes/class_room.js";
import * as why from "../page/keys.js";
import { redraw } from "../pictures/plot_when_seen.js";
import * as races from "../replay/race.js";
import * as named from "../studio/named.js";
import * as lecture from "./lecture.js";

export function start() {
  const root = document.documentElement;
  const isNarrow = () => window.innerWidth <= 600;
  const SCALE = { least: 1, usual: isNarrow() ? 1 : 1.6, most: 2.4, step: 0.2 };
  const METRICS = ["studio-metric", "compare-metric"];
  const REVEALS = ["learn-reveal", "class-reveal"];
  const WITHOUT_PICTURE = ["data"]; // tabs that nobody can read from the back of a room
  const SEEN = 3000; // ms for which the bar stays after the pointer has moved
  const REVEALED = ["The answer is hidden.", "The curves are shown.", "The answer is shown."];
  const isOn = () => root.classList.contains("presenting");
  const find = (selector) => document.querySelector(selector);
  const isThere = (element) => Boolean(element) && element.getClientRects().length > 0;
  const props = (id) => (window.dash_component_api.getLayout(id) || {}).props || {}; // of one that is on the page
  const press = (id) => {
    const button = document.getElementById(id);
    if (button && !button.disabled) button.click();
  };
  let scale = SCALE.usual;
  let level = 0; // of the answer: 0 nothing, 1 the curves, 2 the words as well
  let isFull = false;
  let before = null; // what had the focus

  // The strips above and below the answer.

  const head = document.createElement("p");
  const title = head.appendChild(document.createElement("b"));
  const place = head.appendChild(document.createElement("span"));
  const keys = document.createElement("p");
  const said = document.createElement("p");
  const say = (words) => (said.textContent = words);

  function openTab() {
    return [...document.querySelectorAll("[role=tab][aria-selected=true]:not(.sheet-tab)")].map(
      (tab) => tab.textContent,
    )[0];
  }

  function metricId() {
    if (find(".race-page")) return undefined; // a race has none
    return METRICS.find((id) => document.getElementById(id));
  }

  function put(element, words) {
    if (element.textContent !== words) element.textContent = words;
  }

  function caption() {
    const tree = find(".studio:not(.of-lesson)") && (props("studio-study").data || {}).tree;
    const racing = [...document.querySelectorAll(".race-page .side-name")].map((one) => one.textContent).join(" · ");
    put(title, racing || (tree ? named.name || tree.title : document.title.replace("Corral – ", ""))); // elsewhere the heading is seen
    const bar = find("#studio-replay:not(.hidden)");
    const chosen = [bar && bar.classList.contains("with-racers") ? "" : "policy", "point"].filter(
      (part) => bar && bar.classList.contains("with-" + part),
    );
    const of = chosen.map((part) => (document.getElementById("studio-replay-" + part) || {}).value);
    const metric = !bar && isThere(find("#studio-curves")) && (document.getElementById("studio-metric") || {}).value;
    put(place, [openTab(), metric, ...of].filter(Boolean).join(" · "));
    const lines = [
      isThere(find("#studio-instant")) && "→ step, space play",
      isRaced() && "D next difference",
      isThere(find(".race-link")) && "D race",
      find(".back-to-compare") && "B back to Compare",
      canAskWhy() && "W why",
      jobs().length && "J a job that lost",
      candidates().length && "I what if",
      isAsked() && "→ next question",
      tabs().length > 1 && "T next tab",
      metricId() && "M next metric",
      canReveal() && "R reveal",
      hasControls() && "C controls",
      root.scrollHeight > window.innerHeight + 60 && "↓ more below",
      "+ − size",
      "H hide this line",
      "Esc leave",
    ];
    put(keys, lines.filter(Boolean).join(" · "));
    BAR.forEach(([, , , isUseful], n) => (tools.children[n].hidden = Boolean(isUseful) && !isUseful()));
  }

  let isDue = false; // before the next frame, however much changes
  const follow = new MutationObserver(() => {
    if (!isDue) window.requestAnimationFrame(() => ((isDue = false), isOn() && caption()));
    isDue = true;
  });

  // What the keys do.

  function tabs() {
    if (find(".race-page")) return []; // its one picture is the race
    const shown = [...document.querySelectorAll("[role=tab]:not([disabled], .hidden, .sheet-tab)")];
    return shown.filter((tab) => !WITHOUT_PICTURE.some((name) => (tab.id || "").includes('"' + name + '"')));
  }

  function turn(by) {
    const all = tabs();
    const now = all.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    if (!all.length) return;
    const next = all[(now + by + all.length) % all.length];
    next.click();
    window.scrollTo(0, 0);
    say(next.textContent);
  }

  function nextMetric(by) {
    const id = metricId();
    const groups = id ? props(id).data || [] : [];
    const all = groups.flatMap((group) => group.items || [group]);
    const now = all.findIndex((one) => one.value === props(id).value);
    if (!all.length) return;
    const next = all[(now + by + all.length) % all.length];
    window.dash_clientside.set_props(id, { value: next.value });
    say(next.label);
  }

  // Lessons and classes have a button that says for everybody what comes out.
  function ownReveal() {
    return REVEALS.map((id) => document.getElementById(id)).find((one) => isThere(one) && !one.disabled);
  }

  const canReveal = () => Boolean(ownReveal() || find(".studio:not(.of-lesson), .compare"));

  function show(wanted) {
    level = wanted;
    root.dataset.shown = String(level);
    redraw(); // words that are hidden take no room
  }

  function reveal() {
    if (ownReveal()) return ownReveal().click();
    if (!canReveal()) return;
    const hasCurves = [...document.querySelectorAll("[data-question]")].some(isThere);
    show(level === 2 ? 0 : hasCurves ? level + 1 : 2);
    say(REVEALED[level]);
  }

  function resize(by) {
    scale = Math.min(SCALE.most, Math.max(SCALE.least, Math.round((scale + by) * 10) / 10));
    root.style.setProperty("--presenter-scale", scale);
    redraw();
  }

  const player = (id) => isThere(find("#studio-instant")) && press(id);

  const KEYS = {
    ArrowRight: () => player("studio-next"),
    ArrowLeft: () => player("studio-back"),
    " ": () => player("studio-play"),
    t: () => turn(1),
    T: () => turn(-1),
    m: () => nextMetric(1),
    M: () => nextMetric(-1),
    r: reveal,
    R: reveal,
    "+": () => resize(SCALE.step),
    "=": () => resize(SCALE.step),
    "-": () => resize(-SCALE.step),
    d: () => race(1),
    D: () => race(0),
    b: back,
    B: back,
    w: openWhy,
    W: openWhy,
    j: () => showJob(0),
    J: () => showJob(1),
    i: () => askWhatIf(1),
    I: () => askWhatIf(-1),
    c: () => hasControls() && lecture.choose(),
    C: () => hasControls() && lecture.choose(),
    h: () => keys.classList.toggle("hidden"),
    H: () => keys.classList.toggle("hidden"),
    "?": () => keys.classList.toggle("hidden"),
    Escape: leave,
  };

  // Why they differ, one of the jobs that tell it, and what another decision would have brought: what is asked is shown.

  function race(by) {
    const way = find(".race-link"); // of Compare, where it is a view of its own
    if (isRaced()) races.go(by);
    else if (isThere(way)) way.click();
  }
  function back() {
    if (find(".back-to-compare")) find(".back-to-compare").click();
  }

  const canAskWhy = () => why.isThere();
  const jobs = () =>
    [...document.querySelectorAll(".why-job")].filter((one) => one.closest("[role=tabpanel]").checkVisibility());
  const candidates = () =>
    [...document.querySelectorAll("button.what-if")].filter((one) => one.closest("[role=tabpanel]").checkVisibility());

  function openWhy() {
    if (!canAskWhy() || !why.open()) return;
    const told = find("#compare-why-told"); // of Compare, where it comes below the findings
    if (!told) return void window.scrollTo(0, 0);
    whenTold(told, told);
  }

  // A page that is short yet cannot be moved so far before the answer is there.
  function whenTold(answer, shown) {
    const watch = new MutationObserver(() => (watch.disconnect(), shown.scrollIntoView({ block: "start" })));
    if (answer) watch.observe(answer, { childList: true });
  }

  function showJob(n) {
    const button = jobs()[n];
    if (!button) return;
    if (level < 2) show(2);
    button.click();
  }

  function askWhatIf(by) {
    const all = candidates();
    const now = all.findIndex((one) => one.getAttribute("aria-pressed") === "true");
    if (!all.length) return;
    const next = all[now < 0 ? (by > 0 ? 0 : all.length - 1) : (now + by + all.length) % all.length];
    if (level < 2) show(2);
    const head = next.closest("ul").previousElementSibling;
    whenTold(next.closest("[role=tabpanel]").querySelector(".what-if-found"), head);
    next.click();
    head.scrollIntoView({ block: "start" });
    say(next.ariaLabel);
  }

  // The bar: the same for a finger or a mouse. It comes when the pointer moves; where there are fingers only, it stays.

  const hasControls = () => Boolean(find(".studio:not(.of-lesson)")) && lecture.canChoose();
  const isRaced = () => races.isThere();
  const isPlayed = () => isThere(find("#studio-instant"));
  const isAsked = () => [-1, 1].some(classRoom.canStep); // which has its own keys
  /** @type {[string, string, () => void, (() => boolean)?][]} */
  const BAR = [
    ["‹", "Back", () => (isPlayed() ? player("studio-back") : turn(-1)), () => isPlayed() || tabs().length > 1],
    ["▶", "Play or pause", () => player("studio-play"), isPlayed],
    ["›", "Next", () => (isPlayed() ? player("studio-next") : turn(1)), () => isPlayed() || tabs().length > 1],
    ["≠", "Next different decision", () => race(1), () => isRaced() || isThere(find(".race-link"))],
    ["A B", "Back to Compare", back, () => Boolean(find(".back-to-compare"))],
    ["Tab", "Next tab", () => turn(1), () => tabs().length > 1],
    ["Metric", "Next metric", () => nextMetric(1), () => Boolean(metricId())],
    ["Why?", "Why they differ", openWhy, canAskWhy],
    ["Job", "A job that lost", () => showJob(0), () => jobs().length > 0],
    ["What if?", "What if the next candidate had been chosen", () => askWhatIf(1), () => candidates().length > 0],
    ["Reveal", "Reveal", () => reveal(), () => canReveal()],
    ["Controls", "Controls for the lecture", () => lecture.choose(), hasControls],
    ["−", "Smaller", () => resize(-SCALE.step), () => !isNarrow()],
    ["+", "Larger", () => resize(SCALE.step), () => !isNarrow()],
    ["✕", "Leave", () => leave()],
  ];
  const tools = document.createElement("div");
  let isSeen = 0;
  function seen() {
    if (!isOn()) return;
    tools.classList.add("seen");
    window.clearTimeout(isSeen);
    isSeen = window.setTimeout(() => tools.classList.remove("seen"), SEEN);
  }

  // Coming and going.

  function keepAddress() {
    const address = new URL(window.location.href);
    if (isOn()) address.searchParams.set("present", "1");
    else address.searchParams.delete("present");
    window.history.replaceState(window.history.state, "", address.pathname + address.search + address.hash);
  }

  function enter() {
    before = document.activeElement;
    root.classList.add("presenting");
    show(0);
    resize(0);
    document.body.prepend(head);
    document.body.append(keys, tools, said);
    follow.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["aria-selected", "value", "class"],
    });
    document.dispatchEvent(new CustomEvent("corral-present", { detail: true }));
    caption();
    window.scrollTo(0, 0);
    const answer = document.getElementById("answer");
    if (answer) answer.focus({ preventScroll: true });
    say("Presenter mode. " + keys.textContent);
  }

  function leave() {
    root.classList.remove("presenting");
    delete root.dataset.shown;
    follow.disconnect();
    head.remove();
    keys.remove();
    tools.remove();
    said.remove();
    document.dispatchEvent(new CustomEvent("corral-present", { detail: false }));
    redraw();
    keepAddress();
    if (isFull && document.fullscreenElement) document.exitFullscreen();
    isFull = false;
    if (before && before.isConnected) before.focus();
  }

  // A click may ask for the whole screen; where it is refused, the window has to do.
  function enterByClick() {
    enter();
    keepAddress();
    if (!root.requestFullscreen) return;
    root.requestFullscreen().then(
      () => (isFull = true),
      () => (isFull = false),
    );
  }

  head.className = "presenter-head";

  keys.className = "presenter-keys";

  said.className = "visually-hidden";
  said.setAttribute("role", "status");

  tools.className = "presenter-bar";
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "Presenter mode");
  BAR.forEach(([sign, name, act]) => {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: sign,
      title: name,
      ariaLabel: name,
    });
    button.addEventListener("mousedown", (event) => event.preventDefault()); // the keys go on where they were
    button.addEventListener("click", act);
    tools.append(button);
  });

  ["pointermove", "pointerdown"].forEach((name) => document.addEventListener(name, seen, { passive: true }));

  document.addEventListener("fullscreenchange", () => {
    if (isFull && !document.fullscreenElement && isOn()) leave();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest && event.target.closest("#shell-present") && !isOn()) enterByClick();
  });

  document.addEventListener("keydown", (event) => {
    if (!isOn() || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = event.target.closest ? event.target : document.body;
    const isTyped = at.closest("input, textarea, select, [contenteditable=true], [role=slider], [role=dialog]");
    const isPressed = event.key === " " && at.closest("button, a, summary, [role=tab]");
    if (isTyped || isPressed || !(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  if (new URLSearchParams(window.location.search).has("present")) enter();
}
