/** What can be said of the templates of examples/ without a browser. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./markdown.mjs";
import { commands, copiedOut, started, templates } from "./templates.mjs";

const EXAMPLES = join(ROOT, "examples");
const folders = readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "target").map(({ name }) => name);
const read = (...path) => readFileSync(join(EXAMPLES, ...path), "utf8");

test("each folder has a README that begins with two commands, and the list of examples names it", () => {
  for (const name of folders) {
    const [installs, runs] = commands(name);
    assert.match(installs, templates.includes(name) ? /^npm install$/ : /^(cargo build|rustup target add \S+ && cargo install \S+)$/, name);
    assert.match(runs, templates.includes(name) ? /^npm (start|test)$/ : /^cargo (run|test)$|^cargo build .* && wasm-bindgen /, name);
  }
  const listed = [...read("README.md").matchAll(/^\| \[`([\w.-]+)`\]/gm)].map(([, name]) => name);
  assert.deepEqual(listed.sort(), [...folders, ...readdirSync(EXAMPLES).filter((name) => name.endsWith(".rs"))].sort());
});

test("what several forms need, each has as the others do", () => {
  for (const file of ["style.css", "stored.js"]) {
    const having = folders.filter((name) => existsSync(join(EXAMPLES, name, file)));
    assert.ok(having.length >= 4, file);
    assert.deepEqual(having.filter((name) => read(name, file) !== read(having[0], file)), [], file);
  }
});

for (const name of templates.filter((name) => commands(name)[1] === "npm test")) {
  test(`${name}: its tests pass outside of the repository`, async () => {
    const { folder, end } = copiedOut(name);
    try {
      const { status, text } = await started(commands(name)[1], folder).ended;
      assert.equal(status, 0, text);
      assert.match(text, /Tests +2 passed/);
    } finally {
      end();
    }
  });
}
