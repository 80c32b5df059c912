// Many lines on paper, where no pointer asks which is which and a printer may have no color: none is pale, markers of one
// shape are filled, hollow or hollow with a dot, and each line has its name, at the end of a fine line where it is crowded.
import { keysAbove } from "../presenter/room_layout.js";

const FILLS = ["", "-open", "-open-dot"];
const HEIGHT = 620; // px of such a picture at least
const NAME = { size: 11, letter: 6.6, height: 14 }; // px
const LINE = 15,
  LETTERS = 95; // px of a line of words, and how many letters it has
const STEP = 6; // px between two places of a line
const NEAR = 5; // px: two lines that are no farther from each other cannot be told apart
const REACH = [14, 22, 32, 44, 60, 80]; // px from a line to its name
const WAYS = Array.from({ length: 16 }, (none, n) => [Math.cos((n * Math.PI) / 8), Math.sin((n * Math.PI) / 8)]);
const BETWEEN = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]; // of the way to a name, where other lines may be
const COST = { hidden: 8, crossed: 12, px: 0.2 }; // a name whose line is on another one there, a line across, and each px

const isLine = (trace) => /lines\+markers/.test(trace.mode || "") && !trace.fill && !trace.meta;

// As many shapes as there are; of policies that share one, another fill each.
function filled(traces) {
  const seen = new Map();
  return traces.map((trace) => {
    const { symbol } = trace.marker || {};
    if (!isLine(trace) || typeof symbol !== "string") return trace;
    const shape = symbol.replace(/-(open|dot).*$/, "");
    const n = seen.get(shape) || 0;
    seen.set(shape, n + 1);
    const marker = Object.assign({}, trace.marker, { symbol: shape + FILLS[n % FILLS.length], size: 8 });
    return Object.assign({}, trace, { marker: marker });
  });
}

// All as dark as the one in focus, whose band stays the only one.
function dark(trace, focus) {
  if (trace.fill || trace.meta === "before" || trace.opacity === undefined) return trace;
  const own = { opacity: 1, line: Object.assign({}, trace.line, { width: 1.5 }) };
  if (trace.error_y) own.error_y = Object.assign({}, trace.error_y, { thickness: 0.6, width: 2 });
  return trace.legendgroup === focus ? trace : Object.assign({}, trace, own);
}

// From values to px inside the axes, and back.
function scaleOf(axis, room) {
  const isLog = axis.type === "log";
  const [low, high] = axis.range;
  return {
    px: (value) => (((isLog ? Math.log10(value) : value) - low) / (high - low)) * room,
    place: (px) => low + (px / room) * (high - low), // as an annotation wants it
  };
}

// Corners of what is seen of a line, px.
function seen(trace, across, up, room) {
  const all = trace.x.map((x, n) => [across.px(x), up.px(trace.y[n])]).filter((place) => place.every(Number.isFinite));
  /** @param {number[]} place */
  const isSeen = ([x, y]) => x >= 0 && x <= room[0] && y >= 0 && y <= room[1];
  return all.slice(1).flatMap((end, n) => {
    const start = all[n];
    const at = (share) => [start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])];
    const steps = Math.max(1, Math.round(Math.hypot(end[0] - start[0], end[1] - start[1]) / STEP));
    return Array.from({ length: steps + 1 }, (none, k) => at(k / steps)).filter(isSeen);
  });
}

const isIn = ({ x, y, width, height }, [a, b], air) =>
  Math.abs(a - x) < width / 2 + air && Math.abs(b - y) < height / 2 + air;
const meet = (one, other) =>
  isIn(
    { x: one.x, y: one.y, width: one.width + other.width, height: one.height + other.height },
    [other.x, other.y],
    2,
  );
/** @type {(one: number[], other: number[], px: number) => boolean} */
const isNear = ([a, b], [c, d], px) => Math.abs(a - c) < px && Math.abs(b - d) < px;

// Places for the name of a line, each with what it costs: on nothing, and beside a place of the line.
function choices(line, others, taken, room) {
  const width = line.name.length * NAME.letter + 6;
  return line.places.flatMap((at, n) => {
    if (n % 3) return [];
    const hidden = others.some((place) => isNear(place, at, NEAR)) ? COST.hidden : 0;
    return REACH.flatMap((reach) =>
      WAYS.flatMap(([right, up]) => {
        const x = at[0] + right * (reach + width / 2),
          y = at[1] + up * reach;
        const box = { line: line, at: at, x: x, y: y, width: width, height: NAME.height };
        const isInside = x > width / 2 && x < room[0] - width / 2 && y > NAME.height && y < room[1] - NAME.height;
        if (!isInside || taken.some((one) => meet(one, box))) return [];
        if (others.concat(line.places).some((place) => isIn(box, place, 2))) return [];
        const between = BETWEEN.map((share) => [at[0] + right * reach * share, at[1] + up * reach * share]);
        const crossed = between.some((place) => others.some((other) => isNear(place, other, STEP / 2)))
          ? COST.crossed
          : 0;
        return [{ box: box, cost: hidden + crossed + COST.px * reach }];
      }),
    );
  });
}

// A name for each line; who has the least of it in the picture comes first.
function placed(lines, room) {
  const boxes = [];
  lines
    .slice()
    .sort((one, other) => one.places.length - other.places.length)
    .forEach((line) => {
      const others = lines.filter((one) => one !== line).flatMap((one) => one.places);
      const all = choices(line, others, boxes, room);
      if (all.length) boxes.push(all.reduce((one, other) => (other.cost < one.cost ? other : one)).box);
    });
  return boxes;
}

// What the rail says where it has signs alone, a policy and its words together.
function railWords(notes) {
  const told = notes.filter(({ name }) => name === "rail").map(({ hovertext }) => (hovertext || "").split("<br>"));
  if (!told.some((one) => one.length > 1)) return "";
  return told
    .flat()
    .reduce(
      (lines, words) => {
        const longer = lines[lines.length - 1] + (/: $/.test(lines[lines.length - 1]) ? "" : ", ") + words;
        return longer.length > LETTERS ? lines.concat(words) : lines.slice(0, -1).concat(longer);
      },
      ["Top edge: "],
    )
    .join("<br>");
}

// *figure* as it is drawn on paper *width* px wide and *height* px high.
export function onPaper(figure, width, height) {
  const { layout } = figure;
  const focus = layout.meta && layout.meta.focus;
  const ends = ["xaxis", "yaxis"].map((name) => layout[name] && layout[name].range);
  if (!focus || !ends.every(Array.isArray)) return figure;
  const data = filled(figure.data.map((trace) => dark(trace, focus)));
  const margin = Object.assign({ l: 72, r: 24, t: 52, b: 60 }, layout.margin);
  const said = railWords(layout.annotations || []);
  if (said) margin.b += LINE * (said.split("<br>").length + 0.5);
  const room = [width - margin.l - margin.r, height - margin.t - margin.b];
  const across = scaleOf(layout.xaxis, room[0]),
    up = scaleOf(layout.yaxis, room[1]);
  const lines = data
    .filter((one) => isLine(one) && one.x.length > 1)
    .map((one) => ({ name: one.name, color: one.line.color, places: seen(one, across, up, room) }));
  const names = placed(lines, room).map(({ line, at, x, y }) => ({
    name: "on-line",
    text: line.name,
    x: across.place(at[0]),
    y: up.place(at[1]),
    ax: x - at[0],
    ay: at[1] - y,
    showarrow: true,
    arrowhead: 0,
    arrowwidth: 0.8,
    arrowcolor: line.color,
    standoff: 1,
    borderpad: 1,
    bgcolor: layout.paper_bgcolor || "#ffffff",
    font: { size: NAME.size, color: line.color },
  }));
  const below = {
    xref: "paper",
    x: 0,
    xanchor: "left",
    yref: "paper",
    y: 0,
    yanchor: "top",
    yshift: -56,
    align: "left",
  };
  const words = said ? [Object.assign(below, { text: said, showarrow: false, font: { size: NAME.size } })] : [];
  const notes = (layout.annotations || []).concat(names, words);
  const keys = keysAbove({ clientHeight: height }, Object.assign({}, layout, { margin: margin }));
  return { data: data, layout: Object.assign({}, layout, keys, { margin: margin, annotations: notes }) };
}

export const least = ({ layout }) => (layout.meta && layout.meta.focus ? HEIGHT : 0);
