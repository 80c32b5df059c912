// The buttons over the strip of events: what is drawn, how long a stretch is seen, and what can be done with the bar that
// is chosen. All of it is keys, too.
import * as eventKinds from "./event_kinds.js";

const REPEATS = {
  shutdown: [
    [0, "once"],
    [86400, "daily"],
    [604800, "weekly"],
  ],
  owners: [
    [true, "Mon–Fri"],
    [false, "every day"],
  ],
  addition: [],
};

export function make(root, acts) {
  const element = (name, className, parent, text) => {
    const made = document.createElement(name);
    made.className = className;
    if (text) made.textContent = text;
    parent.append(made);
    return made;
  };
  const button = (parent, text, act, label) => {
    const made = element("button", "events-button", parent, text);
    made.type = "button";
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  };
  const press = (one, isOn) => one.setAttribute("aria-pressed", String(isOn));
  const bar = element("div", "events-bar", root);
  const kinds = acts.kinds.map((kind) => {
    const { title } = eventKinds.KINDS[kind];
    const made = button(
      bar,
      title,
      () => {
        acts.draw(kind);
        kinds.forEach((one) => press(one.button, one.kind === kind));
      },
      "Draw: " + title,
    );
    press(made, acts.drawing() === kind);
    return { kind: kind, button: made };
  });
  const add = button(bar, "+", () => acts.add(), "Add one");
  const zoom = element("span", "events-zoom", bar);
  const shorter = button(zoom, "−", () => acts.zoom(-1), "A shorter time");
  const seen = element("span", "", zoom);
  const longer = button(zoom, "+", () => acts.zoom(1), "A longer time");
  const words = element("p", "events-words", root);
  const own = element("div", "events-bar", root);
  let told = "";

  function offer(values) {
    own.replaceChildren();
    if (!values) return;
    REPEATS[values.event].forEach(([value, text]) => {
      const made = button(own, text, () => acts.repeat(value), "Repeat: " + text);
      made.dataset.repeat = String(value);
    });
    button(own, "copy", acts.copy);
    button(own, "remove", acts.remove);
  }

  return {
    say: ({ values, stretch, isFirst, isLast, isFull, words: said, chance }) => {
      seen.textContent = stretch.words;
      shorter.disabled = isFirst;
      longer.disabled = isLast;
      add.disabled = isFull;
      const now = values ? values.event : "";
      if (told !== now) offer(values);
      told = now;
      if (values) {
        const value = values.event === "owners" ? eventKinds.isOn(values.weekend_off) : values.every;
        own.querySelectorAll("[data-repeat]").forEach((one) => press(one, one.dataset.repeat === String(value)));
      }
      own.hidden = !values;
      const usual = isFull ? "No more than these can happen." : "Draw outages and owners in the lanes.";
      const text = [said || usual].concat(chance).join(" · ");
      if (words.textContent !== text) words.textContent = text;
    },
  };
}
