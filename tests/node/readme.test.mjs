/** The JavaScript of the READMEs and of the guide runs, and prints what its comments say. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

import { blocks, markdown } from "./markdown.mjs";

const run = promisify(execFile);

/** Those with a comment behind a line that prints; what a listener prints stands behind the line that calls it. */
const expected = (code) =>
  [...code.matchAll(/[);}] \/\/ (\S.*)$/gm)].map(([, text]) => text);

const scripts = markdown.flatMap((file) =>
  blocks(file).filter(({ language }) => ["js", "cjs"].includes(language)),
);

test("there are scripts", () =>
  assert.ok(scripts.length > 20, String(scripts.length)));

for (const { file, line, language, code } of scripts) {
  test(`${file}:${line} prints what stands beside it`, async () => {
    const type = language === "js" ? "module" : "commonjs";
    const quiet = ["--no-warnings", "--stack-trace-limit=3"];
    const { stdout } = await run(
      process.execPath,
      [...quiet, `--input-type=${type}`, "--eval", code],
      { cwd: import.meta.dirname },
    );
    assert.deepEqual(stdout.split("\n").slice(0, -1), expected(code));
  });
}
