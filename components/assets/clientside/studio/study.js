// Follows a study that runs: how far it is at once, and its curves when the last ones have been drawn.
//
// The server is asked past Dash, which throws an answer away when the same callback is called again before it has come:
// on a busy machine nothing moved until everything was done. What moves is written into the page past Dash too, of which
// every property takes a look at every component. The page as a whole hears of the study when it has ended.
import * as before from "../before/before.js";
import { drawnByDash } from "../preview/preview.js";
import { heardOfRun } from "./run_pressed.js";

const none = () => window.dash_clientside.no_update;
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const EVERY = 250; // ms from one look to the next,
const SOON = 70; // before there is anything to see,
const SOON_TIMES = 8; // as a run that is short or begins at once has after some 0.1 s
const LEAST = 50; // ms between an answer and the next look
export const LONGEST = 4000; // ms after which a picture that was asked for is no longer waited for
const EAGER = 6; // pictures of a run that come one after the other; from then on the page rests between them,
const RESTS = 2; // so many times as long as it drew the last one: a hand finds a page that follows
const TOLD = ["state", "done", "total", "seconds_left", "elapsed", "reused", "failed", "waits_for"];

let known = null; // {id, version} of the study on the page
let followed = null; // the same one, while it runs
let asked = 0; // when the picture that is not drawn yet was asked for
let drawn = 0; // cells in the last picture
let pictures = 0; // that this run has had
let pictured = null; // id of the study in the picture, unless that is a preview
let chosen = {}; // how the curves are drawn: metric, what a map shows, colors, policies that are switched off

const now = () => performance.now();
const pause = (ms) => new Promise((resolve) => window.setTimeout(resolve, ms));

// In two digits, as `wording.number` writes it.
const seconds = (value) => String(value < 10 ? Number(Math.max(value, 0.1).toPrecision(2)) : Math.round(value));

export function words(found) {
  if (found.waits_for) return found.waits_for;
  const left = found.seconds_left;
  return (
    found.done +
    " of " +
    found.total +
    " cells" +
    (left === null || left === undefined ? "" : ", " + seconds(left) + " s left")
  );
}

// Nothing, if the server is away for a moment.
export async function ask(id) {
  try {
    const answer = await fetch("/api/v1/studies/" + id, { headers: { Accept: "application/json" } });
    if (answer.status === 404) return { id: id, state: "unknown", done: 0, total: 0, lost: true };
    if (!answer.ok) return null;
    const status = await answer.json();
    const found = { id: id };
    TOLD.forEach((name) => (found[name] = status[name]));
    found.failure = (status.failures || [""])[0];
    return found;
  } catch {
    return null;
  }
}

const write = (id, text) => {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
};

export function tell(page, { done, total }, text) {
  const share = total ? (100 * done) / total : 0;
  const bar = document.querySelector("#" + page + "-progress [role='progressbar']");
  if (bar) {
    bar.style.setProperty("--progress-section-size", share + "%");
    bar.setAttribute("aria-valuenow", String(share));
  }
  write(page + "-progress-text", text);
}

// One look after the other, for as long as somebody follows.
export async function repeat(isFollowed, look, isNothingThere = () => false) {
  for (let looks = 1; isFollowed(); looks++) {
    const began = now();
    await look();
    const every = looks <= SOON_TIMES && isNothingThere() ? SOON : EVERY;
    await pause(Math.max(LEAST, every - (now() - began)));
  }
}

async function draw(study, found) {
  asked = now();
  try {
    const answer = await fetch("/_studio/curves/" + study.id + "?" + new URLSearchParams(chosen));
    if (!answer.ok) throw new Error(answer.statusText);
    const curves = await answer.json();
    if (followed !== study) return;
    drawn = found.done;
    pictured = study.id;
    write("studio-verdict", curves.verdict);
    write("studio-more", curves.more);
    const picture = document.querySelector("#studio-curves .js-plotly-plot");
    if (!picture || !picture.data) return set("studio-curves", { figure: curves.figure }); // the first one; see `drawn`
    const shown = before.with(curves.figure, study.id);
    const began = now();
    await window.Plotly.react(picture, shown.data, shown.layout);
    markOlder(study);
    pictures += 1;
    window.setTimeout(rest, pictures < EAGER ? 0 : RESTS * (now() - began));
  } catch {
    asked = 0; // the next look asks again
  }
}

// Drawing takes the thread of the page: the second frame after it comes when it is done.
const rest = () => window.requestAnimationFrame(() => window.requestAnimationFrame(() => (asked = 0)));

const onCurves = () => (new URLSearchParams(window.location.search).get("tab") || "curves") === "curves";

// What is drawn is the answer to an older study, and no preview of this one.
function markOlder(study) {
  const answer = document.querySelector(".answer");
  if (answer) answer.classList.toggle("older", pictured !== study.id && !answer.classList.contains("previewing"));
}

function hear(study, found, isStale) {
  const isRunning = found.state === "running";
  if (isRunning) {
    tell("studio", found, words(found));
    markOlder(study);
    if (asked && now() - asked < LONGEST) return; // its picture would push the one aside that is on its way
    if (found.done === drawn || isStale) return;
    if (onCurves()) return draw(study, found);
    drawn = found.done;
  } else if (drawn) {
    // So that whoever keeps the page knows what stands there: the same words again would not be written.
    ["studio-verdict", "studio-more"].forEach((id) => set(id, { children: document.getElementById(id).textContent }));
  }
  set("studio-polled", { data: Object.assign({ version: study.version }, found) });
}

const follow = (study) =>
  repeat(
    () => followed === study,
    async () => {
      const found = await ask(study.id);
      if (found && followed === study) hear(study, found, study.stale);
    },
    () => !drawn && !asked,
  );

const chosenStudy = () => chosen;

// Once, where something else has run the study.
export async function look() {
  const study = known;
  const found = study && (await ask(study.id));
  if (found && known === study) hear(study, found, false);
}

export const callbacks = {
  // Run, Cancel and another sketch each make a new version of the study on the page. A look that was on its way
  // before is about an older one.
  accept: (polled, study) => {
    if (!polled || polled.id !== study.id || polled.version !== study.version) return none();
    const fresh = Object.assign({}, polled, { stale: study.stale, tree: study.tree, picked: study.picked });
    ["searches", "runs"].forEach((name) => (name in study ? (fresh[name] = study[name]) : null));
    if (Object.keys(fresh).every((name) => same(fresh[name], study[name]))) return none();
    if (!study.stale && fresh.done > 0) asked = now();
    return fresh;
  },

  follow: (study) => {
    if (!known && study.done > 0) {
      pictured = study.id; // the page came with it
      if (study.state !== "running") window.setTimeout(() => before.answered(study.id));
    }
    const isKnown = known && known.id === study.id && known.version === study.version;
    if (!isKnown) {
      known = { id: study.id, version: study.version };
      asked = drawn = pictures = 0;
      if (study.opens) set("studio-tabs", { value: study.opens.tab });
    }
    known.stale = study.stale;
    heardOfRun(study);
    const wanted = study.state === "running" ? known : null;
    if (wanted === followed) return none();
    followed = wanted;
    if (!wanted) return none();
    markOlder(wanted);
    follow(wanted);
    return none();
  },

  choose: (metric, shown, scheme, off) => {
    chosen = { metric: metric || "", shown: shown || "", scheme: scheme || "light", off: (off || []).join(",") };
    return none();
  },

  drawn: () => {
    rest();
    if (known && !known.stale) pictured = known.id;
    if (known) markOlder(known);
    drawnByDash();
    if (known && !known.stale && !followed) before.answered(known.id);
    return none();
  },
};

export { chosenStudy as chosen };
