// One policy in focus, the others pale: as long as the hand or the focus is on its chip. Of eleven curves one can be
// followed, and nothing is drawn anew. Where many are drawn, the figure begins with one in focus (`policy_line.py`), and
// a click on a curve or in the legend puts another one there.

const PALE = 0.12;
let clicked = ""; // in focus until another one is

const WHERE = ["#studio-curves", "#studio-gini", "#studio-lorenz"]; // the rank is a legend of the curves beside it
const pictures = () => document.querySelectorAll(WHERE.map((id) => id + " .js-plotly-plot").join());
const first = (picture) => (picture.layout && picture.layout.meta && picture.layout.meta.focus) || "";
const isThere = (picture, name) => name && picture.data.some((one) => one.legendgroup === name);

function nameOf(target) {
  const chip = target.closest && target.closest("#studio-shown-policies-row .mantine-Chip-root");
  const input = chip && chip.querySelector("input");
  return input ? input.value : "";
}

// A pale curve of before is known by the name of its line alone.
const lineOf = (picture, name) => picture.data.find((one) => one.legendgroup === name && !one.fill && !one.meta);

function opacityOf(trace, name, base, line) {
  const plain = trace.opacity === undefined ? 1 : trace.opacity;
  if (!name || name === base) return plain;
  if (trace.legendgroup === name || (line && trace.name === line.name + " before")) return 1;
  return base && trace.fill ? 0 : PALE; // only the one in focus has its band
}

function show(picture, wanted) {
  if (!picture.data) return;
  const base = first(picture);
  const name = wanted || (base && isThere(picture, clicked) ? clicked : base);
  const line = lineOf(picture, name);
  picture.querySelectorAll(".scatterlayer .trace").forEach((node) => {
    const known = node.__data__ && node.__data__[0] && node.__data__[0].trace;
    const opacity = known ? opacityOf(known, name, base, line) : 1;
    if (known) node.style.opacity = opacity === 1 ? "" : opacity;
  });
}
const showAll = (name) => pictures().forEach((picture) => show(picture, name));

function click(picture, { points, event }) {
  const at = event.clientY - picture.getBoundingClientRect().top;
  const away = ({ yaxis, y }) => Math.abs(yaxis.d2p(y) + yaxis._offset - at);
  const curves = points.filter((one) => one.data.legendgroup && !one.data.fill && !one.data.meta);
  if (!curves.length) return;
  clicked = curves.reduce((best, one) => (away(one) < away(best) ? one : best)).data.legendgroup;
  pictures().forEach((one) => first(one) && show(one, ""));
}

export function start() {
  ["pointerover", "focusin"].forEach((event) =>
    document.addEventListener(event, ({ target }) => nameOf(target) && showAll(nameOf(target))),
  );
  ["pointerout", "focusout"].forEach((event) =>
    document.addEventListener(event, ({ target }) => nameOf(target) && showAll("")),
  );

  document.addEventListener("corral-drawn", ({ target }) => {
    if (!target.closest || !target.closest(WHERE.join()) || !target.on || !target.data) return;
    if (clicked && first(target)) show(target, "");
    if (target.dataset.focuses) return;
    target.dataset.focuses = "yes";
    target.on("plotly_click", (told) => click(target, told));
    target.on("plotly_legendclick", ({ curveNumber, data }) => {
      if (!first(target)) return true;
      clicked = data[curveNumber].legendgroup;
      showAll("");
      return false;
    });
  });
}
