// Run has been pressed: that is seen at once, though the server says two rounds later what comes of it. The words on the
// button are those of the page, which writes them anew; until then the style sheet says others, see `[aria-busy]`.

const LONGEST = 20000; // ms after which nobody has heard it
let timer = 0;
let words = null; // of the button, observed
const button = () => document.getElementById("studio-run");

function rest() {
  window.clearTimeout(timer);
  if (words) words.disconnect();
  if (button()) button().removeAttribute("aria-busy");
}

// What was heard of the study: one that runs says so on the button itself, every other answer ends it.
export const heardOfRun = (study) => study.state === "running" || rest();

export function start() {
  document.addEventListener("click", ({ target }) => {
    const pressed = target.closest && target.closest("#studio-run");
    if (!pressed || pressed.disabled) return;
    rest();
    pressed.setAttribute("aria-busy", "true");
    words = new MutationObserver(rest);
    words.observe(pressed, { childList: true, characterData: true, subtree: true });
    timer = window.setTimeout(rest, LONGEST);
  });
}
