// The box with the values of all curves at an x stands on the other side of the pointer, where the fewest curves are, and
// not on what one looks at.

const AIR = 8; // px
const STEP = 6; // px between the places of a line that are looked at
let pointer = 0;

const isFar = ({ at }) => !at.every(Number.isFinite);

// Where lines and marks are, px in the picture.
function placesOf(picture) {
  const full = picture._fullLayout;
  const found = [];
  for (const { type, visible, hoverinfo, x, y, xaxis, yaxis } of picture._fullData) {
    if (type !== "scatter" || visible !== true || hoverinfo === "skip" || !x || !y) continue;
    const [across, up] = [xaxis, yaxis].map((name) => full[name.replace(/^([xy])/, "$1axis")]);
    if (!across || !up) continue;
    const count = Math.min(x.length, y.length);
    const marks = Array.from({ length: count }, (_, n) => ({
      at: [across._offset + across.d2p(x[n]), up._offset + up.d2p(y[n])],
    }));
    marks.forEach((mark, n) => {
      if (isFar(mark)) return;
      found.push(mark.at);
      const next = marks[n + 1];
      if (!next || isFar(next)) return;
      const [dx, dy] = [next.at[0] - mark.at[0], next.at[1] - mark.at[1]];
      const steps = Math.min(500, Math.floor(Math.hypot(dx, dy) / STEP));
      for (let k = 1; k < steps; k += 1) found.push([mark.at[0] + (dx * k) / steps, mark.at[1] + (dy * k) / steps]);
    });
  }
  return found;
}

// [x, y] of the box: of the corners, and the middles between them, the first that covers the least.
function freest(picture, box) {
  const { l, t, w, h } = picture._fullLayout._size;
  const at = pointer - picture.getBoundingClientRect().left;
  const inside = (x) => Math.max(AIR, Math.min(Math.max(l + AIR, x), picture._fullLayout.width - box.width - AIR));
  const [left, right] = [inside(l + AIR), inside(l + w - box.width - AIR)];
  const sides = at < l + w / 2 ? [right, left] : [left, right];
  const rows = [t + AIR, t + h - box.height - AIR, t + (h - box.height) / 2];
  const places = placesOf(picture);
  /** @param {number[]} spot */
  const covered = ([x, y]) =>
    places.filter(
      (place) =>
        place[0] > x - AIR && place[0] < x + box.width + AIR && place[1] > y - AIR && place[1] < y + box.height + AIR,
    ).length + (at > x - AIR && at < x + box.width + AIR ? 1 : 0);
  const tried = sides.flatMap((x) => rows.map((y) => [x, y])).map((spot) => ({ spot, cost: covered(spot) }));
  return tried.reduce((best, one) => (one.cost < best.cost ? one : best)).spot;
}

function place(picture, layer) {
  const box = layer.querySelector("g.legend");
  if (!box || !picture._fullLayout || !picture._fullLayout._size || !picture._fullData) return;
  const wanted = `translate(${freest(picture, box.getBBox()).map(Math.round).join(", ")})`;
  if (box.getAttribute("transform") !== wanted) box.setAttribute("transform", wanted);
}

const watched = new WeakSet();

export function start() {
  document.addEventListener("pointermove", ({ clientX }) => (pointer = clientX), { capture: true, passive: true });

  document.addEventListener("corral-drawn", (/** @type {{ target: any }} */ { target }) => {
    const layer = target.querySelector && target.querySelector(".hoverlayer");
    if (!layer || watched.has(layer) || !target.layout || target.layout.hovermode !== "x unified") return;
    watched.add(layer);
    new MutationObserver(() => place(target, layer)).observe(layer, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["transform"],
    });
  });
}
