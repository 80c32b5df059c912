// What holds for every module of the browser code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { imported, isFunction, modules, within } from "./modules.mjs";

const MAIN = "main.js";
const PURE = [
  "Map",
  "Set",
  "WeakMap",
  "WeakSet",
  "Symbol",
  "RegExp",
  "Object",
  "Array",
  "Math",
  "Number",
  "String",
  "JSON",
  "Infinity",
  "NaN",
  "undefined",
];
const PUT = [
  "window.corral",
  "window.dash_clientside", // main.js
  "window.dash_stores", // Dash's own, see heard.js
  "window.fetch", // asked again while the server is away
];

const all = modules();
const declared = ({ tree }) => tree.body.map((one) => one.declaration || one);
const namesOf = (pattern) => [...within(pattern)].filter(({ type }) => type === "Identifier").map(({ name }) => name);

test("there are modules", () => assert.ok(all.length > 150));

test("a module only declares: none does anything when it is read, so their order is nothing to know", () => {
  for (const { name, tree } of all.filter((one) => one.name !== MAIN)) {
    const own = new Set(
      declared({ tree }).flatMap((one) => (one.declarations || [one]).flatMap(({ id }) => (id ? namesOf(id) : []))),
    );
    for (const one of declared({ tree })) {
      assert.match(one.type, /^(Import|Export|Function|Variable|Class)/, `${name}: a statement belongs into start()`);
      if (one.type !== "VariableDeclaration") continue;
      for (const { init } of one.declarations.filter((each) => each.init)) {
        const read = [...within(init, (node) => !isFunction(node))].filter((node) => !isFunction(node));
        const members = new Set(
          read.flatMap((node) =>
            node.type === "MemberExpression" && !node.computed
              ? [node.property]
              : node.type === "Property" && !node.computed
                ? [node.key]
                : [],
          ),
        );
        for (const node of read) {
          if (node.type === "CallExpression" && node.callee.type === "Identifier")
            assert.ok(!own.has(node.callee.name), `${name}: ${node.callee.name}() is called when it is read`);
          if (node.type === "Identifier" && !members.has(node))
            assert.ok(
              own.has(node.name) || PURE.includes(node.name) || isParameter(init, node),
              `${name}: ${node.name} is read when the module is`,
            );
        }
      }
    }
  }
});

// Of a function in the same expression.
function isParameter(init, { name }) {
  return [...within(init)].some((node) => isFunction(node) && node.params.flatMap(namesOf).includes(name));
}

test("every module is part of the page, and every start is called", () => {
  const byName = new Map(all.map((one) => [one.name, one]));
  const reached = new Set([MAIN]);
  for (const name of reached) imported(byName.get(name)).forEach((one) => reached.add(one));
  assert.deepEqual(
    all.map(({ name }) => name).filter((name) => !reached.has(name)),
    [],
  );
  const { tree } = byName.get(MAIN);
  const locals = new Map(
    tree.body
      .filter(({ type }) => type === "ImportDeclaration")
      .map((one) => [one.specifiers[0].local.name, one.source.value.slice(2)]),
  );
  const list = (name) =>
    declared({ tree })
      .flatMap((one) => one.declarations || [])
      .find(({ id }) => id.name === name).init;
  const started = list("STARTED").elements.map(({ name }) => locals.get(name));
  const exporting = (exported) =>
    all
      .filter((one) =>
        declared(one).some(
          (each) =>
            (each.id && each.id.name === exported) || (each.declarations || []).some(({ id }) => id.name === exported),
        ),
      )
      .map(({ name }) => name);
  assert.deepEqual([...started].sort(), exporting("start"));
  const named = [...within(list("CALLBACKS"))]
    .filter(({ type }) => type === "MemberExpression")
    .map(({ object }) => locals.get(object.name));
  assert.deepEqual(named.sort(), exporting("callbacks"));
});

test("nothing of ours is on window but one name, and what Dash calls", () => {
  const put = new Set();
  for (const { tree } of all)
    for (const node of within(tree)) {
      const left = node.type === "AssignmentExpression" && node.left;
      if (left && left.type === "MemberExpression" && left.object.name === "window")
        put.add(`window.${left.property.name}`);
    }
  assert.deepEqual([...put].sort(), [...PUT].sort());
  const readers = all.filter(
    ({ name, tree }) =>
      name !== MAIN &&
      [...within(tree)].some(
        (node) =>
          node.type === "MemberExpression" && node.object.name === "window" && /^corral/.test(node.property.name),
      ),
  );
  assert.deepEqual(
    readers.map(({ name }) => name),
    [],
  );
});
