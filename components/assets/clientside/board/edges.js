// The edges of blocks: what a place of the hand means for the field, and how it is said.
import * as grip from "./handle.js";
import * as places from "./places.js";
import * as shares from "./share.js";

export const number = (value) => String(Number(Number(value).toPrecision(3)));
const ONE = /(ss)?e?s$/; // "machines", "processes"

export const plural = (count, unit) =>
  number(count) +
  " " +
  (count === 1 ? unit.replace(ONE, (all, double) => (double ? "ss" : all === "es" ? "e" : "")) : unit);

const FIELD = { width: "count", height: "value", fill: "fill" }; // of what `places.read` gives

// What the hand holds, in words.
export const WORDS = {
  width: (board, one) => plural(one.count, board.unit),
  height: (board, one) => {
    if (board.scale === "rows") return one.value + " " + board.height + " per node";
    return (
      board.height + " " + number(one.height) + (board.scale === "inverse" ? " (factor " + number(one.value) + ")" : "")
    );
  },
  fill: (board, one) => board.filled + " " + number(Number((100 * one.fill).toFixed(1))) + " %",
};

const AT = {
  width: (stage, event, n) => Math.max(0, places.countAt(event.x, stage.places.blocks[n], stage.now, stage.scale)),
  height: (stage, event, n, handle) => {
    const height = places.heightAt(event.y, stage.scale);
    const value = stage.board.scale === "inverse" ? stage.now.times / height : height;
    return handle.whole ? Math.round(value) : grip.round(value, value < 10 ? Math.min(0.1, handle.step) : 1);
  },
  fill: (stage, event, n) => {
    const free = places.heightAt(event.y - (stage.off || 0), stage.scale) / stage.now.blocks[n].height;
    return grip.round((1 - free) / (stage.now.fills || 1), 0.01);
  },
};

// Edge *name* of block *n*, for `handle.make`.
export function ofBlock(stage, block, n, name) {
  const share = name === "fill" && !block.fill ? block.share : null;
  const handle = share ? shares.handle(share) : block[name];
  const edge = watched(stage, {
    handle: handle,
    across: name === "width",
    up: name === "height" && stage.board.scale === "inverse" ? -1 : 1,
    value: () => stage.now.blocks[n][FIELD[name]],
    at: (event) => AT[name](stage, event, n, handle),
    words: () => WORDS[name](stage.board, stage.now.blocks[n]),
    hand: () => {
      const at = stage.places.blocks[n];
      return name === "width" ? [at.x + at.width, at.y + at.height / 2 - 16] : [at.x + at.width / 2, at.y - 14];
    },
    ghost: n,
  });
  if (name === "fill") holdAsSeen(stage, edge, n);
  return share ? withShare(stage, edge, share, n) : edge;
}

// The grip of an empty fill hangs below the edge of the block: it moves from where it is, and does not jump to the hand.
function holdAsSeen(stage, edge, n) {
  const { grasped } = edge;
  edge.grasped = (event) => {
    const at = stage.places.blocks[n];
    stage.off = event.y - (at.y + stage.now.blocks[n].filled * at.height);
    grasped(event);
  };
}

function withShare(stage, edge, share, n) {
  const { moved } = edge;
  return Object.assign(edge, {
    told: (value) => shares.told(share, value),
    moved: (isLast) => {
      moved(isLast);
      if (isLast) shares.done(share, share.drawn, n);
    },
  });
}

// The mark behind the machines that are in use.
export function ofMark(stage) {
  return watched(stage, {
    handle: stage.board.mark,
    across: true,
    up: 1,
    value: () => stage.now.used,
    at: (event) => Math.max(1, places.numberAt(event.x, stage.now, stage.places, stage.scale)),
    words: (value) => plural(value, stage.board.unit) + " in use",
    hand: () => [places.behind(stage.now.used, stage.now, stage.places, stage.scale), 12],
  });
}

// What was there before stays in sight, dashed, and the scale as it is, until the hand lets go.
function watched(stage, edge) {
  return Object.assign(edge, {
    grasped: () => {
      stage.isHeld = true;
      if (edge.ghost !== undefined) stage.shapes[edge.ghost].keepGhost();
      stage.say(edge);
    },
    moved: () => {
      stage[stage.isHeld ? "arrange" : "fit"]();
      if (stage.isHeld) stage.say(edge);
    },
    released: () => {
      stage.isHeld = false;
      stage.hush();
      stage.shapes.forEach((one) => one.ghost.attr("display", "none"));
      stage.fit();
    },
  });
}
