// What changes several times a second is not read out until it stands still: the verdict and the progress while a study
// runs, the sentence of the replay while it plays.

const WHILE_RUNNING = "#studio-verdict, #studio-progress-text, #compare-findings, #compare-progress-text";
const setLive = (selector, isStill) => {
  document.querySelectorAll(selector).forEach((region) => {
    const wanted = isStill ? "polite" : "off";
    if (region.getAttribute("aria-live") !== wanted) region.setAttribute("aria-live", wanted);
  });
};

function listen() {
  const play = document.getElementById("studio-play");
  setLive(WHILE_RUNNING, !document.querySelector(".progress-row.running"));
  setLive("#studio-instant", !play || !play.textContent.includes("Pause"));
}

export function start() {
  // Buttons and rows that say what goes on; the pictures change far more often, and by other attributes.
  document.addEventListener("DOMContentLoaded", () => {
    const root = document.getElementById("react-entry-point");
    const watch = new MutationObserver((changes) => {
      const isOne = ({ target }) =>
        target.nodeType === Node.TEXT_NODE || target.id === "studio-play" || target.classList.contains("progress-row");
      if (changes.some(isOne)) listen();
    });
    watch.observe(root, { subtree: true, attributes: true, attributeFilter: ["class"], characterData: true });
  });
}
