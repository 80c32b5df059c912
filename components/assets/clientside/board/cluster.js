// The cluster, drawn by hand: blocks as wide as there are machines, as high as these are fast, striped where their owners
// need them. The picture is the control; each edge has a field in the form, and keys.
import * as d3 from "../d3.js";
import * as block from "./block.js";
import * as edges from "./edges.js";
import * as form from "./form.js";
import * as handle from "./handle.js";
import * as places from "./places.js";
import * as share from "./share.js";
import * as wholeBlock from "./whole_block.js";

const MOST_LINES = 200; // machines up to which each can be seen
const ABOUT = 40; // lines where there are more
const APART = 12; // px between two ticks
/** @type {[number, string][]} */
const FRACTIONS = [
  [1, "1"],
  [1 / 2, "½"],
  [1 / 3, "⅓"],
  [1 / 4, "¼"],
  [1 / 8, "⅛"],
];
let boards = 0;

function draw(root) {
  const orEndless = (key, value) => (key === "high" && value === null ? Infinity : value);
  const board = JSON.parse(root.dataset.board, orEndless);
  root.replaceChildren();
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", "100%");
  /** @type {any} */
  const stage = {
    root: root,
    board: board,
    svg: svg,
    isHeld: false,
    stripes: "board-stripes-" + (boards += 1),
    size: size,
    arrange: arrange,
    fit: fit,
    say: say,
    hush: () => bubble.attr("display", "none"),
  };
  drawStripes(stage);
  const axis = svg.append("g").attr("class", "board-axis").attr("aria-hidden", "true");
  const summary = svg.append("text").attr("class", "board-sum").attr("text-anchor", "end").attr("y", 12);
  read();
  stage.shapes = board.blocks.map((one, n) => block.make(stage, one, n));
  const mark = board.mark && block.isOpen(board, board.mark.path) && makeMark();
  const adder = board.entries && wholeBlock.makeAdder(stage);
  const bubble = svg.append("g").attr("class", "bubble").attr("aria-hidden", "true").attr("display", "none");
  bubble.append("rect").attr("rx", 3).attr("y", -11).attr("height", 22);
  bubble.append("text").attr("text-anchor", "middle").attr("dy", "0.32em");

  // Which each look has the browser lay out the page for: none while a hand moves something. Before it is on the page,
  // a usual one.
  function size() {
    if (!stage.isHeld || !stage.sized)
      stage.sized = { width: root.clientWidth || 336, height: root.clientHeight || 190 };
    return stage.sized;
  }

  function read(isKept) {
    stage.now = places.read(board, form.valueOf);
    if (!isKept) stage.scale = places.scaleOf(board, stage.now, stage.size());
    stage.places = places.place(stage.now, stage.scale);
  }

  function makeMark() {
    const group = svg.append("g").attr("class", "edge mark");
    group.append("rect").attr("class", "touch").attr("x", -12).attr("y", -14).attr("width", 24).attr("height", 26);
    group.append("line");
    group.append("path").attr("d", "M-6,-9 H6 L0,0 Z");
    return { group: group, told: handle.make(group.node(), edges.ofMark(stage)) };
  }

  // The value at the hand, within the picture.
  function say(edge) {
    const [x, y] = edge.hand();
    bubble.attr("display", null).select("text").text(edge.words(edge.value()));
    const wide = /** @type {SVGTextElement} */ (bubble.select("text").node()).getBBox().width + 12;
    const at = Math.max(wide / 2 + 2, Math.min(stage.size().width - wide / 2 - 2, x));
    bubble.attr("transform", `translate(${at}, ${Math.max(12, y)})`);
    bubble
      .select("rect")
      .attr("x", -wide / 2)
      .attr("width", wide);
  }

  // From what the form holds to what is seen; the scale stays as it is.
  function arrange() {
    read(true);
    const { now, scale } = stage;
    const all = places.sum(now.blocks.map((one) => one.seen));
    const isFine = all <= MOST_LINES && scale.machine >= block.LEAST_LINE;
    const [first, second] = isFine ? [0, 1] : d3.ticks(0, Math.max(2, all), ABOUT);
    const every = Math.max(1, second - first);
    let before = 0;
    now.blocks.forEach((one, n) => {
      block.arrange(stage, n, every, Math.max(0, Math.min(one.seen, now.used - before)));
      before += one.seen;
    });
    if (mark) {
      mark.group.attr(
        "transform",
        `translate(${places.behind(now.used, now, stage.places, scale)}, ${places.MARGIN.top})`,
      );
      mark.group.select("line").attr("y2", scale.high);
      mark.told.say();
    }
    const { width } = stage.size();
    const lines = every > 1 ? ", a line for every " + every : "";
    const job = board.job.length ? ", filled: a job of " + now.job + " tasks" : "";
    const count =
      now.parts > 1
        ? now.parts + " × " + edges.number(all / now.parts) + " " + board.unit
        : edges.plural(all, board.unit);
    summary.attr("x", width - 4).text(count + lines + job);
    if (adder) arrangeAdder(Math.min(stage.places.end + 12, width - 32), width);
    arrangeAxis(width);
  }

  function arrangeAdder(x, width) {
    const { MARGIN } = places;
    adder
      .select("rect")
      .attr("x", x)
      .attr("y", MARGIN.top)
      .attr("width", width - x - 4)
      .attr("height", stage.scale.high);
    adder
      .select("text")
      .attr("x", x + (width - x - 4) / 2)
      .attr("y", MARGIN.top + stage.scale.high / 2);
  }

  function arrangeAxis(width) {
    const { scale, now } = stage;
    const isFit = (value) => value > 0 && (board.scale !== "rows" || value % 1 === 0);
    const ticks =
      board.scale === "inverse" && now.times === 1
        ? FRACTIONS.filter(([value]) => value <= scale.top * 1.001)
        : d3
            .ticks(0, scale.top, 4)
            .filter(isFit)
            .map((value) => [value, edges.number(value)]);
    const y = (value) => stage.places.bottom - (value / scale.top) * scale.high;
    const apart = ticks.filter(([value], n) => !n || Math.abs(y(value) - y(ticks[n - 1][0])) >= APART);
    const told = axis
      .selectAll("g")
      .data(apart)
      .join((added) => {
        const tick = added.append("g");
        tick.append("line");
        tick.append("text").attr("text-anchor", "end").attr("dy", "0.32em");
        return tick;
      });
    told.attr("transform", ([value]) => `translate(0, ${y(value)})`);
    told
      .select("line")
      .attr("x1", places.MARGIN.left - 4)
      .attr("x2", width - 4);
    told
      .select("text")
      .attr("x", places.MARGIN.left - 8)
      .text(([, words]) => words);
    axis
      .selectAll(".axis-title")
      .data([board.height])
      .join("text")
      .attr("class", "axis-title")
      .attr("x", 4)
      .attr("y", 12)
      .text((text) => text);
  }

  function fit() {
    read();
    arrange();
  }

  fit();
  share.focus(stage.shapes);
  wholeBlock.focus(stage);
  return () => stage.isHeld || fit();
}

function drawStripes(stage) {
  const pattern = stage.svg
    .append("defs")
    .append("pattern")
    .attr("id", stage.stripes)
    .attr("width", 6)
    .attr("height", 6)
    .attr("patternUnits", "userSpaceOnUse")
    .attr("patternTransform", "rotate(45)");
  pattern.append("rect").attr("class", "stripe-ground").attr("width", 6).attr("height", 6);
  pattern.append("rect").attr("class", "stripe").attr("width", 2.5).attr("height", 6);
}

export { draw as drawCluster };
