// Rules of own policies, checked while somebody types: in words, what they cost, what is odd about them, or what is wrong
// and where. Past Dash, which hears of a rule when nobody types any more.
import * as previewForm from "../preview/preview_form.js";
import { reshape } from "./reshaping.js";

const SOON = 150; // ms without a key after which the rule is checked
const pending = new WeakMap(); // {timer, turn, text, known} by the box of a rule

const textOf = (box) => box.querySelector("textarea");

function show(box, found) {
  const place = box.querySelector(".rule-said");
  if (!place) return;
  place.classList.toggle("wrong", Boolean(found.error));
  place.classList.remove("old");
  box.classList.toggle("checked", !found.error); // what Dash says of the keys before is older
  const lines = found.error ? [found.error] : [found.words, found.cost, ...found.hints.map((hint) => "Note: " + hint)];
  const marked = found.error && found.column ? pointed(textOf(box).value, found.column) : [];
  place.replaceChildren(
    ...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })),
    ...marked,
  );
  if (found.error) dim(box);
}

// Below it, what the rule says of jobs that wait in what is sketched. Of a rule that is mistyped, what the last one that
// was none says stays, and is marked.
const dim = (box) => box.querySelector(".rule-tried").classList.add("old");

function cell(kind, text) {
  return Object.assign(document.createElement(kind), { textContent: text });
}

// "4 earlier" is short enough for a narrow column as a sign; who cannot see it hears the words.
function showMoved(one, words) {
  const [places, way] = words.split(" ");
  if (way !== "earlier" && way !== "later") return;
  one.className = way;
  one.title = words + " than by arrival";
  one.setAttribute("aria-label", one.title);
  one.textContent = (way === "earlier" ? "▲ " : "▼ ") + places;
}

function showTried(box, found) {
  const place = box.querySelector(".rule-tried");
  const notes = found.notes.map((note) => cell("p", note));
  place.classList.remove("old");
  if (found.state !== "there") return place.replaceChildren(...notes);
  const table = document.createElement("table");
  table.className = "rule-jobs";
  table.setAttribute("aria-label", found.caption);
  table.append(document.createElement("thead"), document.createElement("tbody"));
  const row = (kind, texts) => {
    const line = document.createElement("tr");
    line.append(...texts.map((text) => cell(kind, text)));
    return line;
  };
  table.tHead.append(row("th", found.head));
  Array.from(table.tHead.rows[0].cells).forEach((head) => (head.scope = "col"));
  found.rows.forEach((texts) => {
    const line = row("td", texts);
    Array.from(line.cells).forEach((one) => showMoved(one, one.textContent));
    table.tBodies[0].append(line);
  });
  place.replaceChildren(cell("p", found.caption), table, ...notes);
}

const AGAIN = [500, 1000, 2000, 4000, 8000]; // ms: the workers look for a moment once for each sketch
async function tryOn(box, text, turn, times) {
  const isLast = () => pending.get(box).turn === turn && box.isConnected;
  const again = () => {
    const pause = AGAIN[Math.min(times, AGAIN.length - 1)];
    window.setTimeout(() => isLast() && tryOn(box, text, turn, times + 1).catch(() => {}), pause);
  };
  const sketched = previewForm.sketched();
  if (!sketched) return again(); // a page that has just come, and is slow, has not told its draft
  const answer = await fetch("/_studio/rules", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(Object.assign({ part: box.dataset.rule, text: text }, sketched)),
  });
  if (!answer.ok || !isLast()) return;
  const found = await answer.json();
  if (!isLast()) return;
  showTried(box, found);
  if (found.state === "yet") again();
}

// The place of a mistake, with what stands around it.
function pointed(text, column) {
  const AROUND = 16;
  const from = Math.max(0, column - 1 - AROUND);
  const line = document.createElement("p");
  line.className = "rule-place";
  line.setAttribute("aria-hidden", "true"); // the sentence says the column
  const wrong = (/^\w+/.exec(text.slice(column - 1)) || [text.slice(column - 1, column)])[0]; // a name as a whole
  const mark = Object.assign(document.createElement("mark"), { textContent: wrong || "␣" });
  const rest = text.slice(column - 1 + wrong.length);
  line.append(
    (from > 0 ? "… " : "") + text.slice(from, column - 1),
    mark,
    rest.slice(0, AROUND) + (rest.length > AROUND ? " …" : ""),
  );
  return [line];
}

async function check(box) {
  const area = textOf(box);
  if (!area) return;
  const state = pending.get(box) || {};
  const turn = (state.turn || 0) + 1;
  const text = area.value;
  pending.set(box, Object.assign(state, { turn: turn, text: text }));
  const place = box.querySelector(".rule-said");
  if (box.dataset.rule === "backfill" && !text.trim()) {
    box.querySelector(".rule-tried").replaceChildren();
    return place.replaceChildren();
  }
  try {
    const answer = await fetch("/api/v1/rules", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ part: box.dataset.rule, text: text }),
    });
    const found = await answer.json();
    if (answer.ok && pending.get(box).turn === turn) {
      show(box, found);
      if (!found.error) await tryOn(box, text, turn, 0);
    } else if (answer.status === 400 && pending.get(box).turn === turn)
      show(box, { error: found.errors.join(" "), column: 0 });
  } catch {
    // the server is away for a moment; what was said of the rule before stays
  }
}

// A form that was built anew, or changed by undo, has rules of which nothing is said yet.
const checkAll = () =>
  document.querySelectorAll(".own-rule").forEach((box) => {
    const state = pending.get(box);
    if (textOf(box) && !(state && state.text === textOf(box).value)) check(box);
  });

// The chip of a policy that is called otherwise follows; its sign is of the old name, and comes with the next form.
function nameChips() {
  const names = document.querySelectorAll("#studio-sketch .own-head input[id*='.name']");
  const chips = document.querySelectorAll("#studio-sketch .chip > input[value^='own:']");
  if (names.length !== chips.length) return;
  chips.forEach((chip, n) => {
    const name = "own:" + names[n].value.trim();
    const label = chip.nextElementSibling;
    if (!label.textContent.endsWith(" " + name) && label.textContent !== name) label.textContent = name;
  });
}

export function start() {
  document.addEventListener("input", ({ target }) => {
    const box = target.closest && target.closest(".own-rule");
    if (!box) return;
    dim(box); // until what it says of the new text is there
    box.querySelector(".rule-said").classList.add("old");
    const state = pending.get(box) || {};
    window.clearTimeout(state.timer);
    state.timer = window.setTimeout(() => check(box), SOON);
    pending.set(box, state);
  });

  document.addEventListener("corral-form", () => {
    checkAll();
    nameChips();
  });
  document.addEventListener(
    "toggle",
    (/** @type {{ target: any }} */ { target }) =>
      target.querySelector && target.querySelector(".own-rule") && checkAll(),
    true,
  );

  document.addEventListener("change", ({ target }) => {
    const path = target.dataset && target.dataset.owncopy;
    if (!path || !target.value) return;
    const chosen = target.value;
    target.value = "";
    reshape({ path: path, value: { built_in: chosen } });
  });
}
