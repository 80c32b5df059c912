// One class of jobs: its ellipse, which can be moved as a whole, and the handles on it.
import * as d3 from "../../d3.js";
import * as board from "../form.js";
import * as handle from "../handle.js";
import * as classEdges from "./class_edges.js";
import * as classNumbers from "./class_numbers.js";

const LEAST = { x: 12, y: 9 }; // px from the middle to an end of the ellipse
const TOUCH = 24; // px
const STEADY = 14; // px up or down by which a class can be moved before its sizes are meant

export function make(stage, told, n) {
  const group = stage.svg.append("g").attr("class", "class").attr("data-entry", told.path);
  const part = (name, kind) => group.append(kind).attr("class", name);
  const shape = {
    group: group,
    body: part("body", "path").attr("fill", told.color),
    name: part("name", "text").attr("dy", "0.32em"),
    edges: {},
  };
  const named = {
    middle: classEdges.middle(stage, n),
    max_size: classEdges.size(stage, n, "max_size"),
    min_size: classEdges.size(stage, n, "min_size"),
  };
  Object.keys(told.demand)
    .filter((name) => name !== "mean")
    .forEach((name) => (named[name] = classEdges.end(stage, n, name)));
  if (told.weight) named.weight = classEdges.weight(stage, n);
  Object.entries(named).forEach(([name, edge]) => {
    const node = group.append("g").attr("class", "edge " + (edge.across ? "" : "height ") + name);
    node.append("rect").attr("class", "touch").attr("width", TOUCH).attr("height", TOUCH);
    node
      .append(name === "middle" ? "circle" : "rect")
      .attr("class", "grip")
      .attr("rx", 2);
    if (name === "middle") node.style("color", told.color);
    const known = watched(stage, shape, edge);
    shape.edges[name] = { node: node, edge: edge, told: handle.make(node.node(), known) };
    node.attr("aria-label", edge.handle.title);
    node.node().addEventListener("focus", () => stage.isHeld || say(stage, shape, edge));
    node.node().addEventListener("blur", () => stage.isHeld || stage.bubble.hush());
  });
  moveAsAWhole(stage, shape, n);
  return shape;
}

function say(stage, shape, edge) {
  const { x, y, top } = shape.at;
  stage.bubble.say(edge.words(edge.value()), edge.across ? edge.place() : x, edge.across ? y - 24 : top - 24);
}

// For `handle.make`: wherever the hand has taken hold of it, it follows from there, and the scale stays.
function watched(stage, shape, edge) {
  let away = 0;
  const along = (event) => (edge.across ? event.x : event.y);
  return Object.assign({}, edge, {
    handle: edge.handle,
    up: 1, // with its getters
    grasped: (event) => {
      stage.isHeld = true;
      away = along(event) - edge.place();
      if (edge.grasped) edge.grasped(event);
      say(stage, shape, edge);
    },
    at: (event) => edge.at(along(event) - away),
    moved: () => {
      stage[stage.isHeld ? "arrange" : "fit"]();
      say(stage, shape, edge);
    },
    released: () => {
      stage.isHeld = false;
      stage.bubble.hush();
      stage.fit();
    },
  });
}

// Across it is the mean demand, up and down the sizes.
function moveAsAWhole(stage, shape, n) {
  let before = null,
    written = null;
  const middle = () => shape.edges.middle;
  const over = () => {
    before = written = null;
    stage.isHeld = false;
    stage.bubble.hush();
    stage.fit();
  };
  const write = (mean, times) => {
    const sizes = before.sizes.edges.map((name) => [
      name,
      Math.max(1, Math.min(classEdges.highest(stage, n, name), Math.round(before[name] * times))),
    ]);
    written = Object.assign(
      classEdges.withMean(stage, n, mean),
      ...sizes.map(([name, size]) => classEdges.withSize(stage, n, name, size)),
    );
    board.move(written);
    stage.arrange();
    say(stage, shape, middle().edge);
  };
  shape.body.call(
    d3
      .drag()
      .container(() => stage.svg.node())
      .on("start", (event) => {
        if (event.sourceEvent.type === "mousedown") event.sourceEvent.preventDefault(); // the focus goes to the middle
        const now = stage.now[n];
        before = Object.assign(
          { x: event.x, y: event.y, mean: classNumbers.reach(now).mean, sizes: classNumbers.sizes(now) },
          now,
        );
        stage.isHeld = true;
        middle().node.node().focus({ preventScroll: true });
      })
      .on("drag", (event) => {
        if (!before) return;
        const up = before.y - event.y,
          far = Math.max(0, Math.abs(up) - STEADY) * Math.sign(up);
        const mean = middle().edge.at(stage.x(before.mean) + event.x - before.x);
        write(Math.abs(event.x - before.x) < 2 ? before.mean : mean, 2 ** (far / stage.perDoubling));
      })
      .on("end", () => {
        if (!before) return; // taken back
        if (written) board.letGo(written);
        else board.forget();
        over();
      }),
  );
  middle()
    .node.node()
    .addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !before) return;
      write(before.mean, 1);
      board.forget();
      over();
      event.stopPropagation();
    });
}

// From what the form holds to what is seen.
export function arrange(stage, shape, n) {
  const now = stage.now[n],
    reach = classNumbers.reach(now),
    sizes = classNumbers.sizes(now),
    { right } = stage.bounds;
  const x = stage.x(reach.mean),
    high = stage.y(sizes.high),
    low = stage.y(sizes.low),
    y = (high + low) / 2;
  const tall = Math.max(LEAST.y, (low - high) / 2 + 4);
  const left = Math.max(LEAST.x, x - stage.x(reach.low)),
    wide = Math.max(LEAST.x, stage.x(reach.high) - x);
  shape.at = { x: x, y: y, top: y - tall };
  shape.body.attr(
    "d",
    `M${x},${y - tall}A${wide},${tall} 0 0 1 ${x},${y + tall}A${left},${tall} 0 0 1 ${x},${y - tall}Z`,
  );
  const round = classEdges.radius(stage, n),
    isRight = x + round + 8 + 7 * now.name.length < right;
  shape.name
    .attr("x", x + (isRight ? 1 : -1) * (round + 8))
    .attr("y", y + tall / 2 > y + 12 ? y + 12 : y)
    .attr("text-anchor", isRight ? "start" : "end")
    .text(now.name);
  const out = TOUCH - 6,
    slim = Math.SQRT1_2 * round;
  const PLACES = {
    // of what can be touched, and of the grip with its width and height
    middle: [x - TOUCH / 2, y - TOUCH / 2, x, y, 0, 0],
    max_size: [x - TOUCH / 2, y - tall - out, x - 10, y - tall - 2, 20, 4],
    min_size: [x - TOUCH / 2, y + tall - TOUCH + out, x - 10, y + tall - 2, 20, 4],
    high: [x + wide - TOUCH + out, y - TOUCH / 2, x + wide - 2, y - 10, 4, 20],
    weight: [x + slim, y - slim - TOUCH, x + slim, y - slim - 6, 6, 6],
  };
  PLACES.low = PLACES.coefficient_of_variation = [x - left - out, y - TOUCH / 2, x - left - 2, y - 10, 4, 20];
  Object.entries(shape.edges).forEach(([name, { node, told }]) => {
    const [touchX, touchY, gripX, gripY, width, height] = PLACES[name];
    node.attr("display", sizes.edges.includes(name) || !name.endsWith("_size") ? null : "none");
    node.select(".touch").attr("x", touchX).attr("y", touchY);
    if (name === "middle") node.select(".grip").attr("cx", gripX).attr("cy", gripY).attr("r", round);
    else node.select(".grip").attr("x", gripX).attr("y", gripY).attr("width", width).attr("height", height);
    told.say();
  });
}
