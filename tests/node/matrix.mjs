/**
 * Imports the package, as it was packed, with every tool that it is said to work with, and prints a table. A cell counts
 * once the code that the tool made has run and answered. `cargo xtask matrix` packs, installs the tools, and runs this.
 */

import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { withPage } from "./browser.mjs";

const MATRIX = join(import.meta.dirname, "matrix");
const MODULES = join(MATRIX, "node_modules");
const run = promisify(execFile);

// The tools find the package where a project of its own would have it.
rmSync(join(MODULES, "calendiff"), { recursive: true, force: true });
cpSync(
  join(import.meta.dirname, "node_modules", "calendiff"),
  join(MODULES, "calendiff"),
  { recursive: true },
);

const versionOf = (name) =>
  JSON.parse(readFileSync(join(MODULES, name, "package.json"), "utf8")).version;

const ASK = 'calendar.validate({ eventColor: "#f00" }).issues[0].code';
const WANTED = "color_short";
const IMPORT = `import { calendar } from "calendiff";`;
const LOG = `${IMPORT}\nconsole.log(${ASK});\n`;
const SHOW = `${IMPORT}\ndocument.title = ${ASK};\n`;
const slim = (url) =>
  `import { calendar, init } from "calendiff/slim";\n${url}\nawait init(fetch(url));\ndocument.title = ${ASK};\n`;
const PAGE =
  '<!doctype html><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>';

/** Writes files into a new folder beside the tools. */
function project(files) {
  const folder = mkdtempSync(join(MATRIX, "made-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** What a program prints last. */
async function printed(program, args, cwd) {
  const { stdout } = await run(program, args, {
    cwd,
    timeout: 60_000,
    env: { ...process.env, NO_COLOR: "1" },
  });
  return stdout.trim().split("\n").at(-1);
}

/** What the page of a folder has as its title once it has answered. */
async function titled(folder, settings) {
  let title;
  await withPage(async (page, url) => (title = await shown(page, url)), {
    folders: { "/": folder },
    ...settings,
  });
  return title;
}

async function shown(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => document.title !== "", undefined, {
    timeout: 30_000,
  });
  return page.title();
}

/** The page of a server that a tool starts, on a port that was free. */
async function served(program, args, cwd) {
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(program, [...args, "--port", String(port)], {
    cwd,
    stdio: "ignore",
    detached: true,
  });
  try {
    for (let tries = 0; ; tries++) {
      if (
        await fetch(url).then(
          (response) => response.ok,
          () => false,
        )
      )
        break;
      if (tries === 300) throw new Error(`${program} serves nothing`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    let answers;
    await withPage(
      async (page) =>
        (answers = [
          await shown(page, url),
          await page.locator("body").innerText(),
        ]),
      { origins: [url] },
    );
    return answers;
  } finally {
    // It and the processes that it has started.
    process.kill(-child.pid);
  }
}

const bin = (name) => join(MODULES, ".bin", name);

// Its own script for after an install does not run here, so the program is where npm has put it.
const [oven] = readdirSync(join(MODULES, "@oven"));
const BUN = join(MODULES, "@oven", oven, "bin", "bun");

const NODES = [["Node", process.execPath, process.version.slice(1)]];
const VERSIONS = join(import.meta.dirname, "versions", "node_modules");
for (const name of readdirSync(VERSIONS).filter((name) =>
  /^node-\d+$/.test(name),
)) {
  const { version } = JSON.parse(
    readFileSync(join(VERSIONS, name, "package.json"), "utf8"),
  );
  NODES.push([
    "Node",
    join(VERSIONS, name, "bin", "node"),
    version.replace("v", ""),
  ]);
}

const { build } = await import(join(MODULES, "esbuild", "lib", "main.js")).then(
  (esbuild) => esbuild.default ?? esbuild,
);

async function bundled(contents, format) {
  const folder = project({ "in.js": contents, "index.html": PAGE });
  await build({
    entryPoints: [join(folder, "in.js")],
    outfile: join(folder, format === "cjs" ? "main.cjs" : "main.js"),
    bundle: true,
    minify: true,
    format,
    platform: format === "cjs" ? "node" : "browser",
  });
  return folder;
}

/** What a tool that did its work warned of. */
let note = "";

async function webpacked(contents) {
  const folder = project({ "in.js": contents, "index.html": PAGE });
  const { default: webpack } = await import(
    join(MODULES, "webpack", "lib", "index.js")
  );
  const settings = {
    mode: "production",
    context: folder,
    entry: "./in.js",
    output: { path: folder, filename: "main.js" },
  };
  const stats = await promisify(webpack)(settings);
  const { errors, warnings } = stats.toJson({
    all: false,
    errors: true,
    warnings: true,
  });
  if (errors.length > 0) throw new Error(errors[0].message);
  note = [
    ...new Set(warnings.map(({ message }) => message.split(":")[0])),
  ].join("; ");
  return folder;
}

async function vited(contents) {
  const folder = project({ "main.js": contents, "index.html": PAGE });
  await run(
    bin("vite"),
    ["build", "--target", "esnext", "--logLevel", "warn"],
    { cwd: folder },
  );
  return join(folder, "dist");
}

const csp = (policy) =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; ${policy}"><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>`;

async function withPolicy(policy) {
  const folder = await bundled(
    `${IMPORT}\ntry { document.title = ${ASK}; } catch ({ code }) { document.title = code; }`,
    "esm",
  );
  writeFileSync(join(folder, "index.html"), csp(policy));
  return folder;
}

async function worker(format) {
  const folder = await bundled(`${IMPORT}\npostMessage(${ASK});`, format);
  const type = format === "esm" ? '{ type: "module" }' : "{}";
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><link rel="icon" href="data:,"><script type="module">new Worker("./main.js", ${type}).onmessage = ({ data }) => (document.title = data);</script>`,
  );
  return folder;
}

async function next(flag) {
  const folder = project({
    "package.json": '{ "private": true }',
    "app/layout.js":
      "export const metadata = { icons: 'data:,' };\nexport default ({ children }) => <html><body>{children}</body></html>;",
    "app/page.js": `${IMPORT}\nimport { Client } from "./client";\nexport const dynamic = "force-dynamic";\nexport default () => <main><p>server {${ASK}}</p><Client /></main>;`,
    "app/client.js": `"use client";\n${IMPORT}\nimport { useEffect } from "react";\nexport function Client() { useEffect(() => { document.title = ${ASK}; }, []); return <p>client {${ASK}}</p>; }`,
    "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(MATRIX)} }, outputFileTracingRoot: ${JSON.stringify(MATRIX)} };`,
  });
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CI: "1" };
  await run(bin("next"), ["build", flag], {
    cwd: folder,
    env,
    timeout: 240_000,
  });
  const [title, text] = await served(
    bin("next"),
    ["start", "--hostname", "127.0.0.1"],
    folder,
  );
  return text.includes(`server ${WANTED}`) && text.includes(`client ${WANTED}`)
    ? title
    : text;
}

/** What a worker of Cloudflare's runtime answers, with the WebAssembly as a module beside it. */
async function edge(script) {
  const folder = project({
    "in.js": `${script}\nexport default { fetch() { try { return new Response(${ASK}); } catch ({ code, message }) { return new Response(\`\${code}: \${message}\`); } } };`,
  });
  await build({
    entryPoints: [join(folder, "in.js")],
    outfile: join(folder, "main.mjs"),
    bundle: true,
    format: "esm",
    external: ["*.wasm"],
  });
  const { Miniflare } = await import(
    join(MODULES, "miniflare", "dist", "src", "index.js")
  ).then((loaded) => loaded.default ?? loaded);
  const modules = [
    {
      type: "ESModule",
      path: "main.mjs",
      contents: readFileSync(join(folder, "main.mjs"), "utf8"),
    },
    {
      type: "CompiledWasm",
      path: "calendiff/calendiff.wasm",
      contents: readFileSync(
        join(MODULES, "calendiff", "dist", "calendiff.wasm"),
      ),
    },
  ];
  const worker = new Miniflare({ modules, compatibilityDate: "2026-01-01" });
  try {
    return await (await worker.dispatchFetch("http://edge/")).text();
  } finally {
    await worker.dispose();
  }
}

const VITE = ["Vite", versionOf("vite")];
const WEBPACK = ["webpack", versionOf("webpack")];
const ESBUILD = ["esbuild", versionOf("esbuild")];
const NEXT = ["Next", versionOf("next")];
// The guide's recipe for the edge.
const GUIDE = readFileSync(
  join(import.meta.dirname, "../../docs/guide/javascript.md"),
  "utf8",
);
const WORKERD = ["workerd", versionOf("workerd")];
const CHROMIUM = ["Chromium", undefined];

/** Tool, version, how it is tried, what gives the answer, and what that has to be where it is another. */
const CELLS = [
  ...NODES.flatMap(([tool, program, version]) => [
    [
      tool,
      version,
      "import",
      async () => printed(program, ["main.mjs"], project({ "main.mjs": LOG })),
    ],
    [
      tool,
      version,
      "require",
      async () =>
        printed(
          program,
          ["main.cjs"],
          project({
            "main.cjs": LOG.replace(
              IMPORT,
              'const { calendar } = require("calendiff");',
            ),
          }),
        ),
    ],
  ]),
  [
    "Deno",
    versionOf("deno"),
    "import, with node_modules",
    async () =>
      printed(
        bin("deno"),
        ["run", "--allow-read", "main.mjs"],
        project({ "main.mjs": LOG }),
      ),
  ],
  [
    "Bun",
    versionOf("bun"),
    "import",
    async () => printed(BUN, ["main.mjs"], project({ "main.mjs": LOG })),
  ],
  [
    "Bun",
    versionOf("bun"),
    "require",
    async () =>
      printed(
        BUN,
        ["main.cjs"],
        project({
          "main.cjs": LOG.replace(
            IMPORT,
            'const { calendar } = require("calendiff");',
          ),
        }),
      ),
  ],
  [
    ...ESBUILD,
    "bundle as a module, in a page",
    async () => titled(await bundled(SHOW, "esm")),
  ],
  [
    ...ESBUILD,
    "bundle as a script, in a page",
    async () => titled(await bundled(SHOW, "iife")),
  ],
  [
    ...ESBUILD,
    "bundle as CommonJS, in Node",
    async () =>
      printed(process.execPath, ["main.cjs"], await bundled(LOG, "cjs")),
  ],
  [...VITE, "build, in a page", async () => titled(await vited(SHOW))],
  [
    ...VITE,
    "build of slim, file by ?url, in a page",
    async () =>
      titled(
        await vited(slim('import url from "calendiff/calendiff.wasm?url";')),
      ),
  ],
  [
    ...VITE,
    "dev server, in a page",
    async () =>
      (
        await served(
          bin("vite"),
          ["--host", "127.0.0.1"],
          project({ "main.js": SHOW, "index.html": PAGE }),
        )
      )[0],
  ],
  [
    ...WEBPACK,
    "production build, in a page",
    async () => titled(await webpacked(SHOW)),
  ],
  [
    ...WEBPACK,
    "production build of slim, file by new URL, in a page",
    async () =>
      titled(
        await webpacked(
          slim(
            'const url = new URL("calendiff/calendiff.wasm", import.meta.url);',
          ),
        ),
      ),
  ],
  [
    ...NEXT,
    "build by Turbopack, server and client component",
    async () => next("--turbopack"),
  ],
  [
    ...NEXT,
    "build by webpack, server and client component",
    async () => next("--webpack"),
  ],
  [
    ...WORKERD,
    "slim, file imported as a module",
    async () => edge(GUIDE.match(/^```mjs\n(.*?)^```$/ms)[1]),
  ],
  [
    ...WORKERD,
    "import: refused, and led to slim",
    async () =>
      (await edge(IMPORT)).replace(
        /^(wasm_blocked): .*calendiff\/slim.*/,
        "$1",
      ),
    "wasm_blocked",
  ],
  [...CHROMIUM, "module worker", async () => titled(await worker("esm"))],
  [...CHROMIUM, "classic worker", async () => titled(await worker("iife"))],
  [
    ...CHROMIUM,
    "page with script-src 'self' 'wasm-unsafe-eval'",
    async () =>
      titled(await withPolicy("script-src 'self' 'wasm-unsafe-eval'")),
  ],
  [
    ...CHROMIUM,
    "page with script-src 'self' alone: refused with a code",
    async () =>
      titled(await withPolicy("script-src 'self'"), { strict: false }),
    "wasm_blocked",
  ],
];

let chromium;
await withPage(async (page) => (chromium = page.context().browser().version()));

const only = process.argv.slice(2);
const chosen = CELLS.filter(
  ([tool]) => only.length === 0 || only.includes(tool.toLowerCase()),
);
const width = Math.max(...chosen.map(([, , how]) => how.length));
const row = (...cells) =>
  console.log(
    cells.map((cell, i) => cell.padEnd([10, 16, width + 2, 0][i])).join(""),
  );

row("tool", "version", "how", "result");
let failed = 0;
try {
  for (const [
    tool,
    version = chromium,
    how,
    answer,
    wanted = WANTED,
  ] of chosen) {
    let result;
    note = "";
    try {
      const given = await answer();
      result = given === wanted ? "works" : `answers ${JSON.stringify(given)}`;
    } catch (error) {
      if (/ERR_REQUIRE_ESM/.test(error.stderr)) {
        row(
          tool,
          version,
          how,
          "not in this version, which cannot require modules",
        );
        continue;
      }
      result = `fails: ${
        `${error.stderr || error.message}`
          .trim()
          .split("\n")
          .find((line) => /error/i.test(line)) ?? error.message.split("\n")[0]
      }`;
    }
    if (result !== "works") failed++;
    row(tool, version, how, note ? `${result}; it warns: ${note}` : result);
  }
} finally {
  for (const name of readdirSync(MATRIX).filter((name) =>
    name.startsWith("made-"),
  ))
    rmSync(join(MATRIX, name), { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
