/**
 * The page as a folder that any file server can give out: `cargo xtask page`. It works as it lies in `www/`, beside `pkg/`;
 * this is the same in few files, for slow lines. `node page-build.mjs <folder>`
 */

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WWW = join(ROOT, "www");

const beside = {
  name: "the package beside the page",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\.?\/pkg\// }, ({ path }) => ({ path: join(ROOT, path.replace(/^\.+/, "")) })),
};

/** Writes the page into a folder, in place of what is there. */
export async function buildPage(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const common = { bundle: true, minify: true, target: "es2022", charset: "utf8", outdir: folder, metafile: true };
  const { metafile } = await build({ ...common, entryPoints: [join(WWW, "page.js"), join(WWW, "many-worker.js")], format: "esm", splitting: true, chunkNames: "[name]-[hash]", plugins: [beside] });
  const html = readFileSync(join(WWW, "index.html"), "utf8");
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">\n/g)];
  await build({ ...common, stdin: { contents: sheets.map(([, name]) => `@import "./${name}";`).join("\n"), resolveDir: WWW, loader: "css" }, outdir: undefined, outfile: join(folder, "style.css") });
  for (const name of ["icon.svg", "as-file.js"]) copyFileSync(join(WWW, name), join(folder, name));
  // All that the page asks for is asked for at once; languages, reports, and what is for many records, by who wants them.
  const isLater = ({ entryPoint = "" }) => /www\/(words\/|many|page)|pkg\/report/.test(entryPoint);
  const chunks = Object.entries(metafile.outputs).filter(([, output]) => !isLater(output)).map(([path]) => basename(path));
  const preload = chunks.map((name) => `<link rel="modulepreload" href="${name}" fetchpriority="low">\n`).join("");
  const [first, ...rest] = sheets.map(([link]) => link);
  const written = rest.reduce((html, link) => html.replace(link, ""), html).replace(first, `<link rel="stylesheet" href="style.css">\n${preload}`);
  writeFileSync(join(folder, "index.html"), written);
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`the page is in ${await buildPage(process.argv[2] ?? join(ROOT, "target/page"))}`);
