// What the sketch is called: in the Example box, in the title of the window, and where the focus goes when a chip goes.
import * as before from "../before/before.js";
import { showExample } from "../preview/preview_example.js";

const none = () => window.dash_clientside.no_update;
const HERE = "The sketch"; // as in components/pages/studio/sketch/named.py
const CHANGED = "changed";

export let name = ""; // by which the page calls it
let wanted = ""; // the title of the window
let titled = null; // keeps it

// The router says the title of the page when it comes, perhaps after this.
function title(text) {
  if (window.location.pathname !== "/") return;
  // As the browser gives it back: with another text it would be set, and heard to have changed, for ever.
  wanted = ("Corral – " + text).replace(/[\t\n\f\r ]+/g, " ").trim();
  name = text;
  const say = () => {
    if (window.location.pathname === "/" && document.title !== wanted) document.title = wanted;
  };
  say();
  if (titled) return;
  titled = new MutationObserver(say);
  titled.observe(document.head, { subtree: true, childList: true, characterData: true });
}

// Whoever took a change back with the keyboard goes on with the next one.
let place = -1;
function keepFocus(tries) {
  if (place < 0) return;
  if (document.activeElement !== document.body && tries) {
    window.setTimeout(() => keepFocus(tries - 1), 50); // the old chips are still there
    return;
  }
  const left = document.querySelectorAll("#studio-name button");
  const next = left[Math.min(place, left.length - 1)] || document.getElementById("studio-undo");
  place = -1;
  if (next && document.activeElement === document.body) next.focus();
}

export const callbacks = {
  show: (named, choices, value) => {
    title(named.title);
    before.named(named);
    const notes = { path: "notes", type: "studio-field" };
    if (document.getElementById(JSON.stringify(notes)))
      window.dash_clientside.set_props(notes, {
        label: named.is_changed && !named.notes ? "Notes of the unchanged example" : "Notes",
      });
    keepFocus(20);
    const examples = choices.filter((one) => one.group !== HERE);
    const now = named.is_changed ? CHANGED : named.example;
    const here = { group: HERE, items: [{ value: CHANGED, label: named.title }] };
    const wanted = named.is_changed ? [here].concat(examples) : examples;
    const isSame = JSON.stringify(wanted[0]) === JSON.stringify(choices[0]);
    return [isSame ? none() : wanted, now === value ? none() : now];
  },

  // The chips that were pressed; those that have just come were not.
  takeBack: () => {
    const pressed = window.dash_clientside.callback_context.triggered.filter((one) => one.value);
    const keys = pressed.map((one) => JSON.parse(one.prop_id.slice(0, one.prop_id.lastIndexOf("."))).key);
    return keys.length ? { keys: keys, when: Date.now() } : none();
  },

  // An example that the sketch is already, or the changed one that it is, was not chosen by anybody.
  pick: (value, named) => {
    if (!value || value === CHANGED || (value === named.example && !named.is_changed)) return none();
    showExample(value);
    return { name: value, when: Date.now() };
  },
};

export function start() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("#studio-name button");
    place = button ? [...document.querySelectorAll("#studio-name button")].indexOf(button) : -1;
  });
}
