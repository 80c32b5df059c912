// Hands that are on the page: while one holds something, nothing is built anew under it.

const AFTER = 100; // ms after which a hand that was lifted has been heard by everybody

const hands = new Map(); // what each pointer that is down began, by its id

const tell = () => document.dispatchEvent(new CustomEvent("corral-hand"));
const tellSoon = () => window.setTimeout(tell, AFTER);

/** @param {{ pointerId: number }} hand */
function lifted({ pointerId }) {
  const began = hands.get(pointerId);
  window.setTimeout(() => {
    if (hands.get(pointerId) === began) hands.delete(pointerId); // and has not come down again
    tell();
  }, AFTER);
}

// A name that somebody types into the picture goes with the picture.
export const isInHand = () => hands.size > 0 || document.querySelector("#studio-sketch .board-name") !== null;

export function start() {
  document.addEventListener(
    "pointerdown",
    ({ pointerId }) => {
      tell(); // of what the one before has done
      hands.set(pointerId, {});
    },
    true,
  );
  ["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, /** @type {any} */ (lifted), true));
  window.addEventListener("blur", () =>
    Array.from(hands.keys()).forEach((pointerId) => lifted({ pointerId: pointerId })),
  );
  ["click", "focusout"].forEach((name) => document.addEventListener(name, tellSoon, true)); // of a key or a program
}
