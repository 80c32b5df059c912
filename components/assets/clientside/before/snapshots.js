// The history of undo as a strip of small pictures: each answer that there was, named by what was changed, newest right.
// A click goes there as undo and redo do. All of it is drawn here; the server is asked for names alone, past Dash.
import * as undo from "../studio/history.js";
import * as study from "../studio/study.js";
import * as before from "./before.js";
import * as snapshotPicture from "./snapshot_picture.js";

const SHOWN = 12;
const KEY = "corral-snapshots"; // of this tab: {ids, words, pictures}
const MOST_LETTERS = 200000;
const MOST_SEEN = 60; // pictures of what was only passed through
const ASKED = 40; // sketches that are named at once
const LATER = 3000; // ms until names that did not come are asked for again
const AGAIN = 5; // times

let ids = {}; // study, by sketch
let words = {}; // what was changed, by a pair of studies
let pictures = {}; // by study and metric
const seen = new Map(); // the same of previews of which nobody knows yet whether they are a step
let history = null;
let isAsking = false;
let tries = 0;
let isRead = false;

const place = () => document.getElementById("studio-snapshots");
const looks = () => JSON.parse(place().dataset.looks);
const metricNow = () => (document.getElementById("studio-metric") ? study.chosen().metric || "" : "");

// A number for a sketch: its text is long, and there are many.
export function sign(tree) {
  const text = JSON.stringify(tree);
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36) + text.length.toString(36);
}

// What the tab had before it was loaded again.
function read() {
  isRead = true;
  try {
    const text = window.sessionStorage.getItem(KEY);
    const found = text && text.length <= MOST_LETTERS ? JSON.parse(text) : null;
    if (!found) return;
    const texts = (all) => Object.fromEntries(Object.entries(all || {}).filter((one) => typeof one[1] === "string"));
    ids = texts(found.ids);
    words = texts(found.words);
    pictures = Object.fromEntries(Object.entries(found.pictures || {}).filter((one) => snapshotPicture.isOne(one[1])));
  } catch {
    // nothing that can be read
  }
}

// What belongs to no step any more goes, once there is much of it: a history that was kept may still be on its way.
function prune() {
  if (Object.keys(pictures).length <= MOST_SEEN && Object.keys(ids).length <= 4 * MOST_SEEN) return;
  const left = new Set(all().map((tree) => ids[sign(tree)]));
  const of = (entries, isLeft) => Object.fromEntries(Object.entries(entries).filter(isLeft));
  const kept = {
    ids: of(ids, (one) => left.has(one[1])),
    words: of(words, (one) => one[0].split(" ").every((id) => !id || left.has(id))),
    pictures: of(pictures, (one) => left.has(one[0].split(" ")[0])),
  };
  ({ ids, words, pictures } = kept);
}

function store() {
  prune();
  try {
    const text = JSON.stringify({ ids: ids, words: words, pictures: pictures });
    if (text.length <= MOST_LETTERS) window.sessionStorage.setItem(KEY, text);
  } catch {
    // full, or forbidden: then the strip lasts as long as the page
  }
}

const all = () => (history ? history.past.concat([history.present], history.future) : []);

// Of a study as it was looked at last, or in whichever way it was ever looked at.
function pictureOf(id) {
  const own = Object.keys(pictures).filter((key) => key.startsWith(id + " "));
  const key = own.find((one) => one.slice(id.length + 1).split(",")[0] === metricNow()) || own[own.length - 1];
  return key ? pictures[key] : null;
}

// What can be gone to: {to, id, tree, picture}, the present one always among them.
function shown() {
  const steps = all().map((tree, to) => ({ to: to, tree: tree, id: ids[sign(tree)] }));
  const present = history.past.length;
  const found = steps
    .map((one) => Object.assign(one, { picture: one.id && pictureOf(one.id), isNow: one.to === present }))
    .filter((one) => one.picture || one.isNow);
  const now = found.findIndex((one) => one.isNow);
  const first = Math.max(0, Math.min(found.length - SHOWN, now - 1));
  return found.slice(first, first + SHOWN);
}

function follow(now) {
  if (!place()) return;
  if (!isRead) read();
  history = now;
  if (history.past.length + history.future.length) learn(all().slice(-ASKED), true);
  render();
}

// Which studies the sketches are, and in what each differs from the one before.
async function learn(trees, isFirst) {
  const pairs = trees.map((tree, n) => (n ? ids[sign(trees[n - 1])] || "?" : "") + " " + (ids[sign(tree)] || "?"));
  if (isAsking || trees.every((tree, n) => ids[sign(tree)] && (isFirst || pairs[n] in words))) return;
  isAsking = true;
  try {
    const sent = await fetch("/_studio/steps", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ trees: trees }),
    });
    if (!sent.ok) throw new Error(sent.statusText);
    const found = await sent.json();
    tries = 0;
    found.forEach((one, n) => {
      ids[sign(trees[n])] = one.id;
      words[(n ? found[n - 1].id : "") + " " + one.id] = one.words;
    });
    keepSeen();
  } catch {
    tries += 1; // the server is away for a moment
    if (tries <= AGAIN) window.setTimeout(() => follow(history), LATER);
    return;
  } finally {
    isAsking = false;
  }
  learn(all().slice(-ASKED), true); // there may be another step meanwhile
  render();
}

// A picture that belongs to a step stays.
function keepSeen() {
  const known = new Set(all().map((tree) => ids[sign(tree)]));
  seen.forEach((one, key) => known.has(key.split(" ")[0]) && (pictures[key] = one));
  store();
}

// Rendering: what is there stays there, so that the focus does. ------------------------------------------------------

function render() {
  const row = place();
  if (!row || !history) return;
  const steps = shown();
  row.hidden = steps.length < 2;
  if (row.hidden) return;
  learn(
    steps.map((one) => one.tree),
    false,
  );
  // Another study has its own scale, even of the same metric over the same field.
  steps
    .filter((one) => one.picture && one.picture.lines)
    .forEach((one) => {
      const { family, title } = one.tree;
      one.picture = Object.assign({}, one.picture, { axes: [family, title, one.picture.axes].join() });
    });
  const scales = snapshotPicture.scales(steps.map((one) => one.picture));
  const now = JSON.stringify([
    steps.map((one, n) => [one.to, one.id, wordsOf(steps, n), one.isNow, one.picture]),
    pinned(),
  ]);
  if (row.dataset.drawn === now) return;
  row.dataset.drawn = now;
  const focused = row.contains(document.activeElement) ? document.activeElement.dataset.to : null;
  row.replaceChildren(...steps.map((one, n) => create(one, wordsOf(steps, n), scales)));
  const stop = row.querySelector(focused === null ? "[aria-current]" : `[data-to="${focused}"]`) || row.lastChild;
  rove(stop, focused !== null);
  const present = row.querySelector("[aria-current]");
  if (present)
    row.scrollLeft = Math.min(
      Math.max(row.scrollLeft, present.offsetLeft + present.offsetWidth - row.clientWidth),
      present.offsetLeft,
    );
}

const pinned = () => before.pinned();
const wordsOf = (steps, n) => words[(n ? steps[n - 1].id : "") + " " + steps[n].id] || (n ? "…" : "where it began");

function create(step, said, scales) {
  const isPinned = Boolean(step.id) && step.id === pinned();
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    tabIndex: -1,
    className: "snapshot",
  });
  button.dataset.to = step.to;
  button.title = said;
  button.setAttribute("aria-label", said + (isPinned ? ", pinned" : ""));
  if (step.isNow) button.setAttribute("aria-current", "step");
  if (step.picture) button.append(snapshotPicture.draw(step.picture, scales[step.picture.axes], looks()));
  else button.append(Object.assign(document.createElement("i"), { textContent: "no curves yet" }));
  const name = document.createElement("span");
  if (isPinned) name.append(Object.assign(document.createElement("b"), { textContent: "Pinned: " }));
  name.append(said);
  button.append(name);
  button.addEventListener("click", () => {
    rove(button, false);
    if (!step.isNow) undo.go(step.to);
  });
  return button;
}

// One stop of the Tab key, arrows from one to the next.
function rove(to, isFocused) {
  place()
    .querySelectorAll("button")
    .forEach((one) => (one.tabIndex = one === to ? 0 : -1));
  if (isFocused && to) to.focus({ preventScroll: false });
}

// The curves of a study are in the picture: all of it, or a preview.
export function drawn(id, figure) {
  if (!id || !place() || !figure || !figure.layout) return;
  const found = snapshotPicture.of(figure, looks());
  if (!found) return;
  const metric = ((figure.layout.meta && figure.layout.meta.of) || [""])[0];
  seen.delete(id + " " + metric);
  seen.set(id + " " + metric, found);
  if (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value);
  if (!history) return;
  keepSeen();
  render();
}

export function start() {
  document.addEventListener("keydown", (event) => {
    const button = event.target.closest && event.target.closest("#studio-snapshots button");
    if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = [...place().children];
    const by = {
      ArrowLeft: row.indexOf(button) - 1,
      ArrowRight: row.indexOf(button) + 1,
      Home: 0,
      End: row.length - 1,
    }[event.key];
    if (by === undefined || !row[by]) return;
    event.preventDefault();
    rove(row[by], true);
  });

  document.addEventListener("corral-history", ({ detail }) => follow(detail));
  document.addEventListener("corral-pinned", () => history && render());
}
