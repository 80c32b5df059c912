// What is held in a picture stays under the hand, though lines above it come and go as the answer follows: the page goes
// along with them. The browser does the same by itself, but not at the top of a page, and not to the pixel.

const AFTER = 2500; // ms after the hand let go: the answer to its last value comes then

let element = null,
  scroller = null,
  top = 0,
  until = Infinity;

// What goes along: the page, or a part of it that scrolls on its own, as the sketch does beside the answer.
function scrollerOf(node) {
  for (let one = node.parentElement; one && one !== document.body; one = one.parentElement) {
    const isScrolled = ["auto", "scroll"].includes(window.getComputedStyle(one).overflowY);
    if (isScrolled && one.scrollHeight > one.clientHeight) return one;
  }
  return document.documentElement;
}

const topOf = () => element.getBoundingClientRect().top;

function follow() {
  if (!element) return;
  if (!element.isConnected || performance.now() > until) return end();
  const by = Math.round(topOf() - top);
  if (by) scroller.scrollBy({ top: by, behavior: "instant" });
  window.requestAnimationFrame(follow);
}

function end() {
  element = null;
  scroller.style.overflowAnchor = "";
}

// *node* is to stay where it is from now on.
export function hold(node) {
  const isNew = !element;
  if (!isNew) scroller.style.overflowAnchor = "";
  [element, scroller, until] = [node, scrollerOf(node), Infinity];
  top = topOf();
  scroller.style.overflowAnchor = "none"; // or both would go along
  if (isNew) window.requestAnimationFrame(follow);
}

export const letGo = () => (until = performance.now() + AFTER);

export function start() {
  // Whoever goes elsewhere is not held back.
  ["wheel", "keydown", "pointerdown"].forEach((name) =>
    document.addEventListener(name, () => element && end(), { capture: true, passive: true }),
  );
}
