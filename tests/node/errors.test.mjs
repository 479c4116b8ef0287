/** docs/errors.md lists the code of every error of the crate, the package and the command, and no other. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
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
    ...codes("src/ground/error.rs", /^ {4}\w+ = "(\w+)",?$/gm),
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
