// Modules of the browser code without a browser: each line of the standard input is {code, given}, and answered by a line.
//
// What they export is in `corral`, and what each exports in `corral.nameOfTheModule`. Numbers that JSON has no word for
// go and come as {"number": "Infinity"}.
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const ROOT = path.resolve("components/assets/clientside");
const camel = (name) => path.basename(name, ".js").replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

globalThis.window = globalThis;
globalThis.corral = {};
for (const name of process.argv.slice(2)) {
  const module = await import(pathToFileURL(path.join(ROOT, name)).href);
  Object.assign(globalThis.corral, module);
  globalThis.corral[camel(name)] = module;
}

const ODD = { Infinity: Infinity, "-Infinity": -Infinity, NaN: NaN };
const read = (_, value) => (value && typeof value === "object" && value.number in ODD ? ODD[value.number] : value);
const write = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { code, given } = JSON.parse(line, read);
  let answer;
  try {
    // biome-ignore lint/security/noGlobalEval: the code is that of a test, run in the global scope
    const found = (0, eval)(`(${code})`);
    answer = { found: (await (typeof found === "function" ? found(given) : found)) ?? null };
  } catch (error) {
    answer = { thrown: String(error.stack) };
  }
  process.stdout.write(`${JSON.stringify(answer, write)}\n`);
}
