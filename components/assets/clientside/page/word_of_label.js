// The word of a label: a question mark beside the label that has the pointer or the focus, F1, and the popover that says
// what it means. Nothing of this is in the form itself, which is built anew often and has dozens of labels.
// What has a word: a field with its label, a tab, a policy, a heading, the head of a column.
import * as words from "./words.js";

const HOSTS =
  ".mantine-InputWrapper-root, .field, .mantine-Tabs-tab, .chip, .mantine-Chip-root, .sketch details.part > summary, " +
  ".sketch legend, .sketch h2, .idea, .data-table th, [data-word]";
const IN_CORNER = ".mantine-Tabs-tab, .chip, .mantine-Chip-root, .sketch details.part > summary";
const SORTS = ".data-table th:has(> button)"; // the whole head is what is clicked
const FIELDS = ".mantine-InputWrapper-root, .field";
const CHIPS = ".chip, .mantine-Chip-root";
const GAP = 4; // px between a label and its question mark
const SIZE = 24; // px of the question mark, as in words.css

let mark, popover; // the only ones; made when they are first needed
let opener; // what had the focus when the popover was opened
let hovered = null; // the host under the pointer
let wanted = null; // the host that is to have the mark: the last one that got the pointer or the focus

// From a label to its word, as components/glossary/entry.py does; of several the number, of a metric its owner, and
// what is said after a comma say nothing here.
function lookUp(text, known) {
  const plain = text.replace(/\s+/g, " ").trim().replace(/:$/, "");
  const key = plain.replace(/( of “.*”| \([^()]*\))+$/, "").toLowerCase();
  const shorter = [/ \d+$/, / of .*$/, /,.*$/].map((rest) => key.replace(rest, ""));
  return [key, ...shorter].map((one) => known.labels[one]).find(Boolean);
}

function lookUpField(id, known) {
  if (!id || id[0] !== "{") return undefined;
  return known.fields[(JSON.parse(id).path || "").replace(/\.\d+(?=\.|$)/g, ".*")];
}

// The element whose text is the label of a host.
function labelOf(host) {
  return host.querySelector(":scope > :is(.mantine-InputWrapper-label, .field-label, .summary-title)") || host;
}

function placeOf(host, known) {
  if (host.dataset.word) return lookUp(host.dataset.word, known);
  if (host.matches(CHIPS)) return lookUp(host.querySelector("input").value, known);
  if (!host.matches(FIELDS)) return lookUp(labelOf(host).textContent, known);
  const input = host.querySelector("input, textarea, select");
  if (!input) return undefined;
  const label = host.querySelector(".mantine-InputWrapper-label, .field-label");
  // what is chosen, if that is what the field is about: the metric
  const chosen = input.getAttribute("aria-label") === "Metric" ? lookUp(input.value, known) : undefined;
  const named = [chosen, lookUpField(input.id, known)].find(Boolean);
  return named || lookUp(label ? label.textContent : input.getAttribute("aria-label") || "", known);
}

const hostOf = (element) => (element && element.closest ? element.closest(HOSTS) : null);

// The question mark ---------------------------------------------------------------------------------------------------

function createMark() {
  const link = words.make("a", { className: "word", textContent: "?", tabIndex: -1 });
  link.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays where it is
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // to a tab of its own
    event.preventDefault();
    open(mark.host);
  });
  mark = words.make("aside", { className: "word-mark hidden", ariaLabel: "Word of a label" }, link);
  mark.link = link;
  document.body.append(mark);
}

function textBox(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

// Beside the text of the label, never on what is clicked, and never out of what it belongs to.
function putMark(host) {
  const box = host.getBoundingClientRect();
  if (host.matches(SORTS)) return putAt(box.right - SIZE, box.top - SIZE);
  const label = textBox(labelOf(host));
  const corner = host.matches(IN_CORNER);
  const left = corner
    ? Math.max(box.right - SIZE, box.left + box.width / 2 + 4)
    : Math.min(label.right + GAP, box.right - SIZE);
  const top = corner
    ? box.top - (host.matches("summary") ? 0 : SIZE / 4)
    : label.top + (Math.min(label.height, SIZE) - SIZE) / 2;
  putAt(left, top);
}

function putAt(left, top) {
  mark.style.left = Math.max(0, Math.min(left, window.innerWidth - SIZE)) + "px";
  mark.style.top = Math.max(0, top) + "px";
}

function hide() {
  if (mark) mark.classList.add("hidden");
}

function show(host) {
  wanted = host;
  if (!host) return hide();
  words.ask().then((known) => {
    if (wanted !== host) return; // meanwhile
    const place = known && host.isConnected && placeOf(host, known);
    if (!place) return hide();
    if (!mark) createMark();
    mark.host = host;
    mark.link.href = "/words#" + place;
    mark.link.title = "What is “" + known.words[place].title + "”? (F1)";
    mark.link.setAttribute("aria-label", "What is “" + known.words[place].title + "”?");
    mark.classList.remove("hidden");
    putMark(host);
  });
}

// The popover ---------------------------------------------------------------------------------------------------------

function createPopover() {
  popover = words.make("div", { className: "word-popover", id: "word-popover", popover: "auto", tabIndex: -1 });
  popover.setAttribute("role", "dialog");
  popover.setAttribute("aria-labelledby", "word-popover-title");
  popover.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (document.activeElement === document.body || popover.contains(document.activeElement)) giveBack();
    popover.replaceChildren(); // or the title would go on to name what nobody sees
  });
  document.body.append(popover);
}

// The form may have been built anew in the meantime.
function giveBack() {
  const there = opener && (opener.isConnected ? opener : opener.id && document.getElementById(opener.id));
  if (there) there.focus({ preventScroll: true });
}

function fill(place, known) {
  const close = words.make("button", { type: "button", className: "word-close", textContent: "✕", ariaLabel: "Close" });
  close.addEventListener("click", () => popover.hidePopover());
  const seen = (event, other) => {
    event.preventDefault();
    fill(other, known);
    popover.focus();
  };
  const all = words.make("a", { href: "/words#" + place, target: "_blank", textContent: "Open the glossary" });
  const title = words.make("h2", { id: "word-popover-title", textContent: known.words[place].title });
  const head = words.make("div", { className: "word-head" }, title, close);
  popover.replaceChildren(head, ...words.meanings(known.words[place], known, seen), words.make("p", {}, all));
  popover.scrollTop = 0;
}

function putPopover(host) {
  const label = textBox(labelOf(host));
  const { offsetWidth: width, offsetHeight: height } = popover;
  const below = label.bottom + 2 * GAP;
  const top = below + height <= window.innerHeight ? below : Math.max(GAP, label.top - height - 2 * GAP);
  popover.style.left = Math.max(GAP, Math.min(label.left, window.innerWidth - width - GAP)) + "px";
  popover.style.top = Math.min(top, Math.max(GAP, window.innerHeight - height - GAP)) + "px";
}

function open(host) {
  const before = document.activeElement;
  words.ask().then((known) => {
    const place = known && placeOf(host, known);
    if (!place) return;
    if (!popover) createPopover();
    opener = before === document.body ? host : before;
    fill(place, known);
    popover.showPopover();
    putPopover(host);
    popover.focus();
  });
}

export function start() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || (mark && mark.contains(event.target))) return;
    const host = hostOf(event.target);
    if (host === hovered) return;
    hovered = host;
    // a chip is clicked all the time, so its mark comes with the focus only
    show(host && !host.matches(CHIPS) ? host : hostOf(document.activeElement));
  });
  document.addEventListener("focusin", (event) => {
    if (!popover || !popover.contains(event.target)) show(hostOf(event.target));
  });
  document.addEventListener("focusout", (event) => {
    if (!event.relatedTarget) show(null);
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  window.addEventListener("resize", hide);

  document.addEventListener("keydown", (event) => {
    if (event.key !== "F1" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const host = hostOf(document.activeElement) || hovered;
    if (!host) return;
    event.preventDefault(); // the help of the browser
    open(host);
  });
}
