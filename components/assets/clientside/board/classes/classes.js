// Classes of jobs, drawn by hand: an ellipse each in the plane of demand and machines, with some of the jobs that come of
// them. What is drawn stands in the fields of the form and nowhere else.
import * as d3 from "../../d3.js";
import * as edges from "../edges.js";
import * as board from "../form.js";
import * as hours from "../hours/hours.js";
import * as bubble from "./bubble.js";
import * as classNumbers from "./class_numbers.js";
import * as classShape from "./class_shape.js";

const MARGIN = { left: 44, right: 12, top: 22, bottom: 24 }; // px
const FAR = 3; // times the highest demand: how far it can be drawn
const DECADES = 2; // that are seen at least, as powers of ten
const APART = 44,
  ROW = 14; // px between two words
const TICKS = [1e-3, 1e-2, 0.1, 1, 10, 60, 600, 3600, 36000, 86400, 864000, 8.64e6, 8.64e7, 8.64e8]; // s
const FINE = [0.1, 0.3, 1, 3, 10, 30, 60, 180, 600, 1800, 3600, 10800, 36000, 86400, 259200, 864000]; // s, where those are too few
const FEW = 3;

function draw(root) {
  const orEndless = (key, value) => (key === "high" && value === null ? Infinity : value);
  const told = JSON.parse(root.dataset.classes, orEndless);
  root.replaceChildren();
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", "100%");
  const layer = (name) => svg.append("g").attr("class", name).attr("aria-hidden", "true");
  const axis = layer("board-axis"),
    dots = layer("class-jobs");
  const most = svg.append("line").attr("class", "class-machines");
  ["machines", "demand"].forEach((words, n) =>
    svg
      .append("text")
      .attr("class", "axis-title board-sum " + words)
      .attr("y", 12)
      .text(words)
      .attr("x", n ? null : 4)
      .attr("text-anchor", n ? "end" : "start"),
  );
  const size = () => ({ width: root.clientWidth || 336, height: root.clientHeight || 216 });
  const stage = {
    svg: svg,
    told: told,
    isHeld: false,
    size: size,
    arrange: arrange,
    fit: fit,
    now: told.classes.map((one) => read(one)),
  };
  const shapes = told.classes.map((one, n) => classShape.make(stage, one, n));
  stage.bubble = bubble.make(svg, size);

  // As numbers; of what cannot be read the last value.
  function numberOf(field, before) {
    const found = Number(board.valueOf(field.path, field.value));
    const usual = Number.isFinite(before) ? before : Number(field.value) || 1;
    return Number.isFinite(found) && found >= (field.low || 0) && found <= (field.high || Infinity) ? found : usual;
  }

  function read(one, before) {
    const fields = Object.entries(one.demand).map(([name, field]) => [
      name,
      numberOf(field, before && before.demand[name]),
    ]);
    const spread = ({ kind, path, value }) => ({
      kind: kind,
      upTo: kind === "same" ? 0 : numberOf({ path: path, value: value, low: 1 }),
    });
    const demand = Object.fromEntries(fields);
    if (one.law === "uniform" && demand.low > demand.high) demand.high = demand.low;
    const [min, max] = ["min_size", "max_size"].map((name) => numberOf(one.sizes[name], before && before[name]));
    return {
      law: one.law,
      demand: demand,
      min: min,
      max: max,
      min_size: min,
      max_size: max,
      name: board.valueOf(one.name.path, one.name.value),
      minSpread: spread(one.spreads.min_size_spread),
      maxSpread: spread(one.spreads.max_size_spread),
      kind: board.valueOf(one.kind.path, one.kind.value),
      requested: board.valueOf(one.requested.path, one.requested.value),
      weight: one.weight ? numberOf(one.weight, before && before.weight) : 1,
    };
  }

  const machines = () => told.machines.reduce((all, one) => all + Math.max(0, numberOf(one)), 0);

  // From demands (s) and machines to px and back; it stays as it is while something is held.
  function zoom() {
    const { width, height } = size();
    const reached = stage.now.map(classNumbers.reach),
      sizes = stage.now.map(classNumbers.sizes);
    let low = Math.log10(Math.min(...reached.map((one) => Math.min(one.low, one.mean))) / FAR);
    let high = Math.log10(Math.max(...reached.map((one) => Math.max(one.high, one.mean))) * FAR);
    const missing = Math.max(0, DECADES - (high - low)) / 2;
    [low, high] = [low - missing, high + missing];
    const top = Math.log2(Math.max(2, machines(), ...sizes.map((one) => one.high))) + 0.6;
    const wide = width - MARGIN.left - MARGIN.right,
      tall = height - MARGIN.top - MARGIN.bottom;
    stage.perDecade = wide / (high - low);
    stage.perDoubling = tall / (top + 0.6);
    stage.x = (demand) => MARGIN.left + (Math.log10(demand) - low) * stage.perDecade;
    stage.y = (count) => height - MARGIN.bottom - (Math.log2(count) + 0.6) * stage.perDoubling;
    stage.demandAt = (x) => 10 ** (low + (x - MARGIN.left) / stage.perDecade);
    stage.sizeAt = (y) => 2 ** ((height - MARGIN.bottom - y) / stage.perDoubling - 0.6);
    stage.weights = stage.now.reduce((all, one) => all + one.weight, 0) || 1;
    stage.bounds = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  }

  function arrange() {
    stage.now = told.classes.map((one, n) => read(one, stage.now[n]));
    const { left, right, top, bottom } = stage.bounds,
      all = machines();
    const drawn = classNumbers.jobs(
      stage.now,
      told.sample,
      Math.min(told.drawn, Number(board.valueOf(told.jobs.path, told.jobs.value)) || 0),
      Math.max(1, all),
    );
    drawJobs(drawn);
    most
      .attr("display", all > 0 ? null : "none")
      .attr("x1", left)
      .attr("x2", right)
      .attr("y1", stage.y(Math.max(1, all)))
      .attr("y2", stage.y(Math.max(1, all)));
    shapes.forEach((one, n) => classShape.arrange(stage, one, n));
    svg.select(".axis-title.demand").attr("x", right);
    drawAxis(left, right, top, bottom);
    tell(drawn, all);
  }

  // A job of one size is a dot, another one a line from its smallest to its largest size.
  function drawJobs(drawn) {
    const { left, right } = stage.bounds;
    const paths = told.classes.map((one, number) =>
      drawn
        .filter((job) => job.number === number)
        .map((job) => {
          const x = stage.x(job.demand);
          if (x < left || x > right) return "";
          return `M${x.toFixed(1)},${stage.y(job.low).toFixed(1)}V${(stage.y(job.high) - (job.low === job.high ? 0.01 : 0)).toFixed(2)}`;
        })
        .join(""),
    );
    dots
      .selectAll("path")
      .data(paths)
      .join("path")
      .attr("d", (path) => path)
      .attr("class", (path, n) =>
        stage.now[n].kind === "rigid" || stage.now[n].min === stage.now[n].max ? "job-dots" : "job-lines",
      )
      .attr("stroke", (path, n) => told.classes[n].color);
  }

  function drawAxis(left, right, top, bottom) {
    const among = (times) => {
      let last = -Infinity;
      const all = times.map((time) => ({
        x: stage.x(time),
        y: bottom + 12,
        words: hours.span(time),
        anchor: "middle",
        up: top - bottom - 12,
      }));
      return all.filter(({ x }) => x >= left && x <= right - 16 && x - last >= APART && (last = x));
    };
    const coarse = among(TICKS),
      across = coarse.length < FEW ? among(FINE) : coarse;
    const up = [];
    for (let count = 1, y = Infinity; stage.y(count) >= top; count *= 2) {
      if (y - stage.y(count) < ROW) continue;
      y = stage.y(count);
      up.push({ x: left - 8, y: y, words: String(count), anchor: "end", to: right - left + 8 });
    }
    const ticks = axis
      .selectAll("g")
      .data(across.concat(up))
      .join((added) => {
        const tick = added.append("g");
        tick.append("line");
        tick.append("text").attr("dy", "0.32em");
        return tick;
      });
    ticks.attr("transform", ({ x, y }) => `translate(${x}, ${y})`);
    ticks
      .select("line")
      .attr("x1", ({ to }) => (to ? 8 : 0))
      .attr("x2", ({ to }) => to || 0)
      .attr("y1", ({ up: high }) => (high ? -12 : 0))
      .attr("y2", ({ up: high }) => high || 0);
    ticks
      .select("text")
      .attr("text-anchor", ({ anchor }) => anchor)
      .text(({ words }) => words);
  }

  // In words, below the strip.
  function tell(drawn, all) {
    const place = root.nextElementSibling;
    if (!place || !("classesTold" in place.dataset)) return;
    const kinds = stage.now.some(({ kind }) => kind !== "rigid")
      ? "dots, or lines from their smallest to their largest size"
      : "dots";
    const text =
      "Drag a class, or its edges. The first " +
      drawn.length +
      " jobs are " +
      kinds +
      "; dashed: " +
      edges.plural(all, "machines") +
      ".";
    if (place.textContent !== text) place.textContent = text;
  }

  function fit() {
    stage.now = told.classes.map((one, n) => read(one, stage.now[n]));
    zoom();
    arrange();
  }

  fit();
  return () => stage.isHeld || fit();
}

export { draw as drawClasses };
