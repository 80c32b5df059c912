// An equation is a stop of the Tab key only if it has to be scrolled: MathJax makes one of every symbol.

let isAsked = false;

function calm() {
  isAsked = false;
  document.querySelectorAll("mjx-container").forEach((one) => {
    if (one.scrollWidth <= one.clientWidth + 1) one.removeAttribute("tabindex");
    else one.tabIndex = 0;
  });
}

function ask() {
  if (isAsked) return;
  isAsked = true; // once for all that happens until the next picture
  window.requestAnimationFrame(calm);
}

// Only where there is text with equations; elsewhere things come and go many times a second.
function watch() {
  const main = document.querySelector("main.text-page, main.learn-page");
  if (main && !main.dataset.calm) {
    main.dataset.calm = "yes";
    new MutationObserver(ask).observe(main, { childList: true, subtree: true });
    ask();
  }
}

export function start() {
  window.addEventListener("resize", ask);

  const waiting = new MutationObserver(() => {
    watch();
    if (document.querySelector("main")) waiting.disconnect();
  });
  waiting.observe(document.documentElement, { childList: true, subtree: true });
}
