// One block: its shapes, and where they stand.
import * as edges from "./edges.js";
import * as handle from "./handle.js";
import * as wholeBlock from "./whole_block.js";

const TIP = { width: 6, height: 24 }; // px of a grip that is seen, and of what can be touched
const PULL = { across: 18, below: 5, thick: 4 }; // px: the grip of a fill that is next to nothing, below the edge of the speed
export const LEAST_LINE = 3; // px between two lines
const LETTER = 6.6,
  LINE = 14; // px

const rect = (node, x, y, width, height) =>
  node.attr("x", x).attr("y", y).attr("width", Math.max(0, width)).attr("height", Math.max(0, height));

// A lesson unlocks some fields; the edges of others are seen and cannot be held.
export const isOpen = ({ open }, path) => !open || open.some((one) => (path + ".").startsWith(one + "."));

export function make(stage, block, n) {
  const entry = block.width.path.replace(/\.[^.]+$/, "");
  const group = stage.svg.append("g").attr("class", "block").attr("data-entry", entry);
  const part = (name, kind) => group.append(kind || "rect").attr("class", name);
  const shape = {
    group: group,
    ghost: part("ghost").attr("display", "none"),
    body: part("body").attr("fill", block.color),
    used: part("used").attr("fill", block.color),
    fill: part("fill").attr("fill", "url(#" + stage.stripes + ")"),
    job: part("job").attr("fill", block.color),
    lines: part("lines", "path"),
    name: part("name", "text").attr("text-anchor", "middle"),
    edges: {},
  };
  shape.title = shape.body.append("title");
  shape.keepGhost = () => {
    const at = stage.places.blocks[n];
    rect(shape.ghost.attr("display", null), at.x, at.y, at.width, at.height);
  };
  if (stage.board.entries) wholeBlock.make(stage, shape, block, n);
  shape.told = ["width", "height", "fill"].filter((name) => block[name] || (name === "fill" && block.share));
  shape.told
    .filter((name) => (block[name] ? isOpen(stage.board, block[name].path) : !stage.board.open))
    .forEach((name) => {
      const node = group.append("g").attr("class", "edge " + name);
      node.append("rect").attr("class", "touch");
      node.append("rect").attr("class", "grip").attr("rx", 2);
      const told = handle.make(node.node(), edges.ofBlock(stage, block, n, name));
      shape.edges[name] = { node: node, told: told };
    });
  return shape;
}

// Block *n*, with a line after *every* so many machines, of which so many are *used*.
export function arrange(stage, n, every, used) {
  const { board, now, scale } = stage;
  const shape = stage.shapes[n];
  const at = stage.places.blocks[n];
  const block = now.blocks[n];
  rect(shape.body, at.x, at.y, at.width, at.height);
  const isPart = board.mark || board.scale === "rows";
  rect(shape.used, at.x, at.y, isPart ? (board.mark ? used * scale.machine : 0) : at.width, at.height);
  shape.group.classed("empty", block.seen === 0);
  const size = block.seen / now.parts;
  const isStriped = block.striped < block.seen;
  const x = (column) => at.x + (column + Math.min(now.parts - 1, Math.floor(column / size))) * scale.machine;
  rect(shape.fill, at.x, at.y, isStriped ? x(block.striped) - at.x : at.width, block.filled * at.height);
  const columns = Array.from({ length: Math.max(0, Math.ceil(block.seen / every) - 1) }, (none, k) => (k + 1) * every);
  let path = columns.map((k) => `M${x(k)},${at.y}V${at.y + at.height}`).join("");
  if (board.scale === "rows") {
    const row = at.height / block.value;
    for (let k = 1; k < block.value && row >= LEAST_LINE; k++) path += `M${at.x},${at.y + k * row}H${at.x + at.width}`;
    rect(shape.job, at.x, at.y + at.height - row, Math.min(now.job, size) * scale.machine, row);
  }
  shape.lines.attr("d", path);
  const gaps = Array.from({ length: now.parts - 1 }, (none, k) => at.x + ((k + 1) * size + k) * scale.machine);
  shape.group
    .selectAll(".gap")
    .data(gaps)
    .join((added) => added.insert("rect", ".edge").attr("class", "gap"))
    .attr("x", (place) => place)
    .attr("y", at.y - 1)
    .attr("width", scale.machine)
    .attr("height", at.height + 2);
  arrangeName(stage, shape, at, block);
  arrangeEdges(shape, at, block);
}

function arrangeEdges(shape, at, block) {
  const { width, height } = TIP;
  const fill = at.y + block.filled * at.height;
  const isLow = block.filled * at.height < PULL.below + PULL.thick;
  const PLACES = {
    // of what can be touched, and of the grip
    width: [
      at.x + at.width - height / 2 + 4,
      at.y,
      height,
      at.height,
      at.x + at.width - 2,
      at.y + at.height / 2 - 10,
      4,
      20,
    ],
    height: [at.x, at.y - height / 2, at.width, height, at.x, at.y - width / 2, at.width, width],
    fill: isLow
      ? [
          at.x,
          at.y + 3,
          height + 2,
          height + 2,
          at.x + 3,
          at.y + PULL.below,
          Math.min(at.width - 6, PULL.across),
          PULL.thick,
        ]
      : [at.x, fill - 4, Math.max(height, at.width / 2), height, at.x, fill - 1.5, at.width, 3],
  };
  Object.entries(shape.edges).forEach(([name, edge]) => {
    rect(edge.node.select(".touch"), ...PLACES[name].slice(0, 4));
    rect(edge.node.select(".grip"), ...PLACES[name].slice(4));
    edge.told.say();
  });
}

// So that it has room for so many letters, of which the sign of what is left out takes two; a number that tells it from
// its neighbors stays.
export function cutTo(text, letters) {
  if (text.length <= letters) return text;
  const [number] = /\s?\d{1,2}$/.exec(text) || [""];
  const left = letters - 2 - number.length;
  return left > 0 ? text.slice(0, left).trimEnd() + "…" + number : text.slice(0, letters - 2) + "…";
}

function arrangeName(stage, shape, at, block) {
  const { board, now } = stage;
  const { plural, WORDS } = edges;
  const count = block.count > block.seen && now.cut !== Infinity ? "at most " + block.seen : block.count;
  const isNamed = board.blocks.some((one) => one.name);
  const whole = isNamed ? count + " × " + block.name : plural(block.count, board.unit);
  const letters = Math.floor((at.width + 8) / LETTER);
  // Where both are too long for one line, the count stands above the name.
  const cut = (text) => cutTo(text, letters);
  const lines =
    whole.length <= letters ? [whole] : letters >= 4 && isNamed ? [count + " ×", cut(block.name)] : [String(count)];
  const top = stage.places.bottom + (lines.length === 1 ? 18 : 15);
  shape.name
    .attr("y", top)
    .selectAll("tspan")
    .data(letters >= 2 ? lines : [])
    .join("tspan")
    .attr("x", at.x + at.width / 2)
    .attr("dy", (line, n) => (n === 0 ? 0 : LINE))
    .text((line) => line);
  const said = shape.told.map((name) => WORDS[name](board, block));
  const words = [block.name].concat(said).join(", ");
  shape.title.text(words);
  shape.body.attr("aria-label", board.entries ? words + ". Enter renames, D copies, Delete removes." : null);
}
