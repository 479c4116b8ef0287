/** The peers as one who uses them would ship them: what a form needs to check a draft of a calendar, bundled and minified. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

import { inItsOwnWords } from "./json-schema.mjs";

const inCode = (file) =>
  `import { compile } from "./${file}"; export const check = compile(true);`;
const inJsonSchema = (file, schema) =>
  `import { compile } from "./${file}"; import { ${schema} } from "./json-schema.mjs"; export const check = compile(${schema}());`;

/** Each at its best, that is with all rules: a module whose `check` gives what the peer says of a draft. */
export const MODULES = {
  zod: inCode("zod.mjs"),
  "zod/mini": inCode("zod-mini.mjs"),
  valibot: inCode("valibot.mjs"),
  ajv: inJsonSchema("ajv.mjs", "withAllRules"),
  typebox: inJsonSchema("typebox.mjs", "withSomeRules"),
};

/** ajv's own code for the schema, without ajv; a keyword of one's own is not in it, so that it has no rules but JSON Schema's. */
export function standalone() {
  const options = {
    allErrors: true,
    validateFormats: false,
    strictTypes: false,
    strictRequired: false,
    code: { source: true, esm: true },
  };
  const ajv = new Ajv2020(options);
  return standaloneCode(ajv, ajv.compile(inItsOwnWords()));
}

/** What these modules work out of calendiff's tables is text of the peer's own, as one who has no calendiff would write it. */
const written = {
  name: "written",
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]peers[\\/](patterns|json-schema)\.mjs$/ },
      async ({ path }) => {
        const members = Object.entries(await import(pathToFileURL(path)));
        return {
          contents: members
            .map(([name, value]) => `export const ${name} = ${write(value)};\n`)
            .join(""),
        };
      },
    );
  },
};

function write(value) {
  if (typeof value === "function") return `() => (${JSON.stringify(value())})`;
  return value instanceof RegExp ? String(value) : JSON.stringify(value);
}

/** The bytes of one module; `packages: "external"` leaves those from npm out. */
export async function bundle(contents, options = {}) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    plugins: [written],
    ...options,
  });
  return outputFiles[0].contents;
}

/** The versions of packages as they are installed here, in a sentence of two lines at most. */
export function measuredWith(packages) {
  const installed = (name) =>
    JSON.parse(
      readFileSync(
        join(import.meta.dirname, "..", "node_modules", name, "package.json"),
        "utf8",
      ),
    );
  const named = packages.map((name) => `${name} ${installed(name).version}`);
  const half = named.length > 5 ? Math.ceil(named.length / 2) : named.length;
  return `Measured with ${[named.slice(0, half), named.slice(half)]
    .filter((line) => line.length > 0)
    .map((line) => line.join(", "))
    .join(",\n")}.`;
}
