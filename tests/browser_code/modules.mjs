// The modules of the browser code as syntax trees.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";

const ROOT = path.resolve("components/assets/clientside");

// {name, tree} of each module.
export function modules() {
  const names = readdirSync(ROOT, { recursive: true }).filter((name) => name.endsWith(".js"));
  return names.sort().map((name) => {
    const text = readFileSync(path.join(ROOT, name), "utf8");
    return { name: name, tree: parse(text, { ecmaVersion: "latest", sourceType: "module" }) };
  });
}

export const isNode = (one) => Boolean(one) && typeof one === "object" && typeof one.type === "string";
export const children = (node) => Object.values(node).flat().filter(isNode);
export const isFunction = (node) => /Function/.test(node.type);

// All nodes below *node*, and itself; of those where *enters* says no nothing further down.
export function* within(node, enters = () => true) {
  yield node;
  if (!enters(node)) return;
  for (const one of children(node)) yield* within(one, enters);
}

// The modules that a module imports, as names.
export const imported = ({ name, tree }) =>
  tree.body
    .filter(({ source }) => source && source.value.startsWith("."))
    .map(({ source }) => path.join(path.dirname(name), source.value));
