// The edge between sketch and answer: dragged to draw on a large board, and back to read a large answer.

const KEPT = "corral-sketch-width"; // stores.py names it; the page has it before its first paint
const LEAST = 320;
const USUAL = 368;
const SHARE = 0.65; // of the window
const STEP = 16;
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const most = () => Math.round(SHARE * window.innerWidth);
const sketch = () => document.querySelector(".studio > .sketch");
let grabbed = null;

function tell(edge) {
  const now = sketch() && Math.round(sketch().getBoundingClientRect().width);
  if (!now) return;
  const told = { valuenow: now, valuemin: LEAST, valuemax: most(), valuetext: now + " pixels" };
  Object.entries(told).forEach(([name, value]) => edge.setAttribute("aria-" + name, String(value)));
}

function widen(edge, width, isOver) {
  const px = Math.round(Math.max(LEAST, Math.min(most(), width)));
  // What is wide on this window may be all of a narrower one.
  document.documentElement.style.setProperty("--sketch-width", "clamp(320px, " + px + "px, 65vw)");
  tell(edge);
  if (!isOver) return;
  try {
    localStorage.setItem(KEPT, String(px));
  } catch {
    // then it holds for this page alone
  }
  window.dispatchEvent(new Event("resize")); // pictures are drawn anew once, not in each frame
}
const width = () => sketch().getBoundingClientRect().width;

function release(edge, isKept) {
  if (!grabbed) return;
  const from = grabbed.width;
  grabbed = null;
  edge.classList.remove("held");
  widen(edge, isKept ? width() : from, true);
}

const onEdge = (event) => event.target.closest && event.target.closest(".sketch-edge");

export function start() {
  document.addEventListener("pointerdown", (event) => {
    const edge = onEdge(event);
    if (!edge || event.button) return;
    event.preventDefault();
    edge.focus({ preventScroll: true });
    edge.setPointerCapture(event.pointerId);
    edge.classList.add("held");
    grabbed = { at: event.clientX, width: width() };
  });
  document.addEventListener("pointermove", (event) => {
    if (grabbed)
      widen(onEdge(event) || document.getElementById("sketch-edge"), grabbed.width + event.clientX - grabbed.at);
  });
  document.addEventListener("pointerup", () => release(document.getElementById("sketch-edge"), true));
  document.addEventListener("pointercancel", () => release(document.getElementById("sketch-edge"), false));
  document.addEventListener("dblclick", (event) => onEdge(event) && widen(onEdge(event), USUAL, true));
  document.addEventListener("focusin", (event) => onEdge(event) && tell(onEdge(event)));
  document.addEventListener("keydown", (event) => {
    const edge = onEdge(event);
    if (!edge) return;
    const { key } = event;
    if (key === "Escape" && grabbed) release(edge, false);
    else if (key in STEPS) widen(edge, width() + STEPS[key] * STEP * (event.shiftKey ? 10 : 1), true);
    else if (key === "Home" || key === "End") widen(edge, key === "Home" ? LEAST : most(), true);
    else return;
    event.preventDefault();
  });

  const come = new MutationObserver(() => {
    const edge = document.getElementById("sketch-edge");
    if (edge && !edge.hasAttribute("aria-valuenow")) tell(edge);
  });
  come.observe(document.documentElement, { childList: true, subtree: true });
}
