// A block as a whole: renamed, copied, removed; dragged out of the picture it goes.
import * as d3 from "../d3.js";
import * as board from "./form.js";

const AWAY = 24; // px beyond the picture where a block is let go for good
const NEAR = 4; // px that are a click, not a drag

let isComing = false; // a block that was added or copied by a key is to have the focus when the form has been built anew

const button = (action, n) =>
  document.getElementById(JSON.stringify({ action: action, number: n, type: "studio-action" }));
// d3 swallows every click until a drag is over.
const press = (action, n) => window.setTimeout(() => button(action, n) && button(action, n).click());

export function make(stage, shape, block, n) {
  const node = shape.body.node();
  const remove = () => press("remove-" + stage.board.entries, n);
  const copy = () => press("copy-" + stage.board.entries, n);
  const rename = () => openName(stage, shape, block, n);
  shape.body.attr("tabindex", 0).attr("role", "button");
  node.addEventListener("dblclick", rename);
  node.addEventListener("keydown", (event) => {
    const done = { Delete: remove, Backspace: remove, d: copy, Enter: rename, F2: rename }[event.key];
    if (!done || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isComing = done === copy;
    done();
  });
  const far = ({ x, y }) => {
    const { width, height } = stage.size();
    return x < -AWAY || y < -AWAY || x > width + AWAY || y > height + AWAY;
  };
  const isCopy = (event) => event.sourceEvent.altKey;
  d3.select(node).call(
    d3
      .drag()
      .clickDistance(NEAR)
      .container(() => stage.svg.node())
      .on("start", () => (stage.isHeld = true))
      .on("drag", (event) => {
        const moved = `translate(${event.x - event.subject.x}, ${event.y - event.subject.y})`;
        shape.group.attr("transform", isCopy(event) ? null : moved).classed("leaving", far(event) && !isCopy(event));
      })
      .on("end", (event) => {
        stage.isHeld = false;
        shape.group.attr("transform", null).classed("leaving", false);
        const isMoved = Math.hypot(event.x - event.subject.x, event.y - event.subject.y) > NEAR;
        if (isCopy(event) && isMoved) copy();
        else if (far(event)) remove();
      }),
  );
}

function openName(stage, shape, block, n) {
  const at = stage.places.blocks[n];
  const before = stage.now.blocks[n].name;
  const input = document.createElement("input");
  Object.assign(input, { className: "board-name", value: before, maxLength: 40 });
  input.setAttribute("aria-label", "Name of the group");
  input.style.left = Math.max(0, Math.min(stage.size().width - 130, at.x + at.width / 2 - 65)) + "px";
  let isOver = false;
  const close = (isKept) => {
    if (isOver) return;
    isOver = true;
    const text = input.value.trim();
    input.remove();
    shape.body.node().focus({ preventScroll: true });
    if (!isKept || !text || text === before) return;
    board.letGo({ [block.name]: text });
    stage.fit();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") close(event.key === "Enter");
    event.stopPropagation();
  });
  input.addEventListener("blur", () => close(true));
  stage.root.append(input);
  input.select();
}

// A free place to the right of all blocks, where one more can come.
export function makeAdder(stage) {
  const add = () => press("add-" + stage.board.entries, 0);
  const group = stage.svg
    .append("g")
    .attr("class", "add")
    .attr("tabindex", 0)
    .attr("role", "button")
    .attr("aria-label", "Add a group");
  group.append("rect").attr("rx", 3);
  group.append("text").attr("text-anchor", "middle").attr("dy", "0.35em").text("+");
  group.on("click", add).on("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    isComing = true;
    add();
  });
  return group;
}

export function focus({ shapes }) {
  const last = isComing && shapes[shapes.length - 1];
  isComing = false;
  if (last) last.body.node().focus({ preventScroll: true });
}
