// What of the sketch has the focus, told so that it is found again in a form that is built anew: a field by its name, an
// edge by the field that it stands for, a block by its place in the list. Where a block has gone, the one before has it.

const ENTRY = /^(.*\.)(\d+)$/;
const quoted = (attribute, value) => "[" + attribute + '="' + window.CSS.escape(value) + '"]';

// {id}, {field, n: which of those that stand for it}, {entry} or {isFree}; null of anything else.
export function told(sketch, node) {
  if (node.id) return { id: node.id };
  if (node.dataset.path) return { field: node.dataset.path, n: edges(sketch, node.dataset.path).indexOf(node) };
  const block = node.closest(".block[data-entry]");
  if (block) return { entry: block.dataset.entry };
  return node.matches("[data-board] .add") ? { isFree: true } : null;
}

const edges = (sketch, path) => [...sketch.querySelectorAll(quoted("data-path", path))];
const block = (sketch, entry) => sketch.querySelector(".block" + quoted("data-entry", entry) + " > .body");

function blockBefore(sketch, entry) {
  const [, list, number] = ENTRY.exec(entry) || [];
  for (let n = Number(number); n >= 0; n--) if (block(sketch, list + n)) return block(sketch, list + n);
  return null;
}

// The button of an entry of a list, or of the one before.
function numbered(id) {
  const [, head, number, tail] = /^(.*"number":)(\d+)(.*)$/.exec(id) || [];
  for (let n = Number(number); n >= 0; n--)
    if (document.getElementById(head + n + tail)) return document.getElementById(head + n + tail);
  return null;
}

export function find(sketch, { id, field, n, entry, isFree }) {
  if (id) return document.getElementById(id) || numbered(id);
  if (isFree) return sketch.querySelector("[data-board] .add");
  if (entry) return blockBefore(sketch, entry);
  const found = edges(sketch, field);
  const [, gone] = found.length ? [] : /^(.*\.\d+)\.[^.]+$/.exec(field) || [];
  return found[n] || found[0] || (gone ? blockBefore(sketch, gone) : null);
}
