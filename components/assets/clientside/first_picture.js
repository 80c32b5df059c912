// Takes the first picture away when the live one is drawn in its place, or when something else is to be seen.
(function () {
  const LONGEST = 20000; // ms after which a page without curves is shown as it is
  function away() {
    const first = document.getElementById("first-picture");
    if (first && !document.getElementById("first-questions")) first.remove(); // which `questions.js` puts into its place
  }
  document.addEventListener("corral-drawn", (event) => {
    if (event.target.closest("#studio-curves")) away();
  });
  window.setTimeout(away, LONGEST);
})();
