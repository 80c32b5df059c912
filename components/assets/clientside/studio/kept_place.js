// How far the sketch is scrolled stays when its form is built anew, which is short for a moment.

const UNFOLDS = 2000; // ms in which parts that were open come back after the form, and the page gets its length

let place = null; // {top, isBuilt, until}

function scroller() {
  const sketch = document.getElementById("studio-sketch");
  const aside = sketch && sketch.closest("aside");
  return aside && aside.scrollHeight > aside.clientHeight && getComputedStyle(aside).overflowY !== "visible"
    ? aside
    : document.scrollingElement;
}

// Back to where somebody was, once, if the form was too short for that when it came. Who went on is left alone.
function stay() {
  if (place === null) return;
  const { scrollTop, scrollHeight, clientHeight } = scroller();
  const isThere = Math.abs(scrollTop - place.top) <= 1;
  if (!place.isBuilt) return isThere || (place = null);
  if (!isThere && scrollHeight - clientHeight >= place.top - 1) {
    scroller().scrollTop = place.top;
    place = null;
  } else if (performance.now() > place.until) place = null;
}

function watch() {
  stay();
  if (place) window.requestAnimationFrame(watch);
}

export const keep = () => {
  place = { top: scroller().scrollTop, isBuilt: false, until: Infinity };
  watch();
};

export const built = () => {
  if (place) Object.assign(place, { isBuilt: true, until: performance.now() + UNFOLDS });
};

export function start() {
  ["wheel", "touchmove", "pointerdown", "keydown"].forEach((name) =>
    document.addEventListener(name, () => (place = null), { capture: true, passive: true }),
  );
}
