// What of a picture's layout has to change in presenter mode, where it has less room for as much text: titles of axes in
// lines (on a narrow page, too), fewer ticks, labels one above the other, no text in bars that nobody can read.

const LETTER = 0.56; // width of a letter, in sizes of the type
const LINE = 1.3; // height of a line
const TIGHT = 1.15; // the same of names of rows, of which none can be guessed from its neighbors as numbers can
const BESIDE_LETTER = 0.6; // the same of digits
const AIR = 2; // px between two numbers
const ABOVE = 8; // px from a picture to its keys
const BEYOND = 32; // px that a title may be longer than its axis
const TITLE = 21; // px of a line of the title of an axis
const KEY = { line: 50, row: 24, gap: 4, edge: 12 }; // px beside its words, from row to row, of which between rows, at the left
const ROW = { least: 90, letters: 12, letter: 0.72, sign: 8, gap: 6 }; // px; letters of a line of a bold name, and their width
const TYPE = { tick: 14, title: 17, narrow: 14, least: 8 }; // sizes in px, before they are drawn larger
const ABOVE_AND_BELOW = { t: 16, b: 56 };

function inLines(text, letters) {
  const lines = [""];
  text.split(" ").forEach((word) => {
    const line = lines[lines.length - 1];
    if (line && (line + " " + word).length > letters) lines.push(word);
    else lines[lines.length - 1] = line ? line + " " + word : word;
  });
  return lines.join("<br>");
}

const ownRoom = (axis, room) => (axis.domain ? (axis.domain[1] - axis.domain[0]) * room : room);

// The title of an axis in lines that are no longer than the axis; nothing if it is short enough.
function titleInRoom(axis, room, usual) {
  const own = ownRoom(axis, room);
  const title = axis.title && axis.title.text;
  if (!title || title.includes("<br>")) return {};
  const size = (axis.title.font && axis.title.font.size) || usual;
  const text = inLines(title, (own + (own === room ? BEYOND : 0)) / (LETTER * size));
  return text === title ? {} : { title: Object.assign({}, axis.title, { text: text }) };
}

// Which ticks are kept: so many that they have room if all are as far from each other,
function everySo(ticks, own, least) {
  const step = Math.max(1, Math.ceil((ticks.length * least) / own));
  return ticks.map((_, n) => n).filter((n) => n % step === 0);
}

// or, where it is known how far that is, each that is far enough from the one before it.
function apartOf(ticks, range, own, least) {
  const place = (n) => (own * (ticks[n] - range[0])) / (range[1] - range[0]);
  let last = -Infinity;
  return ticks
    .map((_, n) => n)
    .sort((a, b) => place(a) - place(b))
    .filter((n) => {
      if (place(n) - last < least) return false;
      last = place(n);
      return true;
    })
    .sort((a, b) => a - b);
}

function axisInRoom(axis, room) {
  const parts = titleInRoom(axis, room, TYPE.title);
  const own = ownRoom(axis, room);
  const ticks = Array.isArray(axis.tickvals) ? axis.tickvals : [];
  const least = TYPE.tick * (Array.isArray(axis.ticktext) ? TIGHT : LINE);
  const kept = axis.range && axis.type !== "log" ? apartOf(ticks, axis.range, own, least) : everySo(ticks, own, least);
  if (kept.length < ticks.length) {
    parts.tickvals = kept.map((n) => ticks[n]);
    if (Array.isArray(axis.ticktext)) parts.ticktext = kept.map((n) => axis.ticktext[n]);
  }
  return Object.keys(parts).length ? Object.assign({}, axis, parts) : axis;
}

// How high the words of an annotation are, of as many lines as they have.
function heightOf(one) {
  return ((one.font && one.font.size) || TYPE.tick) * LINE * String(one.text || "").split("<br>").length;
}

// Names beside the ends of lines, from the lowest to the highest; where the highest would be cut, all as far down as it
// has to be.
function spread(annotations, layout, room, above) {
  const range = (layout.yaxis || {}).range;
  const height = (one) => {
    if (one.yref === "paper") return one.y * room;
    return range ? ((one.y - range[0]) / (range[1] - range[0])) * room : NaN;
  };
  const names = annotations
    .map((one, n) => ({ n: n, one: one, was: height(one) + (one.yshift || 0) }))
    .filter(
      (name) =>
        !name.one.showarrow &&
        name.one.xanchor === "left" &&
        name.one.yanchor !== "bottom" &&
        !Number.isNaN(Number(name.was)),
    )
    .sort((a, b) => a.was - b.was);
  names.forEach((name) => (name.at = name.was));
  const isBeside = (name) => (other) => other.one.x === name.one.x;
  const apart = (name, other) => (heightOf(name.one) + heightOf(other.one)) / 2;
  names.forEach((name, k) => {
    const below = names.slice(0, k).filter(isBeside(name)).pop();
    if (below) name.at = Math.max(name.at, below.at + apart(name, below));
  });
  names
    .slice()
    .reverse()
    .forEach((name, k, down) => {
      const higher = down.slice(0, k).filter(isBeside(name)).pop();
      const most = higher ? higher.at - apart(name, higher) : room + above - heightOf(name.one) / 2;
      name.at = Math.min(name.at, most);
    });
  const found = annotations.slice();
  names
    .filter((name) => name.at !== name.was)
    .forEach((name) => {
      found[name.n] = Object.assign({}, name.one, { yshift: (name.one.yshift || 0) + name.at - name.was });
    });
  return found;
}

// Numbers in rectangles that are lower than type would stand on each other and on the marks; the pointer tells them.
// Beside each other they may be nearer than they are wide.
export function numbersInRoom(trace, layout, picture) {
  const range = trace.mode === "text" && Array.isArray(trace.customdata) && (layout.yaxis || {}).range;
  if (!range || !picture.clientHeight) return {};
  const margin = Object.assign({ t: 0, b: 0 }, layout.margin);
  const row = (picture.clientHeight - margin.t - margin.b) / Math.abs(range[1] - range[0]);
  const least = (trace.textfont && trace.textfont.size) || TYPE.tick;
  const across = Object.assign({ range: [0, 0] }, layout.xaxis).range;
  const wide =
    (picture.clientWidth - Object.assign({ l: 0, r: 0 }, margin).l - (margin.r || 0)) / (across[1] - across[0]);
  const kept = [];
  const isFree = (n) =>
    kept.every((m) => {
      const letters = (String(trace.text[n]).length + String(trace.text[m]).length) / 2;
      return !(
        Math.abs(trace.x[n] - trace.x[m]) * wide < letters * LETTER * least + AIR &&
        Math.abs(trace.y[n] - trace.y[m]) * row < least
      );
    });
  trace.text.forEach((_, n) => !(trace.customdata[n] * row < least) && isFree(n) && kept.push(n));
  const there = new Set(kept);
  return kept.length === trace.text.length ? {} : { text: trace.text.map((text, n) => (there.has(n) ? text : "")) };
}

// Keys stand so far above a picture as it says, however high it is: a part of its height is too much in a high window,
// where plotly would make room and draw again.
export function keysAbove(picture, layout) {
  const margin = Object.assign({}, ABOVE_AND_BELOW, layout.margin);
  const legend = layout.legend || {};
  const room = picture.clientHeight - margin.t - margin.b;
  const { rail } = layout.meta || {};
  const hasOwn = legend.y !== undefined && !rail; // above words that stand on the picture
  if (layout.showlegend === false || hasOwn || legend.orientation === "v" || !(room > 0)) return {};
  return { legend: Object.assign({}, legend, { y: 1 + (ABOVE + (rail || 0)) / room }) };
}

// Keys above a narrow picture begin at its left edge and not at its axis, since two have room beside each other then,
// in rows no farther from each other than fingers need; the margin above is what they take, or plotly draws twice.
function keysOfNarrow(legend, margin, width, traces) {
  const room = width - margin.r - KEY.edge;
  const names = traces
    .filter((one) => one.name && one.showlegend !== false && one.visible !== false)
    .map((one) => one.name);
  const rows = [];
  names.forEach((name) => {
    const wide = KEY.line + name.length * LETTER * ((legend.font && legend.font.size) || TYPE.narrow);
    if (rows.length && rows[rows.length - 1] + wide <= room) rows[rows.length - 1] += wide;
    else rows.push(wide);
  });
  if (rows.length < 2) return {};
  const x = -(margin.l - KEY.edge) / (width - margin.l - margin.r);
  const above = margin.t ? { margin: Object.assign({}, margin, { t: margin.t + (rows.length - 1) * KEY.row }) } : {};
  const order = /reversed/.test(legend.traceorder) ? "reversed+grouped" : "grouped";
  return Object.assign(above, {
    legend: Object.assign({}, legend, { x: x, xanchor: "left", tracegroupgap: KEY.gap, traceorder: order }),
  });
}

// Words behind the right edge of a narrow picture have the room that they need.
function rightOf(annotations, margin, width) {
  const isBehind = (one) => one.xref === "paper" && one.xanchor === "left" && one.x >= 0.8;
  const needs = annotations.filter(isBehind).map((one) => {
    const words =
      BESIDE_LETTER *
      ((one.font && one.font.size) || TYPE.tick) *
      Math.max(
        ...String(one.text)
          .split("<br>")
          .map((line) => line.length),
      );
    return (words - (1 - one.x) * (width - margin.l)) / one.x + AIR;
  });
  return Math.ceil(Math.max(margin.r, ...needs));
}

// Ticks of an axis below a narrow picture that would stand on each other, or be turned: only so many as have room.
function ticksOfNarrow(axis, room) {
  const ticks = Array.isArray(axis.tickvals) && Array.isArray(axis.range) ? axis.tickvals : [];
  const texts = Array.isArray(axis.ticktext) ? axis.ticktext : ticks.map(String);
  if (ticks.length < 2 || !ticks.every(Number.isFinite)) return {};
  const wide = Math.max(...texts.map((text) => String(text).length)) * BESIDE_LETTER * TYPE.tick + TYPE.tick / 2;
  const places = axis.type === "log" ? ticks.map(Math.log10) : ticks;
  const kept = apartOf(places, axis.range, ownRoom(axis, room), wide);
  if (kept.length === ticks.length) return {};
  return { tickvals: kept.map((n) => ticks[n]), ticktext: kept.map((n) => texts[n]) };
}

// On a narrow page titles are too long, in both directions, keys stand one below the other, and lines end nearer.
export function partsOfNarrow(picture, layout, traces) {
  const margin = Object.assign({ t: 0, b: 60, l: 72, r: 24 }, layout.margin);
  const legend = layout.legend || {};
  const hasKeys = layout.showlegend !== false && !(legend.y < 1) && legend.orientation !== "v";
  const right = rightOf(layout.annotations || [], margin, picture.clientWidth);
  const parts = right > margin.r ? { margin: Object.assign(margin, { r: right }) } : {};
  if (hasKeys) Object.assign(parts, keysOfNarrow(legend, margin, picture.clientWidth, traces));
  const above = parts.legend ? (parts.margin || margin).t + BEYOND : margin.t; // a title ends below keys in its corner
  const rooms = { x: picture.clientWidth - margin.l - right, y: picture.clientHeight - above - margin.b };
  Object.keys(layout)
    .filter((name) => /^[xy]axis\d*$/.test(name))
    .forEach((name) => {
      const changed = titleInRoom(layout[name], Math.max(80, rooms[name[0]]), TYPE.narrow);
      if (name[0] === "x") Object.assign(changed, ticksOfNarrow(layout[name], rooms.x));
      if (Object.keys(changed).length) parts[name] = Object.assign({}, layout[name], changed);
      if (!changed.title) return;
      const lines = changed.title.text.split("<br>").length - 1;
      const [side, more] = name[0] === "x" ? ["b", lines * TITLE] : ["l", lines * AIR * 2];
      if (!layout[name].domain)
        parts.margin = Object.assign({}, parts.margin || margin, { [side]: margin[side] + more });
    });
  const { t } = parts.margin || margin;
  if (Array.isArray(layout.annotations))
    parts.annotations = spread(layout.annotations, layout, picture.clientHeight - t - margin.b, t);
  return parts;
}

// Names of rows that are too low to have them above their marks: beside the rows.
function namesBesideRows(annotations, layout, room) {
  const names = annotations.filter(({ name }) => name === "row");
  const [low, high] = (layout.yaxis || {}).range || [];
  if (!names.length || room / Math.abs(low - high) >= ROW.least) return {};
  const inside = (text) => text.replace(/<\/?b>/g, "");
  const beside = (one) => ({
    x: 1,
    xshift: ROW.gap,
    y: Math.floor(one.y) + 0.5,
    align: "left",
    text: "<b>" + inLines(inside(one.text), ROW.letters) + "</b>",
  });
  const moved = annotations.map((one) => (one.name === "row" ? Object.assign({}, one, beside(one)) : one));
  const lines = moved.filter(({ name }) => name === "row").flatMap(({ text }) => inside(text).split("<br>"));
  const right = ROW.gap + ROW.sign + Math.ceil(Math.max(...lines.map((line) => line.length)) * ROW.letter * TYPE.tick);
  return { annotations: moved, margin: Object.assign({}, layout.margin, { r: right }) };
}

export function partsInRoom(picture, layout) {
  const margin = Object.assign({}, ABOVE_AND_BELOW, layout.margin);
  const drawn = picture._fullLayout && picture._fullLayout.height === picture.clientHeight && picture._fullLayout._size;
  // A legend above takes its part, too, which is known once it has been drawn.
  const room = Math.max(80, Math.min(picture.clientHeight - margin.t - margin.b, drawn ? drawn.h : Infinity));
  const parts = { uniformtext: { minsize: TYPE.least, mode: "hide" } };
  Object.keys(layout)
    .filter((name) => /^yaxis\d*$/.test(name))
    .forEach((name) => {
      parts[name] = axisInRoom(layout[name], room);
    });
  if (Array.isArray(layout.annotations)) {
    Object.assign(parts, namesBesideRows(layout.annotations, layout, room));
    parts.annotations = spread(parts.annotations || layout.annotations, layout, room, margin.t);
  }
  const legend = layout.legend;
  if (legend && legend.y < 0) parts.legend = Object.assign({}, legend, { y: Math.min(legend.y, -margin.b / room) });
  return parts;
}
