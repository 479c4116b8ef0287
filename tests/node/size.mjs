/** Measures the package as a bundler ships it. Run by itself, prints a table. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { buildSync } from "esbuild";

import {
  bundle as bundlePeer,
  MODULES,
  measuredWith,
  standalone,
} from "./peers/bundle.mjs";

/** Bytes of one download: as they are, by `gzip -9`, by `brotli -11`. */
function weigh(bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return [
    bytes.length,
    gzipSync(bytes, { level: 9 }).length,
    brotliCompressSync(bytes, { params }).length,
  ];
}

/** The JavaScript that imports everything from one entry of the package and minifies to one module. */
function bundle(entry) {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `export * from ${JSON.stringify(entry)}`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    external: ["fast-check", "react", "react-hook-form"],
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0].contents;
}

/** What a subpath adds to the package, by itself; what it works with is not in it. */
function subpaths() {
  const ours = [
    "calendiff/dom",
    "calendiff/fast-check",
    "calendiff/issues",
    "calendiff/json-schema",
    "calendiff/react",
    "calendiff/react-hook-form",
  ];
  return Object.fromEntries(ours.map((entry) => [entry, weigh(bundle(entry))]));
}

/** Weighs an entry that holds its WebAssembly, and the slim entry with its file. */
function entry(name, file) {
  const [wasm, slim] = [
    weigh(
      readFileSync(fileURLToPath(import.meta.resolve(`calendiff/${file}`))),
    ),
    weigh(bundle(`${name}/slim`)),
  ];
  return {
    [file]: wasm,
    [`${name}/slim, JavaScript`]: slim,
    [`${name}/slim, both`]: slim.map((size, i) => size + wasm[i]),
    [name]: weigh(bundle(name)),
  };
}

/** Weighs each file and entry: bytes, gzip and brotli. Two files that are loaded are weighed as two. */
export function sizes() {
  return {
    ...entry("calendiff", "calendiff.wasm"),
    ...entry("calendiff/validate", "validate.wasm"),
    ...entry("calendiff/report", "report.wasm"),
    ...subpaths(),
  };
}

const FORMATS = `export { default as formats } from "ajv-formats";`;

/**
 * What a form would load in calendiff's place: a calendar's rules alone, and with what else is at hand. Each with what it
 * lacks beyond what all lack.
 */
const STACKS = [
  { name: "zod", code: MODULES.zod, lacks: "no diff, no merge" },
  { name: "zod/mini", code: MODULES["zod/mini"], lacks: "no diff, no merge" },
  { name: "valibot", code: MODULES.valibot, lacks: "no diff, no merge" },
  {
    name: "typebox",
    code: MODULES.typebox,
    lacks: "no diff, no merge; of several faults of a rule it tells one",
  },
  {
    name: "ajv",
    code: MODULES.ajv,
    lacks: "no diff, no merge; does not start where a page forbids eval",
  },
  { name: "ajv + ajv-formats", code: MODULES.ajv + FORMATS, lacks: "as ajv" },
  {
    name: "ajv, standalone code",
    code: standalone(),
    lacks:
      "no diff, no merge; blind to six of the forty faults of `xtask peers`",
  },
  {
    name: "zod + jsondiffpatch + node-diff3",
    code: `${MODULES.zod} export { create } from "jsondiffpatch"; export { diff3Merge } from "node-diff3";`,
    lacks: "merges lists of lines, not records",
  },
  {
    name: "ajv + ajv-formats + fast-json-patch",
    code: `${MODULES.ajv} ${FORMATS} export { applyPatch, compare } from "fast-json-patch";`,
    lacks: "as ajv, no merge; its diff knows list items by place alone",
  },
  {
    name: "valibot + microdiff",
    code: `${MODULES.valibot} export { default as diff } from "microdiff";`,
    lacks:
      "no merge, no patch to apply; its diff knows list items by place alone",
  },
];

/** What the peers weigh, in the same way. */
export async function peerSizes() {
  const weighed = STACKS.map(async ({ name, code }) => [
    name,
    weigh(await bundlePeer(code)),
  ]);
  return Object.fromEntries(await Promise.all(weighed));
}

function print(heading, rows) {
  const row = (name, cells) =>
    console.log(
      name.padEnd(38) + cells.map((cell) => String(cell).padStart(12)).join(""),
    );
  row(heading, ["bytes", "gzip -9", "brotli -11"]);
  for (const [name, cells] of Object.entries(rows))
    row(
      name,
      cells.map((size) => size.toLocaleString("en")),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  print("calendiff", sizes());
  console.log();
  print("peers, for a calendar's rules", await peerSizes());
  console.log(
    "\nNone of them fixes, normalizes, builds the body, says a change in words or knows a location. Beyond this:\n",
  );
  for (const { name, lacks } of STACKS)
    console.log(`${name.padEnd(38)}${lacks}`);
  console.log(
    `\n${measuredWith(["zod", "valibot", "typebox", "ajv", "ajv-formats", "jsondiffpatch", "node-diff3", "fast-json-patch", "microdiff"])}`,
  );
}
