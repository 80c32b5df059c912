// What can be done with what happens to machines besides moving it: one more, one less, how often it comes again. What is
// new or gone is built by the server, since the form has other fields then.
import { reshape } from "../../studio/reshaping.js";
import * as board from "../form.js";
import * as handle from "../handle.js";
import * as hours from "../hours/hours.js";
import * as eventKinds from "./event_kinds.js";

export function make(stage) {
  const { strip } = stage;
  const isFull = () => strip.events.length >= strip.most;
  const pathOf = (n) => strip.events[n].path + ".";

  function add(values) {
    if (isFull()) return;
    stage.coming.number = strip.events.length;
    stage.selected = null;
    reshape({ path: strip.path + ".new", value: values });
  }

  function addByKey(event) {
    const group = (stage.selected !== null && stage.groupOf(stage.valuesOf(stage.selected).group)) || stage.groups()[0];
    const { length } = stage.stretch;
    add({
      event: event,
      group: group.name,
      ...eventKinds.KINDS[event].fresh(length / 2, length * 0.75, Math.ceil(group.count / 3)),
    });
  }

  function copy(n) {
    const values = stage.valuesOf(n);
    const later = { at: values.at + (values.duration || 0) + stage.stretch.step };
    add("at" in values ? { ...values, ...later } : { ...values, weekend_off: eventKinds.isOn(values.weekend_off) });
  }

  function remove(n) {
    const button = document.getElementById(
      JSON.stringify({ action: "remove-event", number: n, type: "studio-action" }),
    );
    stage.coming.number = Math.max(0, n - 1);
    stage.selected = null;
    if (button) window.setTimeout(() => button.click()); // d3 swallows every click until a drag is over
  }

  // What comes again ends before it does.
  function repeat(n, value) {
    const values = stage.valuesOf(n);
    if (values.event === "owners") return letGo(n, { weekend_off: value ? "on" : "off" });
    const isTooLong = value && (!values.duration || values.duration >= value);
    return letGo(n, { every: value, ...(isTooLong ? { duration: value / 2 } : {}) });
  }

  function repeatNext(n) {
    const values = stage.valuesOf(n),
      every = { 0: hours.DAY, [hours.DAY]: hours.WEEK };
    if (values.event === "addition") return;
    repeat(n, values.event === "owners" ? !eventKinds.isOn(values.weekend_off) : every[values.every] || 0);
  }

  function toNextGroup(n) {
    const values = stage.valuesOf(n),
      all = stage.groups();
    const next = all[(all.findIndex(({ name }) => name === values.group) + 1) % all.length];
    letGo(n, { group: next.name, ...("count" in values ? { count: Math.min(values.count, next.count) } : {}) });
  }

  function step(one, name, by) {
    const edge = one.edge(name);
    const value = edge && handle.stepped(edge.value, by, edge);
    if (edge && value !== edge.value) letGo(one.n, edge.told(value));
  }

  function letGo(n, told) {
    board.letGo(Object.fromEntries(Object.entries(told).map(([field, value]) => [pathOf(n) + field, value])));
    stage.arrange();
  }

  const KEYS = { Delete: remove, Backspace: remove, d: copy, r: repeatNext, g: toNextGroup };
  const ARROWS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

  function pressed(event, one) {
    if (event.ctrlKey || event.metaKey) return;
    const by = ARROWS[event.key] * (event.shiftKey ? 10 : 1);
    const isUp = ["ArrowUp", "ArrowDown"].includes(event.key);
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (by && (isUp || event.altKey)) step(one, isUp ? "top" : "end", by);
    else if (act && !event.altKey) act(one.n);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // or the bar would move, too
  }

  return { add: add, addByKey: addByKey, copy: copy, remove: remove, repeat: repeat, pressed: pressed };
}
