/** What can be said of the templates of examples/ without a browser. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./markdown.mjs";
import { commands, copiedOut, started, templates } from "./templates.mjs";

const EXAMPLES = join(ROOT, "examples");
const folders = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "target")
  .map(({ name }) => name);
const read = (...path) => readFileSync(join(EXAMPLES, ...path), "utf8");

test("each folder has a README that begins with two commands, and the list of examples names it", () => {
  for (const name of folders) {
    const [installs, runs] = commands(name);
    assert.match(
      installs,
      templates.includes(name)
        ? /^npm install$/
        : /^(cargo build|rustup target add \S+ && cargo install \S+)$/,
      name,
    );
    assert.match(
      runs,
      templates.includes(name)
        ? /^npm (start|test)$/
        : /^cargo (run|test)$|^cargo build .* && wasm-bindgen /,
      name,
    );
  }
  const listed = [...read("README.md").matchAll(/^\| \[`([\w.-]+)`\]/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    listed.sort(),
    [
      ...folders,
      ...readdirSync(EXAMPLES).filter((name) => name.endsWith(".rs")),
    ].sort(),
  );
});

test("what several forms need, each has as the others do", () => {
  const shared = {
    "style.css": 5,
    "service.ts": 3,
    "tsconfig.json": 3,
    "save.ts": 2,
    "Hours.tsx": 2,
    "Findings.tsx": 2,
  };
  for (const [file, count] of Object.entries(shared)) {
    // The form of calendiff saves, and has its hours, in a way of its own.
    const having = folders.filter(
      (name) =>
        existsSync(join(EXAMPLES, name, file)) &&
        (count > 2 || name !== "react-form"),
    );
    assert.equal(having.length, count, file);
    assert.deepEqual(
      having.filter((name) => read(name, file) !== read(having[0], file)),
      [],
      file,
    );
  }
});

test("the forms in TypeScript have no error in the strictest settings, and each builds", async () => {
  for (const name of folders.filter((name) =>
    existsSync(join(EXAMPLES, name, "tsconfig.json")),
  )) {
    const { compilerOptions } = JSON.parse(read(name, "tsconfig.json"));
    for (const option of [
      "strict",
      "exactOptionalPropertyTypes",
      "noUncheckedIndexedAccess",
    ])
      assert.equal(compilerOptions[option], true, `${name}: ${option}`);
    const { folder, end } = copiedOut(name);
    try {
      const { status, text } = await started("npm run build", folder).ended;
      assert.equal(status, 0, text);
    } finally {
      end();
    }
  }
});

for (const name of templates.filter(
  (name) => commands(name)[1] === "npm test",
)) {
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
