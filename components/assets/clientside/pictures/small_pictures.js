// Small pictures that the server has drawn, on pages that Dash makes: it has no parts of SVG, so they come as text.

const fill = () =>
  document.querySelectorAll("main [data-svg]").forEach((place) => {
    place.innerHTML = place.dataset.svg;
    delete place.dataset.svg;
  });
export function start() {
  const waiting = new MutationObserver(() => {
    if (!document.querySelector("main")) return;
    waiting.disconnect();
    fill();
    if (!document.querySelector("main.papers-page")) return;
    new MutationObserver(fill).observe(document.querySelector("main.papers-page"), { childList: true, subtree: true });
  });
  waiting.observe(document.documentElement, { childList: true, subtree: true });
}
