// What the open tab of the Studio is told: the study, the replication, the step. Tabs that nobody sees hear of nothing.
import { awaitedWords } from "../replay/awaited.js";
import * as late from "../replay/late.js";
import { isRefused } from "../replay/late.js";
import * as nextReplay from "../replay/next_replay.js";
import * as race from "../replay/race.js";

const none = () => window.dash_clientside.no_update;
const PER_STEP = ["decisions", "node-decisions", "task-decisions", "matrix"];
// The view of Compare in which its sides race; its address is Compare's with the state of the race behind it.
export const isRaceOfCompare = () => window.location.pathname === "/compare/race";
// Whether the server draws a tab anew for each step of the player.
export const isDrawnPerStep = (tab) => PER_STEP.includes(tab);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const told = {};
export let against = ""; // the second study of a race
export let chosenState = {}; // what the address is about to hold
let stateTimer = 0;

// Sets parameters of the address, and takes those away whose value is "". The router is not told, since it would
// build the page anew; the path stays, and so does what other parts of the page keep there. The example that somebody
// came by is not kept beside a sketch that may be another one by now.
export function changeAddress(changes) {
  const address = new URL(window.location.href);
  Object.entries(changes).forEach(([name, value]) => {
    if (value === "" || value === null || value === undefined) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  });
  if (address.searchParams.has("s")) address.searchParams.delete("example");
  const search = address.searchParams.toString().replace(/%2C/g, ",");
  const wanted = address.pathname + (search ? "?" + search : "") + address.hash;
  if (wanted !== window.location.pathname + window.location.search + window.location.hash)
    window.history.replaceState(window.history.state, "", wanted);
}

// What is waited for, in the middle of a picture that is not there yet; see `.picture::after`.
const sayAwaited = (tree) =>
  document.documentElement.style.setProperty("--awaited", JSON.stringify(awaitedWords(tree) + " …"));

// What stands on tabs that come when they are opened. Whoever opens one shall not have to wait for it.
let panels = null;
let fetched = null; // the same, when they are there
const placeOf = (tab) => document.getElementById(JSON.stringify({ tab: tab, type: "studio-panel" }));
// The place of a tab: that of another family comes in a moment, with its tabs.
async function whenThere(tab) {
  for (let frames = 0; frames < 100 && !placeOf(tab); frames++) await new Promise(window.requestAnimationFrame);
  return placeOf(tab);
}
function fetchPanels() {
  const page = document.querySelector("[data-panels]");
  if (!panels && page) {
    panels = fetch(page.dataset.panels).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    });
    panels.then(
      (found) => (fetched = found),
      () => null,
    );
    panels.catch(() => (panels = null)); // the next tab that is opened asks again
  }
  return panels;
}

// A tab that is pressed has what stands on it, and one that shows a whole result asks for its pictures, in that moment:
// by way of Dash both come after all else that follows from another tab. Dash finds them done, and lets them be.
let latest = null; // what the open tab was told last: {page, tab, now, bars}
const begun = new WeakSet(); // places of panels that are on their way

function begin(tab) {
  const place = placeOf(tab);
  if (!place || place.firstChild || begun.has(place) || !fetched || !fetched[tab]) return;
  begun.add(place);
  window.dash_clientside.set_props({ tab: tab, type: "studio-panel" }, { children: structuredClone(fetched[tab]) });
}

// Only tabs that show a replication hear which; the others would be drawn again when another one has been fetched.
const whichOn = (tab, { which, bars }) =>
  (bars[tab] || []).some((part) => part === "policy" || part === "live") ? which || null : null;
const stepOn = (tab, step) => (isDrawnPerStep(tab) ? step || 0 : null);

function tell(tab, isPressed) {
  if (!latest || latest.page !== document.getElementById("studio-tabs") || latest.tab === tab) return;
  const parts = latest.bars[tab] || [];
  if (parts.includes("live")) return; // what is sketched is found out first
  if (parts.includes("policy") && !nextReplay.isThere(tab)) {
    if (nextReplay.ask(tab, latest, isPressed)) sayAwaited(latest.now.study.tree);
    return;
  }
  tellOf(tab, Object.assign({}, latest.now, { which: whichOn(tab, latest), step: stepOn(tab, latest.step) }));
}

// Places of a family go and come again with it, and then know nothing.
function hasHeard(tab, now) {
  const before = told[tab];
  return before && before.place === placeOf(tab) && Object.keys(now).every((name) => now[name] === before.now[name]);
}

// Past Dash, which would tell the other tabs, too, that there is nothing to tell them, and let whatever draws wait.
function tellOf(tab, now) {
  if (hasHeard(tab, now)) return;
  told[tab] = { now: now, place: placeOf(tab) };
  window.dash_clientside.set_props({ tab: tab, type: "studio-opened" }, { data: now });
}

const pressed = ({ target }) => {
  const tab = target.closest && target.closest("#studio-tab-list [role=tab]");
  return tab && JSON.parse(tab.id).tab;
};

// A pointer that rests on a tab is about to press it: what stands there and its pictures are fetched meanwhile. What
// has changed until the tab is pressed is told by `handOver`, as to every tab that was open before.
const RESTS = 80; // ms; a pointer on its way across the tabs asks for nothing
let resting;
let restedOn = null; // the tab on which it rests

// The button beside the verdict, where there are two policies to hold against each other; see `WHY` in `tabs.py`.
function offerWhy(tree, off) {
  const button = document.querySelector(".why-button");
  const left = tree.policies.filter((name) => !(off || []).includes(name));
  if (button) button.hidden = (left.length || tree.policies.length) < 2 || Boolean(tree.population);
}

// A page begins with the curves, and of a list of jobs with the picture to draw in; see `Tab.is_first`.
// On a narrow page there are more tabs than are seen: the open one is.
function showTab() {
  const tab = document.querySelector('#studio-tabs [role="tab"][aria-selected="true"]');
  const list = tab && tab.parentElement;
  if (list && list.scrollWidth > list.clientWidth)
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

const firstTab = ({ family, workload }) =>
  family === "parallel-jobs" && workload && workload.arrivals && workload.arrivals.process === "listed"
    ? "draw"
    : "curves";

export const callbacks = {
  // When a tab is opened for the first time: what stands on it. Afterwards it stays.
  mount: async (shown) => {
    if (!shown) return none();
    const output = window.dash_clientside.callback_context.outputs_list;
    const place = await whenThere(output.id.tab);
    if (!place || place.firstChild || begun.has(place)) return none();
    const found = await fetchPanels();
    return place.firstChild || begun.has(place) ? none() : structuredClone(found[output.id.tab]);
  },

  // A click on a button that downloads; buttons that have just come are heard of, too.
  ask: () => {
    const clicked = window.dash_clientside.callback_context.triggered.filter((one) => one.value);
    if (!clicked.length) return none();
    const id = JSON.parse(clicked[0].prop_id.slice(0, clicked[0].prop_id.lastIndexOf(".")));
    return Object.assign({ when: Date.now() }, id);
  },

  // What the form holds, for the live tab that is open.
  type: (values, ids, tab) =>
    window.dash_clientside.callback_context.outputs_list.map((output) =>
      output.id.tab === tab ? { values: values, ids: ids } : none(),
    ),

  handOver: (tab, study, which, point, step, scheme, off, answered, bars) => {
    if (!panels) (window.requestIdleCallback || window.setTimeout)(fetchPanels);
    const now = {
      study: study,
      which: whichOn(tab, { which: which, bars: bars }),
      point: point || null,
      step: stepOn(tab, step),
      scheme: scheme || "light",
      off: off,
    };
    latest = { page: document.getElementById("studio-tabs"), tab: tab, now: now, bars: bars, which: which, step: step };
    nextReplay.answered(answered);
    tellOf(tab, now);
    if (restedOn && restedOn !== tab) tell(restedOn, false);
    offerWhy(study.tree, off);
    return none();
  },

  // Another study, not the same one with more cells.
  noticeStudy: (study, tree) => (same(study.tree, tree) ? none() : study.tree),

  // A live tab shows what is sketched, the others the study that was run.
  want: (tab, tree) => {
    const context = window.dash_clientside.callback_context;
    const [sketched, bars, before, asked] = context.states_list.map((state) => state.value);
    const parts = bars[tab] || [];
    const fields = { "studio-against": (asked && asked.against) || "" };
    context.inputs_list
      .slice(2)
      .forEach((field) => (fields[field.id] = field.value === undefined ? null : field.value));
    nextReplay.hear({ tree: tree, fields: fields }, before);
    if (!parts.includes("policy")) return none();
    against = fields["studio-against"];
    const wanted = { tab: tab, tree: parts.includes("live") ? sketched : tree, fields: fields };
    const isNew =
      !before ||
      isRefused() ||
      nextReplay.isRefused() ||
      !same(wanted, { tab: before.tab, tree: before.tree, fields: before.fields });
    const number = late.wanted(isNew);
    if (!isNew) return none();
    sayAwaited(wanted.tree);
    return nextReplay.wanted(Object.assign(wanted, { number: number }));
  },

  // While a control moves, only the tree of what is wanted changes.
  wantSketched: (sketched, tab, bars, wanted) => {
    const isLive = (bars[tab] || []).includes("live") && wanted && wanted.tab === tab;
    if (!isLive || same(wanted.tree, sketched)) return none();
    return nextReplay.wanted(Object.assign({}, wanted, { tree: sketched, number: late.wanted(true) }));
  },

  // The chips of policies: what is switched off stays so when another study is shown, and the last one stays on.
  switchOff: (shown, off, tree) => {
    const policies = tree.policies;
    if (!shown || !shown.length) return [none(), policies.filter((name) => !off.includes(name))];
    const now = off.filter((name) => !policies.includes(name)).concat(policies.filter((name) => !shown.includes(name)));
    return [same(now, off) ? none() : now, none()];
  },

  // What the address bar holds beside the scenario: only what differs from how a page begins.
  keepState: () => {
    const context = window.dash_clientside.callback_context;
    const [tab, metric, off, step, policy, point, replication, job, iteration, racers, named, whatIf, first, second] =
      context.inputs_list.map((one) => one.value);
    const [bars, tree, usual, openings, asked] = context.states_list.map((one) => one.value);
    const parts = bars[tree.family + " " + tab] || bars[tab] || [];
    const has = (part, value) => (parts.includes(part) ? value : "");
    const above = (value, least) => (value > least ? value : "");
    const hidden = tree.policies.filter((name) => (off || []).includes(name));
    const opening = named && !named.is_changed && openings[named.example];
    const begins = opening || { tab: firstTab(tree), metric: usual[tree.family] };
    const state = {
      tab: tab === begins.tab || isRaceOfCompare() ? "" : tab,
      ...(isRaceOfCompare() ? {} : { metric: metric === begins.metric ? "" : metric }), // which is Compare's there
      policy: parts.includes("racers") ? "" : has("policy", policy),
      racers: has("racers", (racers || []).join(",")),
      against: isRaceOfCompare() ? "" : has("racers", (asked && asked.against) || ""),
      episode: has("racers", race.episode()),
      point: has("point", point === null || point === undefined ? "" : Number(point) + 1),
      replication: has("replication", above(replication, 1)),
      job: has("first-job", above(job, 1)),
      iteration: has("iteration", above(iteration, 1)),
      step: has("player", above(step + 1, 1)),
      whatif:
        whatIf && whatIf.step === step && has("player", true) && !parts.includes("racers")
          ? whatIf.job + 1 + ":" + whatIf.choice
          : "",
      pair: tab === "why" && first && second ? first + "," + second : "",
      off: hidden.length < tree.policies.length ? hidden.join(",") : "",
    };
    chosenState = state;
    window.requestAnimationFrame(showTab);
    window.clearTimeout(stateTimer); // a browser lets the address change only so often
    stateTimer = window.setTimeout(() => changeAddress(state), 300);
    return none();
  },

  // A link may say what its sender saw.
  compareWithSender: (words, study, asked) => {
    const sent = asked && asked.sent;
    if (!sent || study.stale || study.id !== asked.study) return "";
    const found = /([0-9a-f]{16})$/.exec(words || "");
    if (sent.engine !== asked.engine)
      return (
        "The sender's engine " +
        sent.engine +
        " differs from this one, " +
        asked.engine +
        ": the sender saw " +
        sent.fingerprint +
        "."
      );
    if (!found) return "The sender of this link saw the result " + sent.fingerprint + ". Press Run to compare.";
    if (found[1] === sent.fingerprint) return "✓ Same result as the sender of this link saw, to the last bit.";
    return "✕ This is another result than the sender of this link saw: that one was " + sent.fingerprint + ".";
  },
};

export function start() {
  // A click of a key or a program has no pointer.
  ["pointerdown", "click"].forEach((name) =>
    document.addEventListener(
      name,
      (event) => {
        const tab = pressed(event);
        if (!tab) return;
        tell(tab, true);
        begin(tab);
      },
      true,
    ),
  );

  document.addEventListener(
    "pointerover",
    (event) => {
      window.clearTimeout(resting);
      restedOn = null;
      const tab = event.pointerType === "mouse" && !event.buttons && pressed(event);
      if (!tab) return;
      resting = window.setTimeout(() => {
        restedOn = tab;
        tell(tab, false);
        begin(tab);
      }, RESTS);
    },
    true,
  );
}
