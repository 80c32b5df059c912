// Where the blocks of a board stand, from what the form holds, and what a place on it means. Numbers alone, no drawing.
import * as share from "./share.js";

export const MARGIN = { left: 44, right: 40, top: 22, bottom: 32 }; // px
const GAP = 10; // px between two blocks
const FILLED = 0.84; // share of the width that machines take; the rest is for more of them
const LEAST = 14; // px: a block without machines can be gripped, too
const ROOM = 1.3; // times the highest block: how far up a height can be drawn
const FAR = 4; // the highest possible value is on the scale, unless it is that many times above the highest block

export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// While a field holds what cannot be, its last value that can is drawn.
const lastOf = new WeakMap(); // by handle
function valid(handle, valueOf) {
  const value = valueOf(handle.path, handle.value);
  const isValid = (one) => one >= handle.low && one <= handle.high && (!handle.whole || Number.isInteger(one));
  if (typeof value !== "number" || isValid(value) || !isValid(handle.value)) lastOf.set(handle, value);
  return lastOf.has(handle) ? lastOf.get(handle) : handle.value;
}

// What the form holds of everything that is drawn: {blocks: [{count, height, fill}], ...}.
export function read(board, valueOf) {
  const plain = (path, usual) => (path ? valueOf(path, board.values[path]) : usual);
  const hours = (value) =>
    typeof value === "string"
      ? value
          .split(/[,;\n]/)
          .filter((one) => one.trim())
          .map(Number)
      : value;
  const hour = plain(board.hour, 0);
  const factor = (path) => {
    const value = hours(plain(path, 1));
    return Array.isArray(value) ? (value.length ? Number(value[hour]) || 0 : 1) : value;
  };
  const times = plain(board.times, 1);
  const shown = board.scale === "inverse" ? (value) => times / value : (value) => value;
  const fills = board.fill_times.reduce((all, path) => all * factor(path), 1);
  const limit = plain(board.most, Infinity);
  let left = limit;
  const blocks = board.blocks.map((block) => {
    const count = valid(block.width, valueOf);
    const seen = Math.max(0, Math.min(count, left));
    left -= seen;
    const value = valid(block.height, valueOf);
    const fill = block.fill ? valid(block.fill, valueOf) : block.share ? share.read(block.share, valueOf) : 0;
    return {
      count: count,
      seen: seen,
      value: value,
      height: shown(value),
      fill: fill,
      filled: Math.min(1, fill * fills),
      striped: block.striped ? Math.min(seen, plain(block.striped, seen)) : seen,
      name: block.name ? valueOf(block.name, block.title) : block.title,
    };
  });
  return {
    blocks: blocks,
    times: times,
    fills: fills,
    cut: limit,
    used: board.mark ? valid(board.mark, valueOf) : Infinity,
    parts: Math.max(1, plain(board.parts, 1)),
    job: Math.max(0, ...board.job.map((path) => plain(path, 0))),
  };
}

// How many px a machine and a unit of height take: as long as something is held they stay as they are.
export function scaleOf(board, now, size) {
  const wide = size.width - MARGIN.left - MARGIN.right - GAP * (now.blocks.length - 1);
  const columns = sum(now.blocks.map((one) => one.seen)) + (now.parts - 1);
  const highest = Math.max(...now.blocks.map((one) => one.height));
  const most =
    board.scale === "inverse" ? now.times / Math.min(...board.blocks.map((one) => one.height.low)) : Infinity;
  const rows = board.scale === "rows" ? highest + Math.max(2, Math.ceil(highest * (ROOM - 1))) : 0;
  const top = rows || (most <= FAR * highest ? most : highest * ROOM);
  return { machine: (FILLED * wide) / Math.max(columns, 1), top: top, high: size.height - MARGIN.top - MARGIN.bottom };
}

// A rectangle for each block: {x, width, y, height}, and the end of the last one.
export function place(now, scale) {
  let x = MARGIN.left;
  const bottom = MARGIN.top + scale.high;
  const blocks = now.blocks.map((one) => {
    const width = Math.max(LEAST, (one.seen + now.parts - 1) * scale.machine);
    const high = Math.min(scale.high, (one.height / scale.top) * scale.high);
    const found = { x: x, width: width, y: bottom - high, height: high };
    x += width + GAP;
    return found;
  });
  return { blocks: blocks, bottom: bottom, end: x - GAP };
}

export const countAt = (x, block, now, scale) => Math.round((x - block.x) / scale.machine) - (now.parts - 1);
export const heightAt = (y, scale) => Math.max(1e-9, ((MARGIN.top + scale.high - y) / scale.high) * scale.top);

// The x behind machine number n, and the other way round.
export function behind(n, now, places, scale) {
  let left = n;
  for (let k = 0; k < now.blocks.length; k++) {
    if (left <= now.blocks[k].seen || k === now.blocks.length - 1) {
      return places.blocks[k].x + Math.min(left, now.blocks[k].seen) * scale.machine;
    }
    left -= now.blocks[k].seen;
  }
  return MARGIN.left;
}
export function numberAt(x, now, places, scale) {
  let before = 0;
  for (let k = 0; k < now.blocks.length; k++) {
    const at = Math.round((x - places.blocks[k].x) / scale.machine);
    if (at <= now.blocks[k].seen || k === now.blocks.length - 1)
      return before + Math.max(0, Math.min(at, now.blocks[k].seen));
    before += now.blocks[k].seen;
  }
  return before;
}
