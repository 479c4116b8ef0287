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

test("there are examples", () => assert.equal(examples.length, 5));

for (const example of examples) {
  test("it prints what stands beside it", async () => {
    const printed = [];
    const console = { log: (...values) => printed.push(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ")) };
    const names = /^import \{ (.*) \} from "calendiff";$/m.exec(example)[1].split(", ");
    const languages = [...example.matchAll(/^import (\w+) from "(calendiff\/languages\/\w+)";$/gm)];
    const body = example.replace(/^import .*$/gm, "");
    const imported = await Promise.all(languages.map(async ([, , from]) => (await import(from)).default));
    const own = [...names.map((name) => calendiff[name]), ...imported];
    await new AsyncFunction("console", ...names, ...languages.map(([, name]) => name), body)(console, ...own);
    assert.deepEqual(printed, [...example.matchAll(/\); \/\/ (.*)$/gm)].map((match) => match[1]));
  });
}
