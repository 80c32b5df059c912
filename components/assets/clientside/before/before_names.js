// Names at the ends of curves, and what the rail says of lines that leave the picture, on an axis that ends elsewhere: a
// before that goes higher, or a hand that holds the axis, leaves no name on another and nothing that is not so any more.

const HEIGHT = 340,
  LABEL = 32; // px: of a picture at least, and of a name above its value, as in curve_ends.py
const ABOVE = "off the scale";

const value = (axis, at) => (axis.type === "log" ? 10 ** at : at);

// Heights, ascending, so far apart that names do not touch; what has no room at the top goes down.
function apart(heights) {
  const found = [];
  heights.forEach((height) => found.push(Math.max(height, found.length ? found[found.length - 1] + LABEL : LABEL / 2)));
  let over = (found.length ? found[found.length - 1] : 0) - HEIGHT;
  for (let n = found.length - 1; n >= 0 && over > 0; n -= 1) {
    found[n] -= over;
    over = n ? found[n - 1] + LABEL - found[n] : 0;
  }
  return found;
}

// The annotations of *figure* on the *yaxis* that it has now; its own ends at *before*, both as ranges are written.
function again(figure, yaxis, before) {
  const notes = figure.layout.annotations || [];
  if (!yaxis.range || !before || yaxis.range[1] === before[1]) return notes;
  const [low, high] = yaxis.range;
  const kept = notes.filter((note) => {
    const policy =
      note.name === "rail" && (note.hovertext || "").endsWith(ABOVE) && note.hovertext.slice(0, -ABOVE.length - 1);
    const line = policy && figure.data.find((trace) => trace.name === policy && Array.isArray(trace.y));
    return !line || Math.max(...line.y.filter(Number.isFinite)) > value(yaxis, high);
  });
  const ends = kept.filter(({ name }) => name === "end").sort((one, other) => one.y - other.y);
  const heights = ends.map(({ y }) => (HEIGHT * (y - low)) / (high - low));
  const shifts = new Map(apart(heights).map((moved, n) => [ends[n], Math.round(moved - heights[n])]));
  return kept.map((note) => (shifts.has(note) ? Object.assign({}, note, { yshift: shifts.get(note) }) : note));
}

export { again as namesAgain };
