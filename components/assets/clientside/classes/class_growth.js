// What comes into the pictures of a class while everybody looks at them: each new prediction is seen to arrive, and what
// is measured grows from its first value to its last.

const ARRIVES = 1800,
  GROWS = 2000; // ms
const RINGS = { from: 34, to: 9 }; // px
const SVG = "http://www.w3.org/2000/svg";
const known = new WeakMap(); // by picture: {students: {key: how many}, isMeasured}
const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// The places of what each student has said: one of a number, those of a curve.
export function marksOf({ mode, x, y }) {
  const places = Array.from(x, (one, n) => [one, y[n]]);
  if (mode === "markers") return places.map((place) => ({ key: String(place[0]), places: [place] }));
  const curves = [[]];
  places.forEach((place) =>
    place[1] === null || place[1] === undefined ? curves.push([]) : curves[curves.length - 1].push(place),
  );
  return curves.filter((one) => one.length).map((one) => ({ key: one.join(), places: one }));
}

export function count(marks) {
  const found = {};
  marks.forEach(({ key }) => (found[key] = (found[key] || 0) + 1));
  return found;
}

// Those that were not there before; of equal ones the last.
export function fresh(marks, before) {
  const left = Object.assign({}, before);
  return marks.filter(({ key }) => !((left[key] = (left[key] || 0) - 1) >= 0));
}

function show(picture, { places }) {
  const { xaxis, yaxis } = picture._fullLayout,
    plot = picture.querySelector(".scatterlayer");
  if (!plot || !xaxis || !yaxis) return;
  const points = places.map(([x, y]) => [xaxis.d2p(x), yaxis.d2p(y)]);
  const isOne = points.length === 1;
  const made = document.createElementNS(SVG, isOne ? "circle" : "path");
  made.setAttribute("class", "class-fresh");
  const put = isOne
    ? { cx: points[0][0], cy: points[0][1], r: RINGS.to }
    : { d: "M" + points.join("L"), pathLength: 1, "stroke-dasharray": 1 };
  Object.entries(put).forEach(([name, value]) => made.setAttribute(name, value));
  plot.append(made);
  const frames = isOne
    ? [{ r: RINGS.from + "px", opacity: 1 }, { r: RINGS.to + "px", opacity: 1, offset: 0.6 }, { opacity: 0 }]
    : [{ strokeDashoffset: 1 }, { strokeDashoffset: 0, opacity: 1, offset: 0.7 }, { strokeDashoffset: 0, opacity: 0 }];
  made.animate(frames, { duration: ARRIVES, easing: "ease-out" }).finished.then(
    () => made.remove(),
    () => made.remove(),
  );
}

// A line from left to right; the place of a number, which is a shape, from below.
function grow(picture) {
  const lines = (picture.calcdata || []).map(
    ([first]) => first && first.trace.meta === "measured" && first.node3 && first.node3.node(),
  );
  const across = [{ clipPath: "inset(-24px 100% -24px -24px)" }, { clipPath: "inset(-24px -24px -24px -24px)" }];
  const up = [{ clipPath: "inset(100% 0 0 0)" }, { clipPath: "inset(0 0 0 0)" }];
  lines.filter(Boolean).forEach((one) => one.animate(across, { duration: GROWS, easing: "ease-in-out" }));
  picture
    .querySelectorAll(".shapelayer path")
    .forEach((one) => one.animate(up, { duration: GROWS, easing: "ease-in-out" }));
}

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    const picture = target.closest && target.closest(".class-part") && target;
    if (!picture || !picture.data || !picture._fullLayout) return;
    const students = picture.data.find(({ meta }) => meta === "students");
    const marks = students ? marksOf(students) : [];
    const isMeasured =
      picture.data.some(({ meta }) => meta === "measured") || Boolean((picture.layout.shapes || []).length);
    const before = known.get(picture);
    known.set(picture, { students: count(marks), isMeasured: isMeasured });
    if (isStill() || (!before && marks.length > 1)) return; // who opens the page has missed nothing
    fresh(marks, before ? before.students : {}).forEach((mark) => show(picture, mark));
    if (before && isMeasured && !before.isMeasured) grow(picture);
  });
}
