/** The JavaScript of both READMEs does what its comments say. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";

import * as calendiff from "calendiff";

const read = (...names) => readFileSync(join(import.meta.dirname, "..", "..", ...names), "utf8");
const readmes = [read("README.md"), read("pkg", "README.md")];
/** Those that print: the others show how something else is given what is ours. */
const examples = readmes.flatMap((readme) => [...readme.matchAll(/^```js\n(.*?)^```/gms)].map((match) => match[1])).filter((example) => example.includes("console.log"));

const AsyncFunction = (async () => {}).constructor;

test("there are examples", () => assert.equal(examples.length, 3));

for (const example of examples) {
  test("it prints what stands beside it", async () => {
    const printed = [];
    const console = { log: (...values) => printed.push(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ")) };
    const names = /^import \{ (.*) \} from "calendiff";$/m.exec(example)[1].split(", ");
    const body = example.replace(/^import .*$/m, "");
    await new AsyncFunction("console", ...names, body)(console, ...names.map((name) => calendiff[name]));
    assert.deepEqual(printed, [...example.matchAll(/\); \/\/ (.*)$/gm)].map((match) => match[1]));
  });
}
