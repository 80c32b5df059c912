// Factors of the hours of a day, drawn by hand. What is drawn goes into the field below, which everything else follows.

const HOURS = 24;
const LOWEST_TOP = 2;
const STEP = 0.05;
const PAUSE = 150; // ms between two versions of the field while somebody draws
let drawing = null;

const fieldOf = (path) => ({ path: path, type: "studio-field" });

function factorsIn(path) {
  const field = document.getElementById(JSON.stringify(fieldOf(path)));
  const found = (field ? field.value : "")
    .split(/[,;\n]/)
    .filter((part) => part.trim())
    .map(Number);
  return found.length === HOURS && found.every(Number.isFinite) ? found : new Array(HOURS).fill(1);
}

function paint(area, factors, top) {
  const corners = factors.flatMap((factor, hour) =>
    [hour, hour + 1].map((x) => (100 * x) / HOURS + "% " + 100 * (1 - factor / top) + "%"),
  );
  area.style.clipPath = "polygon(0% 100%, " + corners.join(", ") + ", 100% 100%)";
}

function hand() {
  drawing.timer = 0;
  window.dash_clientside.set_props(fieldOf(drawing.path), { value: drawing.factors.join(", ") });
}

// The hours between the last place and this one get the values of a straight line.
function draw(event) {
  const box = drawing.box.getBoundingClientRect();
  const hour = Math.floor(((event.clientX - box.left) / box.width) * HOURS);
  const to = Math.max(0, Math.min(HOURS - 1, hour));
  const height = Math.max(0, Math.min(1, 1 - (event.clientY - box.top) / box.height));
  const factor = Math.round((height * drawing.top) / STEP) * STEP;
  const from = drawing.hour === null ? to : drawing.hour;
  const before = drawing.hour === null ? factor : drawing.factor;
  for (let n = Math.min(from, to); n <= Math.max(from, to); n++) {
    const share = from === to ? 1 : (n - from) / (to - from);
    drawing.factors[n] = Number((before + share * (factor - before)).toFixed(2));
  }
  drawing.hour = to;
  drawing.factor = factor;
  paint(drawing.area, drawing.factors, drawing.top);
  if (!drawing.timer) drawing.timer = window.setTimeout(() => drawing && hand(), PAUSE);
}

export function start() {
  document.addEventListener("pointerdown", (event) => {
    const box = event.target.closest && event.target.closest("[data-day]");
    if (!box || event.button !== 0) return;
    event.preventDefault();
    const factors = factorsIn(box.dataset.day);
    drawing = {
      box: box,
      area: box.querySelector(".day-area > span"),
      path: box.dataset.day,
      factors: factors,
      timer: 0,
      top: Math.max(LOWEST_TOP, Math.ceil(Math.max(...factors))),
      hour: null,
      factor: 0,
    };
    box.setPointerCapture(event.pointerId);
    draw(event);
  });
  document.addEventListener("pointermove", (event) => {
    if (drawing) draw(event);
  });
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => {
      if (!drawing) return;
      window.clearTimeout(drawing.timer);
      hand();
      drawing = null;
    }),
  );
}
