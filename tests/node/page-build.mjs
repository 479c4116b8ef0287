/**
 * The page as a folder that any file server can give out: `cargo xtask page`. It works as it lies in `www/`, beside `pkg/`;
 * this is the same in few files, for slow lines. `node page-build.mjs <folder> <address>`; the address, where the folder will lie, is
 * for previews of links to it, whose picture needs one
 */

import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WWW = join(ROOT, "www");

const beside = {
  name: "the package beside the page",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\/pkg\// }, ({ path }) => ({
      path: join(ROOT, path.replace(/^\.+/, "")),
    })),
};

/** The guide, where the page looks for it. */
const GUIDE = '"guide/index.html"';

/**
 * Puts a wrapper around each part that comes later, which imports the page as well: all that the page has at once is then in
 * what every part has in common, and so in one file. Languages are not such parts: a worker loads them too.
 */
const later = {
  name: "parts that come later",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\/.+\.js$/ }, ({ path, kind, resolveDir }) =>
      kind === "dynamic-import" && resolveDir !== join(WWW, "words")
        ? { path: join(resolveDir, path), namespace: "later" }
        : undefined,
    );
    onLoad({ filter: /./, namespace: "later" }, ({ path }) => ({
      contents: `import "${relative(dirname(path), join(WWW, "page.js"))}";\nexport * from "./${basename(path)}";`,
      resolveDir: dirname(path),
    }));
  },
};

/** The modules that a visit begins with: the page, and the package. */
const FIRST = [/www\/page\.js$/, /pkg\/index\.js$/];
const startOf = (outputs) =>
  FIRST.map((name) =>
    Object.keys(outputs).find((path) =>
      name.test(outputs[path].entryPoint ?? ""),
    ),
  );

/** Returns files with all that they import, but what they import later. */
function atOnce(outputs, paths, all = new Set()) {
  for (const path of paths) {
    if (all.has(path)) continue;
    all.add(path);
    atOnce(
      outputs,
      outputs[path].imports
        .filter(({ kind }) => kind === "import-statement")
        .map(({ path }) => path),
      all,
    );
  }
  return all;
}

/**
 * Writes the page into a folder and replaces its content. `guide` is the way from there to the guide, if it is elsewhere;
 * `address` is that of the published folder.
 */
export async function buildPage(folder, guide, address) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const common = {
    bundle: true,
    minify: true,
    target: "es2022",
    charset: "utf8",
    outdir: folder,
    metafile: true,
  };
  const { metafile } = await build({
    ...common,
    entryPoints: [join(WWW, "page.js"), join(WWW, "many/many-worker.js")],
    entryNames: "[name]",
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    plugins: [beside, later],
  });
  const html = readFileSync(join(WWW, "index.html"), "utf8");
  const sheets = [
    ...html.matchAll(/<link rel="stylesheet" href="([^"]+)">\n/g),
  ];
  await build({
    ...common,
    stdin: {
      contents: sheets.map(([, name]) => `@import "./${name}";`).join("\n"),
      resolveDir: WWW,
      loader: "css",
    },
    outdir: undefined,
    outfile: join(folder, "style.css"),
  });
  for (const name of ["icon.svg", "card.png", "as-file.js", "as-file-words.js"])
    copyFileSync(join(WWW, name), join(folder, name));
  // What the first screen and a plain edit need is asked for at once, the package too; the rest by whoever wants it.
  const [page, core] = startOf(metafile.outputs);
  const chunks = [...atOnce(metafile.outputs, [page, core])]
    .filter((path) => path !== page)
    .map((path) => basename(path));
  const preload = chunks
    .map(
      (name) =>
        `<link rel="modulepreload" href="${name}" fetchpriority="low">\n`,
    )
    .join("");
  const [sheet, ...others] = sheets.map(([link]) => link);
  const written = others
    .reduce((html, link) => html.replace(link, ""), html)
    .replace(sheet, `<link rel="stylesheet" href="style.css">\n${preload}`);
  const addressed = address
    ? written.replace(
        /(<meta property="og:image" content=")([^"]+)/,
        (_, meta, name) => meta + new URL(name, address).href,
      )
    : written;
  writeFileSync(join(folder, "index.html"), addressed);
  if (guide) leadTo(guide, folder);
  return folder;
}

/** Returns what a visit loads at once from the folder of a page: each file with its bytes, compressed by gzip. */
export function weighed(folder) {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const names = [
    "index.html",
    ...[...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => name),
  ];
  return new Map(
    names.map((name) => [
      name,
      gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
    ]),
  );
}

function leadTo(guide, folder) {
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name));
  const leading = scripts.filter((file) =>
    readFileSync(file, "utf8").includes(GUIDE),
  );
  if (leading.length === 0)
    throw new Error(`no script of the page leads to ${GUIDE}`);
  for (const file of leading)
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll(GUIDE, JSON.stringify(guide)),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(
    `the page is in ${await buildPage(process.argv[2] ?? join(ROOT, "target/page"), undefined, process.argv[3])}`,
  );
