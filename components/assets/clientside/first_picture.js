// Takes the first picture away when the live one is drawn in its place, or when something else is to be seen.
(function () {
  const LONGEST = 20000; // ms after which a page whose curves are not drawn is shown as it is
  const first = () => document.getElementById("first-picture");

  function away() {
    if (first() && !document.getElementById("first-questions")) first().remove(); // which `questions.js` puts into its place
  }

  document.addEventListener("corral-drawn", (event) => {
    if (event.target.closest("#studio-curves, #compare-overlay")) away();
  });
  // A study that opens on another tab has words and no picture there, and no curves will be drawn: the page itself is more.
  const page = new MutationObserver(() => {
    if (!document.getElementById("studio-drawer") && !document.getElementById("compare-drawer")) return;
    page.disconnect();
    if (first() && !first().querySelector(".picture")) away();
  });
  if (first()) page.observe(document.documentElement, { childList: true, subtree: true });
  window.setTimeout(away, LONGEST);
})();
