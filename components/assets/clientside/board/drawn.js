// Which boards stand on the page: each is drawn when it comes, and follows the form.
import { drawClasses } from "./classes/classes.js";
import { drawCluster } from "./cluster.js";
import { drawCurve } from "./curves.js";
import { drawEvents } from "./events/events.js";
import { drawOwners } from "./events/owners.js";
import { drawHours } from "./hours/arrival_hours.js";
import { drawMix } from "./mix.js";

const KINDS = {
  board: (root) => drawCluster(root),
  mix: (root) => drawMix(root),
  events: (root) => drawEvents(root),
  bent: (root) => drawCurve(root),
  owners: (root) => drawOwners(root),
  hours: (root) => drawHours(root),
  classes: (root) => drawClasses(root),
};
const ALL = Object.keys(KINDS)
  .map((kind) => "[data-" + kind + "]")
  .join();
const drawn = new WeakMap(); // by place: {told, follow}

// Those that it has drawn.
function drawAll() {
  const fresh = [];
  document.querySelectorAll(ALL).forEach((root) => {
    const kind = Object.keys(KINDS).find((one) => one in root.dataset);
    const known = drawn.get(root);
    if (known && known.told === root.dataset[kind] && root.firstChild) return;
    const width = root.clientWidth;
    const follow = KINDS[kind](root);
    drawn.set(root, { told: root.dataset[kind], follow: follow });
    fresh.push(root);
    if (!known) watch(root, width);
  });
  return fresh;
}

// An observer tells at once of what it begins to watch: that has just been drawn, as *wide* as it is.
function watch(root, wide) {
  let isFirst = true;
  new ResizeObserver(() => {
    if (!isFirst || root.clientWidth !== wide) drawn.get(root).follow();
    isFirst = false;
  }).observe(root);
}

export { drawAll as drawBoards };

export function start() {
  document.addEventListener("corral-form", () => {
    const fresh = drawAll();
    document.querySelectorAll(ALL).forEach((root) => fresh.includes(root) || drawn.get(root).follow());
  });
}
