// What a tab that shows a whole result asks the server first, asked before Dash comes to it: when the tab is pressed or
// pointed at, and of one while the page rests. Dash asks the same word for word and is handed the answer; whatever
// it asks otherwise it asks itself.

const CALLBACK = "/_dash-update-component";
const QUIET = 800; // ms without a question or a hand after which a page rests
const AT_REST = ["fairness"]; // these, of what is known: *Why?* would have workers compute without a click
let plain = null; // the browser's
const kept = new Map(); // tab: {body, found}, at most one for each
let questions = null; // {id of a store: what is asked when that tells something}
let underWay = 0;

const text = (id, property) => id + "." + property;
const idOf = (name) => (name.startsWith("{") ? JSON.parse(name) : name);
function split(name) {
  const dot = name.lastIndexOf(".");
  return { id: idOf(name.slice(0, dot)), property: name.slice(dot + 1) };
}
const outputsOf = ({ output }) => output.slice(2, -2).split("...");

// Those that ask when their tab is told something, and for nothing that another one of them writes.
async function learn() {
  const known = await plain("/_dash-dependencies").then((answer) => answer.json());
  const isFirst = (one) =>
    one.inputs.length && one.inputs[0].id.includes("studio-opened") && one.output.startsWith("..");
  const ofTabs = known.filter(
    (one) => isFirst(one) && !one.clientside_function && !one.inputs.some((part) => part.allow_optional),
  );
  const waits = (one) =>
    ofTabs.some(
      (other) => other !== one && one.inputs.some((part) => outputsOf(other).includes(text(part.id, part.property))),
    );
  questions = {};
  ofTabs.filter((one) => !waits(one)).forEach((one) => (questions[one.inputs[0].id] = one));
}

// A value that stands on the page, or on the *panel* that comes with the tab.
function partOf(panel, id) {
  if (!panel || typeof panel !== "object") return null;
  if (panel.props && JSON.stringify(panel.props.id) === JSON.stringify(id)) return panel;
  for (const one of Array.isArray(panel) ? panel : [panel.props && panel.props.children]) {
    const found = partOf(one, id);
    if (found) return found;
  }
  return null;
}
function valued({ id, property }, panel) {
  const part = partOf(panel, idOf(id)) || window.dash_component_api.getLayout(idOf(id));
  return { id: idOf(id), property: property, value: part ? part.props[property] : undefined };
}

// As Dash puts it; its parts in its order.
function bodyOf(one, now, panel) {
  const [store, ...others] = one.inputs;
  return JSON.stringify({
    output: one.output,
    outputs: outputsOf(one).map(split),
    inputs: [{ id: idOf(store.id), property: "data", value: now }, ...others.map((part) => valued(part, panel))],
    changedPropIds: [text(store.id, "data")],
    parsedChangedPropsIds: [idOf(store.id)],
    state: one.state.length ? one.state.map((part) => valued(part, panel)) : undefined,
  });
}

export function ask(tab, now, panel) {
  const one = questions && questions[JSON.stringify({ tab: tab, type: "studio-opened" })];
  if (!one) return null;
  const body = bodyOf(one, now, panel);
  if (kept.has(tab) && kept.get(tab).body === body) return null;
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const found = plain(CALLBACK + "?ahead=1", {
    method: "POST",
    credentials: "same-origin",
    headers: headers,
    body: body,
  });
  const isOf = () => kept.has(tab) && kept.get(tab).found === found;
  found.then(
    (answer) => answer.ok || (isOf() && kept.delete(tab)),
    () => isOf() && kept.delete(tab),
  );
  kept.set(tab, { body: body, found: found });
  return found;
}

// While the page rests: what is asked then is known to be asked in vain now and then, so it is little, not for whoever
// pays for each byte, and only of results that are whole.
let resting;
let next = null; // (tab) -> what it would be told and what stands on it, or null where it has been opened
function rest() {
  window.clearTimeout(resting);
  resting = window.setTimeout(() => (window.requestIdleCallback || window.setTimeout)(look), QUIET);
}
async function look() {
  const isSaving = navigator.connection && navigator.connection.saveData;
  if (underWay || !next || document.hidden || isSaving) return;
  if (!questions) await learn().catch(() => null);
  for (const tab of AT_REST) {
    const known = next(tab);
    const found = known && ask(tab, known.now, known.panel);
    if (found) return found.then(rest, () => null);
  }
}

export function atRest(found) {
  next = found;
  rest();
}

export function start() {
  plain = window.fetch.bind(window);
  window.fetch = (what, how) => {
    if (typeof what !== "string" || !what.includes(CALLBACK)) return plain(what, how);
    const [tab, same] = [...kept].find(([, one]) => how && one.body === how.body) || [];
    if (same) kept.delete(tab);
    const asked = () => plain(what, how);
    underWay += 1;
    const found = same ? same.found.then((answer) => (answer.ok ? answer : asked()), asked) : asked();
    const over = () => {
      underWay -= 1;
      rest();
    };
    found.then(over, over);
    return found;
  };

  ["pointerdown", "keydown", "input"].forEach((name) =>
    document.addEventListener(name, rest, { capture: true, passive: true }),
  );
}
