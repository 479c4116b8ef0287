/**
 * docs/stability.md names every entry of the package and every name that its declarations export, and no other;
 * docs/errors.md does so with the codes of errors.
 */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
const PACKAGE = join(import.meta.dirname, "node_modules", "calendiff");
const { exports } = JSON.parse(
  readFileSync(join(PACKAGE, "package.json"), "utf8"),
);

const page = readFileSync(join(ROOT, "docs", "stability.md"), "utf8");
const rows = page
  .split("\n## The package\n")[1]
  .split("\n## ")[0]
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1);
const coded = (cell) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
const cells = rows.map((row) => row.split("|").slice(1, -1));
const isEntry = (name) => name === "calendiff" || name.startsWith("calendiff/");

/** The names that a file of declarations exports, with those that it passes on. */
function exported(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const own = [
    ...text.matchAll(
      /^export (?:declare )?(?:function|const|type|interface|class) (\w+)/gm,
    ),
  ].map(([, name]) => name);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
    ([, list]) => list.split(","),
  );
  const listed = lists
    .map((name) =>
      name
        .replace(/^\s*type /, "")
        .trim()
        .split(" as ")
        .pop(),
    )
    .filter(Boolean);
  const passed = [
    ...text.matchAll(/^export (?:type )?\* from "([^"]+)"/gm),
  ].flatMap(([, from]) =>
    exported(join(dirname(file), from.replace(/\.js$/, ".d.ts")), seen),
  );
  return [...own, ...listed, ...passed];
}

test("every entry is in the table", () => {
  const entries = Object.keys(exports).map(
    (entry) => `calendiff${entry.slice(1)}`,
  );
  const listed = cells
    .flatMap(([what, names]) => [...coded(what), ...coded(names)])
    .filter(isEntry);
  assert.deepEqual([...new Set(listed)].sort(), entries.sort());
});

test("every exported name is in the table, and each in it is exported", () => {
  const declarations = Object.values(exports)
    .map(({ types }) => types)
    .filter(Boolean);
  const names = new Set(
    declarations.flatMap((types) => exported(join(PACKAGE, types))),
  );
  const listed = cells
    .flatMap(([, names]) => coded(names))
    .filter((name) => !isEntry(name) && name !== "slim" && name !== "validate");
  assert.ok(names.size > 100, String(names.size));
  assert.deepEqual([...new Set(listed)].sort(), [...names].sort());
});

test("each row makes one of the three promises", () => {
  for (const [what, , promise] of cells)
    assert.ok(
      ["stable", "grows", "experimental"].includes(promise.trim()),
      what,
    );
});

test("docs/errors.md has the code of every error of the crate, the package and the command, and no other", () => {
  const codes = (file, ...patterns) =>
    patterns.flatMap((pattern) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(pattern)].map(
        ([, code]) => code,
      ),
    );
  // The faults that fast-check.js plants are issues.
  const modules = readdirSync(join(ROOT, "pkg")).filter(
    (name) => name.endsWith(".js") && name !== "fast-check.js",
  );
  const thrown = new Set([
    ...codes("src/ground/error.rs", / => "(\w+)",/g),
    ...codes("src/faces/typed/mod.rs", /Typed \{\s*code: "(\w+)"/g),
    ...codes("cli/src/failure.rs", /^ {12}Self::.* => "(\w+)",$/gm),
    ...["failure", "request", "run", "stream/record"].flatMap((name) =>
      codes(`cli/src/${name}.rs`, /Failure::Record\([^";]*?"(\w+)"/g),
    ),
    ...codes(
      "cli/src/stream/record.rs",
      /(?:fail|=> )\(\s*"(\w+)",\s/g,
      /const NO_PARTNER: &str = "(\w+)"/g,
    ),
    ...codes("cli/src/validate.rs", /\("(\w+)", Severity::/g),
    ...modules.flatMap((name) =>
      codes(
        join("pkg", name),
        /failure\(\s*"(\w+)"/g,
        /\bcode:\s*"(\w+)"/g,
        /error\.code\s*:\s*"(\w+)"/g,
      ),
    ),
  ]);
  const listed = codes("docs/errors.md", /^\| `(\w+)` \|/gm);
  assert.ok(listed.length > 50, String(listed.length));
  assert.deepEqual(listed.sort(), [...thrown].sort());
});
