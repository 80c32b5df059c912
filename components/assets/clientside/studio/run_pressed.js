// Run has been pressed: that is seen at once, though the server says two rounds later what comes of it. The words on the
// button are those of the page, which writes them anew; until then the style sheet says others, see `[aria-busy]`.
window.corral = window.corral || {};
(function () {
  const LONGEST = 20000; // ms after which nobody has heard it
  let timer = 0;
  const button = () => document.getElementById("studio-run");

  function rest() {
    window.clearTimeout(timer);
    words.disconnect();
    if (button()) button().removeAttribute("aria-busy");
  }
  const words = new MutationObserver(rest);

  document.addEventListener("click", ({ target }) => {
    const pressed = target.closest && target.closest("#studio-run");
    if (!pressed || pressed.disabled) return;
    rest();
    pressed.setAttribute("aria-busy", "true");
    words.observe(pressed, { childList: true, characterData: true, subtree: true });
    timer = window.setTimeout(rest, LONGEST);
  });

  // What was heard of the study: one that runs says so on the button itself, every other answer ends it.
  window.corral.heardOfRun = (study) => study.state === "running" || rest();
})();
