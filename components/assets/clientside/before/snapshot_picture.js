// The small picture of an answer: its curves without axes, in the colors of the policies. Kept as a few numbers in base
// units, so that pictures of the same metric can share a scale whatever unit each was told in.

const WIDTH = 112,
  HEIGHT = 40,
  AIR = 3; // px
const DASHES = { dash: "5 3", dot: "2 2", longdash: "8 3", dashdot: "6 2 2 2", longdashdot: "9 2 2 2" };
const MOST = 400; // numbers of a picture that comes from a storage
const short = (value) => Number(Number(value).toPrecision(4));
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

// Of the policy in scenarios: a trace is called as the page calls it.
const nameOf = (trace) => trace.legendgroup || trace.name;

// Of a figure of the curves tab; null where there is nothing to be drawn so small.
export function of(figure, looks) {
  const meta = figure.layout.meta || {};
  const [across, up] = meta.units || [1, 1];
  const map = figure.data.find((one) => one.type === "heatmap" && Array.isArray(one.z));
  if (map) return { axes: "map", rows: map.z.map((row) => Array.from(row, (z) => (isNumber(z) ? short(z) : null))) };
  const traces = figure.data.filter(
    (one) => !one.meta && !one.fill && nameOf(one) in looks && Array.isArray(one.y) && one.y.length,
  );
  if (!traces.length) return null;
  const isCategory = figure.layout.xaxis && figure.layout.xaxis.type === "category";
  const isLog = Boolean(figure.layout.xaxis) && figure.layout.xaxis.type === "log";
  const place = (x) => short(isLog ? Math.log10(x / across) : x / across);
  const range = figure.layout.yaxis && figure.layout.yaxis.range;
  const isLying = traces.every((one) => typeof one.y[0] === "string"); // one point: its value stands on the x axis
  const lines = traces.map((one, n) => {
    const [xs, ys] = isLying ? [one.y, one.x] : [one.x, one.y];
    return [
      nameOf(one),
      xs.map((x) => (isCategory || isLying ? n : place(x))),
      ys.map((y) => (isNumber(y) ? short(y / up) : null)),
    ];
  });
  return { axes: (meta.of || []).join(), lines: lines, top: range && !isLying ? short(range[1] / up) : null };
}

// What is read from a storage may be anybody's.
export function isOne(found) {
  if (!found || typeof found.axes !== "string") return false;
  const values = found.rows ? found.rows : (found.lines || []).flatMap((line) => [line[1], line[2]]);
  const isList = (row) => Array.isArray(row) && row.every((one) => one === null || isNumber(one));
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.every(isList) &&
    values.flat().length <= MOST &&
    (found.rows || found.lines.every((line) => typeof line[0] === "string"))
  );
}

const ends = (values) => [Math.min(...values), Math.max(...values)];

// One scale for all pictures of the same metric over the same field: else a tenth looks like the whole. It ends at
// twice the middle one, so that one that is far above the others does not press them flat: it leaves at the top.
function scaleOf(pictures) {
  const [left, right] = ends(pictures.flatMap((one) => one.lines.flatMap((line) => line[1])));
  const spans = pictures.map((one) => {
    const [low, high] = ends(one.lines.flatMap((line) => line[2].filter(isNumber)));
    return [low, one.top || high];
  });
  const tops = spans.map((span) => span[1]).sort((a, b) => a - b);
  const least = 1.5 * Math.max(...spans.map((span) => span[0])); // something is seen of each
  return {
    left: left,
    right: right,
    top: Math.min(tops[tops.length - 1], Math.max(2 * tops[(tops.length - 1) >> 1], least)),
  };
}

export function scales(pictures) {
  const drawn = pictures.filter((one) => one && one.lines);
  return Object.fromEntries(drawn.map(({ axes }) => [axes, scaleOf(drawn.filter((one) => one.axes === axes))]));
}

function part(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

function cells(picture) {
  const [low, high] = ends(picture.rows.flat().filter(isNumber));
  const up = HEIGHT / picture.rows.length;
  return picture.rows.flatMap((row, n) =>
    row.map((z, m) =>
      part("rect", {
        x: ((m * WIDTH) / row.length).toFixed(1),
        y: (HEIGHT - (n + 1) * up).toFixed(1),
        class: "cell",
        width: (WIDTH / row.length - 1).toFixed(1),
        height: (up - 1).toFixed(1),
        "fill-opacity": z === null ? 0 : (0.15 + (0.75 * (z - low)) / (high - low || 1)).toFixed(2),
      }),
    ),
  );
}

function curves(picture, scale, looks) {
  const isPoints = picture.lines.every((line) => line[1].length === 1);
  const wide = scale.right - scale.left;
  const x = (value) => (AIR + (WIDTH - 2 * AIR) * (wide ? (value - scale.left) / wide : 0.5)).toFixed(1);
  const y = (value) => Math.max(-2 * HEIGHT, HEIGHT - AIR - (HEIGHT - 2 * AIR) * (value / (scale.top || 1))).toFixed(1);
  return picture.lines.map(([name, xs, ys]) => {
    const look = looks[name] || {};
    const group = part("g", { class: "of-policy" });
    group.style.setProperty("--light", look.light || "currentColor");
    group.style.setProperty("--dark", look.dark || "currentColor");
    const places = xs.map((one, n) => [one, ys[n]]).filter((one) => isNumber(one[0]) && isNumber(one[1]));
    if (isPoints) places.forEach((one) => group.append(part("circle", { cx: x(one[0]), cy: y(one[1]), r: 3.5 })));
    else
      group.append(
        part("polyline", {
          points: places.map((one) => x(one[0]) + "," + y(one[1])).join(" "),
          "stroke-dasharray": DASHES[look.dash] || "none",
        }),
      );
    return group;
  });
}

// The whole as SVG; words beside it say what it is of.
export function draw(picture, scale, looks) {
  const svg = part("svg", { viewBox: "0 0 " + WIDTH + " " + HEIGHT, class: "small-picture", "aria-hidden": "true" });
  svg.append(...(picture.rows ? cells(picture) : curves(picture, scale, looks)));
  return svg;
}
