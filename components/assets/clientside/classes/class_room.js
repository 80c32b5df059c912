// The teacher's page on a projector: one question at a time, moved by buttons and keys; and the way into the class, which
// gives its room to the question when everybody is there.

const STILL = 20000; // ms for which nobody joins until the way in is small
const find = (selector) => document.querySelector(selector);
const isTeaching = () => Boolean(find("#class-teacher.class-teacher"));
const parts = () => [...document.querySelectorAll(".class-teacher .class-part")];
const shown = () =>
  Math.max(
    0,
    parts().findIndex((part) => part.hasAttribute("data-shown")),
  );
const isInUse =
  "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=tablist], [role=slider], [tabindex='0'].scroller";

// One question at a time ----------------------------------------------------------------------------------------------

export function canStep(by) {
  const n = shown() + by;
  return isTeaching() && n >= 0 && n < parts().length;
}

function step(by) {
  if (!canStep(by)) return;
  const all = parts();
  const now = shown() + by;
  all.forEach((part, n) => part.toggleAttribute("data-shown", n === now));
  find(".class-at").textContent = all[now].dataset.title + " · " + (now + 1) + " of " + all.length;
  document.querySelectorAll(".class-steps [data-step]").forEach((button) => {
    const isLeft = document.activeElement === button;
    button.disabled = !canStep(Number(button.dataset.step));
    // Who came to the end by a button goes on with the other one.
    if (isLeft && button.disabled) find(`.class-steps [data-step="${-button.dataset.step}"]`).focus();
  });
}

// The way in ----------------------------------------------------------------------------------------------------------

let settling = 0;
function settle(isSettled) {
  const button = find(".class-qr-button");
  if (!isTeaching() || !button) return;
  window.clearTimeout(settling);
  find("#class-teacher").toggleAttribute("data-settled", isSettled);
  button.setAttribute("aria-expanded", String(!isSettled));
}
const turn = () => settle(!find("#class-teacher[data-settled]"));

// Whoever joins late is seen in the count; the picture does not move for them.
export function follow(joined) {
  const teacher = find("#class-teacher");
  if (!teacher || teacher.dataset.joined === String(joined)) return;
  teacher.dataset.joined = String(joined);
  window.clearTimeout(settling);
  if (joined) settling = window.setTimeout(settle, STILL, true);
}

const KEYS = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), q: turn, Q: turn };

export function start() {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest) return;
    const button = target.closest(".class-steps [data-step]");
    if (button) step(Number(button.dataset.step));
    else if (target.closest(".class-qr-button")) turn();
  });

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !isTeaching())
      return;
    if (!(event.key in KEYS) || (event.target.closest && event.target.closest(isInUse))) return;
    event.preventDefault();
    KEYS[event.key]();
  });
}
