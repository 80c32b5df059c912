// Buttons that wait for strokes: Run takes the sketch with the last of them, and undo takes that back.
import * as reshaping from "./reshaping.js";
import { settle } from "./sketch.js";

const READY = {
  "studio-run": () => !reshaping.isReshaping(),
  "studio-undo": () => !reshaping.isStepping(),
  "studio-redo": () => !reshaping.isStepping(),
};

let waiting = []; // those that were pressed
let isOwn = false; // a click that has waited

function release() {
  const ready = waiting.filter(({ id }) => READY[id]());
  waiting = waiting.filter((button) => !ready.includes(button));
  isOwn = true;
  ready
    .filter(({ isConnected }) => isConnected)
    .forEach((button) => {
      if (button.id === "studio-run") {
        button.removeAttribute("aria-busy");
        settle(); // or Dash may run what it was told last
      }
      if (!button.disabled) button.click();
    });
  isOwn = false;
}

export function start() {
  document.addEventListener(
    "click",
    (event) => {
      const button = !isOwn && event.target.closest && event.target.closest("button");
      if (!button || button.disabled || !(button.id in READY)) return;
      if (READY[button.id]()) {
        if (button.id === "studio-run" && (reshaping.isAsked() || reshaping.isLate())) settle();
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (button.id === "studio-run") {
        button.setAttribute("aria-busy", "true"); // it is seen that it was heard
        if (waiting.includes(button)) return;
      }
      waiting.push(button);
    },
    true,
  );
  document.addEventListener("corral-strokes", release);
}
