// Strokes that change which fields the form has, one after the other, past Dash, which throws an answer away when the next
// change is asked for before it has come. The server does them to the tree of the draft; the form is given to Dash when
// nothing waits and no hand is on the page. What fields are given meanwhile goes to the server, too.
import { fieldsNow } from "../preview/preview_form.js";
import * as previewPage from "../preview/preview_page.js";
import { preview } from "../preview/preview_state.js";
import { isInHand } from "./hands.js";
import * as history from "./history.js";

const ACTION = "studio-action";
const LONGEST = 10000; // ms until a form that came is taken for there though no field has told of itself
const MOST = 50; // strokes that the server does at once
const LATE = 2000; // ms in which Dash may still tell of what was before

let waiting = []; // strokes, as `Stroke` of the server has them, that it has not been asked about
let asking = []; // those that it is being asked about
let draft = null; // the tree as the server has it, ahead of the page; null at rest
let form = null; // what came of it, and is held
let coming = null; // a form that Dash has been given, and that is not there yet
let page = null; // the place of the form that all this is about
let gone = []; // what has gone, since the form came that is on the page
let told = {}; // what the server knows of the fields of that form, by path
let rested = -LATE;

const sketch = () => document.getElementById("studio-sketch");
const dataOf = (id) => (window.dash_component_api.getLayout(id) || { props: {} }).props.data;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other) || String(one) === String(other);
export const isAsked = () => asking.length > 0 || waiting.length > 0;
export const isAhead = () => form !== null || coming !== null;
export const isStepping = () => [...asking, ...waiting].some((stroke) => stroke.is_step !== false);
export const isReshaping = () => isAhead() || [...asking, ...waiting].some(({ fields }) => !fields);
const tell = () => document.dispatchEvent(new CustomEvent("corral-strokes")); // that some are answered

// What fields were given since the server was told, as a stroke; of a page at rest, everything they hold.
function note(isStep) {
  const now = fieldsNow();
  const changed = Object.keys(now).filter((path) => !(path in told) || !same(now[path], told[path]));
  if (draft && !changed.length) return false;
  // a sweep is told as a whole
  const pairs = changed
    .filter((path) => /^study\.(and_)?vary\./.test(path))
    .map((path) => path.slice(0, path.lastIndexOf(".") + 1));
  const isTold = (path) => !draft || changed.includes(path) || pairs.some((pair) => path.startsWith(pair));
  told = now;
  waiting.push({
    fields: Object.fromEntries(Object.entries(now).filter(([path]) => isTold(path))),
    gone: gone.slice(),
    is_step: isStep && changed.length > 0,
  });
  draft = draft || dataOf("studio-draft");
  page = sketch();
  return true;
}

const hasChanged = () => Object.entries(fieldsNow()).some(([path, value]) => path in told && !same(value, told[path]));

function ask(stroke) {
  if (!sketch()) return;
  if (!coming) note(true);
  waiting.push({ ...stroke, gone: gone.slice() });
  mark(true);
  next();
}

// Curves of the sketch before stay marked until those of this one come, which `preview_asking.js` sees to.
function mark(isAwaiting) {
  if (sketch()) sketch().setAttribute("aria-busy", String(isAwaiting));
  if (!preview || !preview.looked || preview.looked.isLive) return;
  const isNewer = preview.wanted && preview.wanted.number > preview.drawnLast;
  previewPage.mark("awaiting", isAwaiting || Boolean(preview.asked || preview.tries || preview.isComing || isNewer));
}

async function answerTo(strokes) {
  const asked = { draft: draft, strokes: strokes, unlocked: dataOf("studio-unlocked"), is_awaited: form !== null };
  const answer = await fetch("/_studio/form", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(asked),
  });
  return answer.ok ? answer.json() : null;
}

async function next() {
  if (asking.length || coming) return;
  if (page !== sketch()) return forget(); // somebody is on another page
  if (!waiting.length) return give();
  draft = draft || dataOf("studio-draft");
  const where = page;
  asking = waiting.splice(0, MOST);
  const answer = await answerTo(asking).catch(() => null);
  asking = [];
  if (where !== sketch()) return forget();
  if (answer) {
    draft = answer.draft;
    form = answer.form || form;
    gone.push(...answer.gone);
    waiting.forEach((stroke) => stroke.gone.push(...answer.gone));
    history.step(answer.steps);
  }
  tell();
  next();
}

// The form, when it is the last one, and nobody holds anything of the one before.
function give() {
  if (form === null) return rest();
  if (isInHand()) return;
  if (note(false)) return next();
  const given = (coming = { form: form, draft: draft });
  form = null;
  window.dash_clientside.set_props("studio-formed", { data: given });
  window.setTimeout(() => coming === given && built(), LONGEST);
}

// Dash is about to build what it was given; a hand may have come down meanwhile.
export function isHeld() {
  if (!coming || !isInHand()) return false;
  form = coming.form;
  coming = null;
  return true;
}

// What a hand has changed since the form came, before its fields have told of themselves, the server does not know.
function toldBy(tree) {
  const valueAt = (path) =>
    path.split(".").reduce((part, name) => (part === null || part === undefined ? part : part[name]), tree);
  const known = ([path, value]) => [path, typeof valueAt(path) === typeof value ? valueAt(path) : value];
  return Object.fromEntries(Object.entries(fieldsNow()).map(known));
}

export function built() {
  if (draft && !coming) return;
  const given = coming;
  told = given ? toldBy(given.draft) : fieldsNow();
  coming = draft = null;
  gone = [];
  if (!given) return;
  window.setTimeout(() => {
    noteHand();
    next();
  }); // whoever else hears of the form hears first
}

function rest() {
  draft = null;
  rested = performance.now();
  history.catchUp();
  if (sketch() && sketch().getAttribute("aria-busy") === "true") mark(false);
  tell();
}

// Fields that have come with a part that was opened, or with the page, and hold what the draft holds.
export function arrived(fields) {
  if (page !== sketch()) {
    forget();
    told = {};
    page = sketch();
  }
  told = { ...fields, ...told };
}

function forget() {
  waiting = [];
  form = draft = coming = null;
}

// What a hand has changed is one step of undo, however soon the next comes.
function noteHand() {
  if (!sketch() || coming) return;
  if (hasChanged()) note(true);
  if (isAsked() || form !== null) next();
}

const noteComing = () => coming && (gone = []);

export const isLate = () => isAhead() || performance.now() - rested < LATE;

export { ask as reshape, noteComing as coming };

export function start() {
  document.addEventListener(
    "click",
    ({ target }) => {
      const button = target.closest && target.closest("button");
      if (!button || button.disabled || !button.id.includes(`"type":"${ACTION}"`)) return;
      const { action, number } = JSON.parse(button.id);
      ask({ action: action, number: number });
    },
    true,
  );

  document.addEventListener("corral-hand", noteHand);
}
