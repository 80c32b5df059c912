// Some modules of the browser code as one script for an empty page. Read from the standard input: {names, stubs}.
//
// What they export is in `corral`, and what each exports in `corral.nameOfTheModule`. A module among the stubs is
// replaced: what it exports calls what the test has put into `window.stubs`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const ROOT = path.resolve("components/assets/clientside");
const { names, stubs } = JSON.parse(readFileSync(0, "utf8"));

const camel = (name) => path.basename(name, ".js").replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const entry = names.flatMap((name, n) => [
  `import * as m${n} from "./${name}";`,
  `export * from "./${name}";`,
  `export * as ${camel(name)} from "./${name}";`,
  `if (m${n}["start"]) m${n}["start"]();`,
]);
const stubbed = {
  name: "stubbed",
  setup(one) {
    one.onLoad({ filter: /\.js$/ }, (asked) => {
      const exported = stubs[path.relative(ROOT, asked.path)];
      if (!exported) return undefined;
      const lines = exported.map((name) => `export const ${name} = (...given) => window.stubs.${name}(...given);`);
      return { contents: lines.join("\n") };
    });
  },
};
const built = await build({
  stdin: { contents: entry.join("\n"), resolveDir: ROOT },
  bundle: true,
  write: false,
  format: "iife",
  globalName: "corral",
  logLevel: "error",
  logOverride: { "import-is-undefined": "silent" },
  plugins: [stubbed],
});
process.stdout.write(built.outputFiles[0].text);
