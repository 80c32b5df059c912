// What is asked of the server: a whole schedule, a window of it, and files of all its jobs.
//
// What is seen is asked for a moment after the last movement. Until it is there the last picture stays, stretched to where
// it belongs, paler, and said to be old.
import { readWindow } from "./answer.js";
import { offer } from "./around.js";
import { draw } from "./picture.js";
import { tell } from "./said.js";
import { all, colors, ground, height, made, place, say, view, width } from "./view.js";

const SOON = 60,
  LATER = 400; // ms after a movement, and between two looks whether a schedule is there
const ROW = 2,
  AXES = 48,
  LEFT = 76,
  LEFT_OF_NAMES = 132; // px: of a row of cells, and what axes take
const MOST = { columns: 1200, rows: 400 };
let looking = null,
  timer = null;

const pause = () => new Promise((go) => window.setTimeout(go, LATER));

async function askOf(form) {
  const { told, policy, replication } = view;
  const asked = {
    tree: told.study.tree,
    policy: policy,
    point: Number(told.point || 0),
    replication: replication,
    form: form,
  };
  const answer = await fetch("/_studio/whole", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  return answer.json().catch(() => ({ errors: ["The server did not answer; try again."] }));
}

export async function find() {
  const mine = ++view.turn;
  view.id = null;
  draw();
  say(`Computing the whole schedule of ${view.policy} …`);
  for (;;) {
    const found = await askOf("packed").catch(() => ({
      errors: ["The server did not answer; it is asked again."],
      later: true,
    }));
    if (mine !== view.turn) return;
    if (found.id) return take(found);
    if (!found.later) return say(found.errors.join(" "), true);
    if (!/are computing it$/.test(found.errors[0])) say(found.errors.join(" "));
    await pause();
    if (mine !== view.turn) return;
  }
}

function take(found) {
  const before = view.head,
    { at } = view;
  Object.assign(view, { id: found.id, head: found });
  if (view.layout === "machines" && !found.named) view.layout = "sizes";
  const isSame =
    before &&
    at &&
    before.machines === found.machines &&
    before.since === found.since &&
    before.owners === found.owners;
  // The same window under another policy, unless all was seen: then all is.
  view.at = isSame && !(at.since <= before.since && at.until >= before.until) ? at : all();
  offer();
  look();
  follow();
}

// The table of jobs shows those of what is seen.
export const follow = () => view.jobs && view.parts.jobs.open && view.jobs.moved();

const size = () => ({
  columns: Math.max(16, Math.min(MOST.columns, width() - (view.layout === "owners" ? LEFT_OF_NAMES : LEFT))),
  rows: Math.min(MOST.rows, Math.floor((height() - AXES) / ROW)),
});

export async function look() {
  if (!view.id) return;
  if (looking) looking.abort();
  looking = new AbortController();
  const { signal } = looking,
    mine = view.turn,
    wanted = view.at,
    began = performance.now();
  wanted.isAsked = true;
  draw();
  const { since, until, lowest, highest } = wanted;
  /** @type {Properties} */
  const seen = {
    ...size(),
    layout: view.layout,
    colored_by: view.colored,
    since: since,
    until: until,
    lowest: lowest,
    highest: highest,
  };
  const asked = new URLSearchParams(seen);
  try {
    const answer = await fetch(`/_studio/whole/${view.id}?${asked}`, { signal: signal });
    if (answer.status === 404) return find();
    if (!answer.ok) throw new Error(answer.statusText);
    const buffer = await answer.arrayBuffer();
    if (mine !== view.turn || wanted !== view.at) return;
    view.shown = readWindow(buffer, colors(), ground());
    const { told } = view.shown;
    Object.assign(wanted, {
      since: told.since,
      until: told.until,
      lowest: told.lowest,
      highest: told.highest,
      isAsked: false,
    });
    place().dataset.took = Math.round(performance.now() - began);
    draw();
    tell();
  } catch (problem) {
    if (!(problem instanceof Error) || problem.name !== "AbortError")
      say("The server did not answer; move the picture to ask again.", true);
  }
}

export const lookLater = () => {
  window.clearTimeout(timer);
  timer = window.setTimeout(look, LATER);
};

export const go = (wanted) => {
  view.at = Object.assign({ isAsked: true }, wanted);
  draw();
  say("Old picture, stretched; the new one is asked for …");
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    look();
    follow();
  }, SOON);
};

export async function download(form, ending) {
  const mine = view.turn;
  say("Writing all jobs …");
  for (;;) {
    const found = await askOf(form).catch(() => ({ later: true }));
    if (mine !== view.turn) return;
    if (found.id) {
      const name = `${view.policy}-${view.replication + 1}.${ending}`.replace(/[^\w. -]/g, "-");
      made("a", { href: `/_studio/whole/${found.id}/file?as=${encodeURIComponent(name)}`, download: name }).click();
      return tell();
    }
    if (!found.later) return say(found.errors.join(" "), true);
    await pause();
  }
}
