// Labels name the group, class or type that a field is of: “slow”. When somebody calls it otherwise, they follow at once,
// and not only when the form is built anew.
import { valueOf } from "../preview/preview_form.js";

const QUOTED = /“[^”]*”/;
const LATER = 600; // ms until lists of choices follow, which nobody reads while typing a name
let last = "";
let timer = 0;

const form = () => document.getElementById("studio-sketch");

// What the entry of a list is called now, to which the field at *path* belongs; undefined where it has no name.
function nameAt(path) {
  const entry = /^(.*?\.\d+)(\.|$)/.exec(path || "");
  const name = entry && valueOf(entry[1] + ".name");
  return typeof name === "string" && name.trim() ? name.trim() : undefined;
}

// A replacement that is no pattern: “$&” is a name like others.
const named = (words, name) => (name === undefined ? words : words.replace(QUOTED, () => "“" + name + "”"));

const pathOf = ({ id, dataset }) =>
  dataset.path || dataset.entry || (id && id[0] === "{" ? JSON.parse(id).path : undefined);

function say(element, words, isText) {
  if (isText && element.textContent !== words) element.textContent = words;
  if (!isText && element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
}

function sayAll() {
  if (!form()) return;
  form()
    .querySelectorAll("[aria-label*='“']")
    .forEach((/** @type {any} */ one) => say(one, named(one.getAttribute("aria-label"), nameAt(pathOf(one)))));
  form()
    .querySelectorAll(".field-label")
    .forEach((one) => {
      if (QUOTED.test(one.textContent))
        say(one, named(one.textContent, nameAt(pathOf({ id: one.htmlFor, dataset: {} }))), true);
    });
  form()
    .querySelectorAll("[data-named]")
    .forEach((one) => {
      const name = nameAt(one.dataset.named);
      if (name !== undefined)
        say(
          one,
          one.dataset.words.replace("{}", () => name),
          one.tagName === "LEGEND",
        );
    });
}

const layoutOf = (id) => window.dash_component_api.getLayout(id);

// What can be varied, and the groups that a machine event can be of.
function sayChoices() {
  timer = 0;
  ["vary", "and_vary"].forEach((name) => {
    const id = { path: "study." + name + ".field", type: "studio-field" };
    const there = document.getElementById(JSON.stringify(id)) && layoutOf(id);
    if (!there || !there.props.data) return;
    const renamed = (one) =>
      one.items
        ? Object.assign({}, one, { items: one.items.map(renamed) })
        : Object.assign({}, one, { label: named(one.label, nameAt(one.value)) });
    const data = there.props.data.map(renamed);
    if (JSON.stringify(data) !== JSON.stringify(there.props.data)) window.dash_clientside.set_props(id, { data: data });
  });
  const draft = layoutOf("studio-draft").props.data;
  const groups = (draft.cluster && draft.cluster.groups) || [];
  form()
    .querySelectorAll("select[id*='.group\"'] > option")
    .forEach((option) => {
      const n = groups.findIndex((group) => group.name === option.value);
      say(option, (n >= 0 && nameAt("cluster.groups." + n + ".name")) || option.value, true);
    });
}

export { sayAll as sayNames };

export function start() {
  document.addEventListener("corral-form", () => {
    if (!form()) return;
    const now = Array.from(form().querySelectorAll("input[id*='.name\"']"), (input) => input.id + input.value).join();
    if (now === last) return;
    last = now;
    sayAll();
    window.clearTimeout(timer);
    timer = window.setTimeout(() => form() && sayChoices(), LATER);
  });
}
