// Chips: some of several, each a box to tick that looks like a word, and says what it means when one comes to it.

let context = null; // what the chips are told of those that are chosen
const chosenOnes = () => (context = context || window.React.createContext({ value: [], toggle: () => {} }));
const GAP = 8; // px between a chip and what is said of it
const WIDE = 280; // px
let bubble;

export function Chips(props) {
  const { createElement } = window.React;
  const value = props.value || [];
  const toggle = (one, isOn) =>
    props.setProps({ value: isOn ? value.concat([one]) : value.filter((other) => other !== one) });
  return createElement(
    chosenOnes().Provider,
    { value: { value: value, toggle: toggle } },
    createElement("div", { id: props.id }, props.children),
  );
}

export function Chip({ value, label, words }) {
  const { createElement, useContext } = window.React;
  const chosen = useContext(chosenOnes());
  const tick = createElement("input", {
    type: "checkbox",
    value: value,
    checked: chosen.value.includes(value),
    "aria-description": words,
    onChange: (event) => chosen.toggle(value, event.target.checked),
  });
  return createElement("label", { className: "chip", "data-said": words }, tick, createElement("span", null, label));
}

// One bubble for all.
function say(chip) {
  if (!bubble) {
    bubble = document.createElement("div");
    Object.assign(bubble, { className: "chip-said", popover: "manual" });
    bubble.setAttribute("role", "tooltip");
  }
  if (!bubble.isConnected) document.body.append(bubble);
  if (!chip) return bubble.matches(":popover-open") && bubble.hidePopover();
  bubble.textContent = chip.dataset.said;
  bubble.showPopover();
  const box = chip.getBoundingClientRect();
  const above = box.top - bubble.offsetHeight - GAP;
  bubble.style.left = Math.max(GAP, Math.min(box.left, window.innerWidth - WIDE - GAP)) + "px";
  bubble.style.top = (above >= 0 ? above : box.bottom + GAP) + "px";
}
const chipOf = (target) => (target && target.closest ? target.closest(".chip[data-said]") : null);
const follow = ({ target }) => (bubble || chipOf(target)) && say(chipOf(target));

export function start() {
  document.addEventListener("pointerover", follow);
  document.addEventListener("focusin", follow);
  document.addEventListener("focusout", ({ target }) => chipOf(target) && say(null));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && bubble && say(null)); // WCAG 1.4.13
  // To come to a chip with the keys may scroll it into sight.
  document.addEventListener("scroll", () => bubble && say(chipOf(document.activeElement)), {
    capture: true,
    passive: true,
  });
}
