/**
 * The package's README has a table of its sizes by gzip. A figure that is more than 3 % off fails here, in either direction.
 * `BLESS=1 node --test tests/node/size.test.mjs` writes the table; say in the commit what the bytes are for.
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./markdown.mjs";
import { peerSizes, sizes } from "./size.mjs";

const SLACK = 0.03;
const README = join(ROOT, "pkg", "README.md");
const TABLE = /(?<=<!-- sizes -->\n).*?(?=<!-- end -->)/s;
const ENTRIES = [
  "calendiff",
  "calendiff/validate",
  "calendiff/report",
  "calendiff/dom",
  "calendiff/fast-check",
  "calendiff/issues",
  "calendiff/react",
  "calendiff/react-hook-form",
];
const PEERS = ["valibot", "zod", "ajv"];

const measured = sizes();
const peers = await peerSizes();
const rows = [
  ...ENTRIES.map((entry) => [`\`${entry}\``, measured[entry][1]]),
  ...PEERS.map((peer) => [`${peer}, for a calendar's rules`, peers[peer][1]]),
];

if (process.env.BLESS) {
  const lines = rows.map(
    ([name, bytes]) => `| ${name} | ${(bytes / 1000).toPrecision(3)} |\n`,
  );
  const table = `| minified, by gzip | kB |\n|---|---:|\n${lines.join("")}`;
  writeFileSync(README, readFileSync(README, "utf8").replace(TABLE, table));
}

const [table] = TABLE.exec(readFileSync(README, "utf8"));
const shown = new Map(
  [...table.matchAll(/^\| (.+) \| ([\d.]+) \|$/gm)].map(([, name, kB]) => [
    name,
    kB * 1000,
  ]),
);

/** A standard library that came ready-made makes WebAssembly larger by a fifth than one built for size, as Debian's is. */
const isForSize = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "node_modules/calendiff/dist/build.json"),
    "utf8",
  ),
).compiler.includes("built from a source tarball");

for (const [name, bytes] of rows) {
  const hasWasm = /^`calendiff(\/validate|\/report)?`$/.test(name);
  test(
    `${name}: the README shows what it weighs, within 3 %`,
    { skip: hasWasm && !isForSize && "the standard library came ready-made" },
    () =>
      assert.ok(
        Math.abs(bytes / shown.get(name) - 1) <= SLACK,
        `${bytes} bytes, and the README shows ${shown.get(name)}: find what grew with \`cargo xtask size\`, or let BLESS=1 write it`,
      ),
  );
}
