// The mapping-state diagram in the room that it has: what `state_geometry.js` finds goes into plotly's figure, whose axes
// are pixels. It is placed again whenever the room is another one.
import { redrawOne } from "./plot_when_seen.js";
import { stateGeometry } from "./state_geometry.js";

const diagramOf = (figure) => figure && figure.layout && figure.layout.meta && figure.layout.meta.diagram;
const known = new WeakMap(); // element: [width, height] for which it was placed

// The room inside the margins, as plotly found it or, before, as it will.
function roomOf(element, margin) {
  const drawn =
    element._fullLayout && element._fullLayout.meta && element._fullLayout.meta.diagram && element._fullLayout._size;
  if (drawn && drawn.w > 0 && element._fullLayout.width === element.clientWidth) return [drawn.w, drawn.h];
  return [
    Math.max(120, element.clientWidth - margin.l - margin.r),
    Math.max(120, element.clientHeight - margin.t - margin.b),
  ];
}

function note(text, x, y, look) {
  return Object.assign({ x: x, y: y, text: text, showarrow: false, borderpad: 0 }, look);
}

export function placed(element, figure) {
  const diagram = diagramOf(figure);
  if (!diagram) return figure;
  const layout = figure.layout;
  const [width, height] = roomOf(element, layout.margin);
  known.set(element, [width, height]);
  const found = stateGeometry(diagram, width, height);
  const data = Array.from(figure.data);
  const put = (n, parts) => (data[n] = Object.assign({}, data[n], parts));
  diagram.edges.forEach((edge, n) => put(edge.trace, { x: found.lines[n].x, y: found.lines[n].y }));
  const { circles, cells } = diagram;
  const xs = found.nodes.map((node) => node.x),
    ys = found.nodes.map((node) => node.y);
  put(circles, {
    x: xs,
    y: ys,
    marker: Object.assign({}, data[circles].marker, { size: found.nodes.map((node) => 2 * node.r) }),
  });
  const colors = found.cells.map(({ jobs }) =>
    jobs.length > 1 ? diagram.shared : jobs.length ? diagram.colors[jobs[0] % diagram.colors.length] : diagram.idle,
  );
  put(cells, {
    x: found.cells.map((cell) => cell.x),
    y: found.cells.map((cell) => cell.y),
    marker: Object.assign({}, data[cells].marker, { size: found.cells.map((cell) => cell.size), color: colors }),
  });
  const tops = found.nodes.map((node) => node.y - node.r); // where the token rests: it hides no machine
  put(layout.meta.token, { x: [xs[0]], y: [tops[0]] }); // the player moves it to where it is
  const plain = { size: diagram.type, color: diagram.ink };
  const ofStates = found.nodes.map((node) =>
    note(
      "<b>" +
        node.lines[0] +
        "</b>" +
        node.lines
          .slice(1)
          .map((line) => "<br>" + line)
          .join(""),
      node.at.x,
      node.at.y,
      { font: plain, align: node.isBeside ? "left" : "center", bgcolor: diagram.paper, opacity: 0.9 },
    ),
  );
  const ofEdges = diagram.edges.flatMap((edge, n) =>
    found.labels[n]
      ? [
          note(edge.label, found.labels[n].x, found.labels[n].y, {
            font: { size: diagram.type, color: edge.color },
            bgcolor: diagram.paper,
          }),
        ]
      : [],
  );
  const rows = found.rows.filter((row) => row.layer !== diagram.rest);
  const axis = {
    range: [height, 0],
    tickvals: rows.map((row) => row.y),
    ticktext: rows.map((row) => String(row.layer)),
  };
  return Object.assign({}, figure, {
    data: data,
    layout: Object.assign({}, layout, {
      meta: Object.assign({}, layout.meta, { x: xs, y: tops, room: [width, height] }),
      annotations: ofStates.concat(ofEdges),
      xaxis: Object.assign({}, layout.xaxis, { range: [0, width], autorange: false }),
      yaxis: Object.assign({}, layout.yaxis, axis, { autorange: false }),
    }),
  });
}

// Another room than was thought: the legend has taken some of it, or somebody has turned the phone.
function settle(element) {
  const size = element._fullLayout && element._fullLayout._size;
  const before = known.get(element);
  if (!size || !before || !diagramOf(element) || element.offsetParent === null) return;
  if (Math.abs(size.w - before[0]) < 1 && Math.abs(size.h - before[1]) < 1) return;
  redrawOne(element);
}
const watched = new WeakSet();

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    if (!target.layout || !diagramOf(target)) return;
    settle(target);
    if (watched.has(target) || !target.on) return;
    watched.add(target);
    target.on("plotly_afterplot", () => settle(target));
  });
}
