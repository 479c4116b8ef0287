/** Measures the package as a bundler ships it. Run by itself, prints a table. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { buildSync } from "esbuild";

/** Bytes of one download: as they are, by `gzip -9`, by `brotli -11`. */
function weigh(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes, { params }).length];
}

/** The JavaScript that imports everything from one entry of the package and minifies to one module. */
function bundle(entry) {
  const { outputFiles } = buildSync({
    stdin: { contents: `export * from ${JSON.stringify(entry)}`, resolveDir: import.meta.dirname },
    bundle: true,
    external: ["fast-check", "react-hook-form"],
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0].contents;
}

/** What a subpath adds to the package, by itself; what it works with is not in it. */
function subpaths() {
  const ours = ["calendiff/dom", "calendiff/fast-check", "calendiff/issues", "calendiff/json-schema", "calendiff/react-hook-form"];
  return Object.fromEntries(ours.map((entry) => [entry, weigh(bundle(entry))]));
}

/** What there is to load, each with its bytes, gzip and brotli; what is loaded as two files is weighed as two. */
export function sizes() {
  const wasm = weigh(readFileSync(fileURLToPath(import.meta.resolve("calendiff/calendiff.wasm"))));
  const slim = weigh(bundle("calendiff/slim"));
  return {
    "calendiff.wasm": wasm,
    "calendiff/slim, JavaScript": slim,
    "calendiff/slim, both": slim.map((size, i) => size + wasm[i]),
    "calendiff": weigh(bundle("calendiff")),
    ...subpaths(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const row = (name, cells) => console.log(name.padEnd(28) + cells.map((cell) => String(cell).padStart(12)).join(""));
  row("", ["bytes", "gzip -9", "brotli -11"]);
  for (const [name, cells] of Object.entries(sizes())) row(name, cells.map((size) => size.toLocaleString("en")));
}
