// A click on a point of a curve takes all tabs there: the point of the study, and the policy of the nearest curve.

const NEAR = 1e-9; // of a value that was told in other units

const layoutOf = (id) => window.dash_component_api.getLayout(id);
const set = (id, value) => document.getElementById(id) && window.dash_clientside.set_props(id, { value: value });

// Of a goal every value that can be tested, to 12 digits, as the engine counts them.
function valuesOf({ field, low, high, step }) {
  const count = Math.floor((high - low) / step + NEAR) + 1;
  return { field: field, values: Array.from({ length: count }, (none, n) => Number((low + n * step).toPrecision(12))) };
}

// The number of the point of the study on the page at *x*, told in the units of the picture; -1 where there is none.
function pointAt(x, figure) {
  const tree = layoutOf("studio-tree");
  const study = tree && tree.props.data && tree.props.data.study;
  const units = figure.layout.meta && figure.layout.meta.units;
  const vary = study && (study.vary || (study.goal && valuesOf(study.goal)));
  if (!vary || !units || (figure.layout.meta.of || [])[1] !== vary.field) return -1;
  return vary.values.findIndex((value) => Math.abs(value * units[0] - x) <= NEAR * Math.max(1, Math.abs(x)));
}

function choose(picture, { points, event }) {
  const at = event.clientY - picture.getBoundingClientRect().top;
  const away = ({ yaxis, y }) => Math.abs(yaxis.d2p(y) + yaxis._offset - at);
  const curves = points.filter((one) => one.data.legendgroup && !one.data.fill && one.data.meta !== "before");
  if (!curves.length) return;
  const nearest = curves.reduce((best, one) => (away(one) < away(best) ? one : best));
  const point = pointAt(nearest.x, picture);
  if (point < 0) return;
  set("studio-replay-point", String(point));
  set("studio-fair-point", String(point));
  set("studio-replay-policy", nearest.data.legendgroup);
  mark(picture, nearest);
}

// The point stays in sight until other curves are drawn.
function mark(picture, { x, data }) {
  const shapes = (picture.layout.shapes || []).filter((one) => one.name !== "chosen");
  const line = {
    name: "chosen",
    type: "line",
    x0: x,
    x1: x,
    yref: "y domain",
    y0: 0,
    y1: 1,
    line: { width: 1, dash: "dot", color: data.line.color },
  };
  window.Plotly.relayout(picture, { shapes: shapes.concat([line]) });
  const place = document.getElementById("studio-chosen");
  if (place) place.textContent = "All tabs show " + data.name + " at " + Number(Number(x).toPrecision(3)) + " now.";
}

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    if (!target.closest || !target.closest("#studio-curves") || !target.on || target.dataset.chooses) return;
    target.dataset.chooses = "yes";
    target.on("plotly_click", (told) => choose(target, told));
  });
}
