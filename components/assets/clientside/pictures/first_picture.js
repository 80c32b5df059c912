// Takes the first picture away when the live one is drawn in its place, or when something else is to be seen. On a phone
// the page may take longer to come than anything on it to be drawn, so time is counted from when it is there.

const LONGEST = 20000; // ms after which a page on which nothing is drawn is shown as it is
const LONGEST_REPLAYED = 8000; // what is refused is said by the page
const first = () => document.getElementById("first-picture");

function away() {
  if (first() && !document.getElementById("first-questions")) first().remove(); // which `questions.js` puts into its place
}

// A study that opens on another tab has words and no picture there, and no curves will be drawn: the page itself is more,
// as soon as decisions that could be read before are there again.
const has = (what) => first() && first().querySelector(what);
// Of a replication all is there that is seen of it.
const isSeen = (one) => one.getClientRects().length > 0;
const isReplayed = () => {
  const pictures = [...document.querySelectorAll("#studio-family-panels .picture")].filter(isSeen);
  return pictures.length > 0 && pictures.every((one) => one.hasAttribute("data-drawn"));
};
const decided = () => document.querySelector("#studio-decisions > *, .decided > *");
const scheduled = () => document.querySelector(".jobs-strip, .jobs-status:not(:empty)"); // or why there is none
let isThere = false;
// What was still being computed is asked for again, as long as nothing else says it.
const AGAIN = 2000,
  TIMES = 10; // ms
async function lookAgain(times) {
  if (!has(".first-awaited") || isThere || !times) return;
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } }).then(
    (one) => one.text(),
    () => "",
  );
  const found = new DOMParser()
    .parseFromString(answer, "text/html")
    .querySelector("#first-picture :is(.first-decided, .first-listed)");
  const before = has(":is(.first-decided, .first-listed)");
  if (found && before) before.replaceWith(found);
  window.setTimeout(() => lookAgain(times - 1), AGAIN);
}

export function start() {
  document.addEventListener("corral-drawn", (event) => {
    if (event.target.closest("#studio-curves, #compare-overlay")) away();
    if (has(".first-replayed")) window.setTimeout(() => isReplayed() && away());
  });

  window.setTimeout(() => lookAgain(TIMES), AGAIN);

  const page = new MutationObserver(() => {
    if (!isThere && document.querySelector("#studio-drawer, #compare-drawer")) {
      isThere = true;
      window.setTimeout(away, has(".first-replayed") ? LONGEST_REPLAYED : LONGEST);
    }
    if (!isThere || (has(".what-ifs") && !decided()) || (has(".first-listed") && !scheduled())) return;
    page.disconnect();
    if (!has(".picture")) away();
  });
  if (first()) page.observe(document.documentElement, { childList: true, subtree: true });
}
