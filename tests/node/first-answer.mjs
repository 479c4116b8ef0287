/** Prints how many milliseconds it takes from the import of a module to its first answer: `node first-answer.mjs MODULE DRAFT`. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, file] = process.argv.slice(2);
const draft = JSON.parse(readFileSync(file, "utf8"));
const { href } = pathToFileURL(module);

const start = performance.now();
const { check } = await import(href);
const found = check(draft);
const took = performance.now() - start;

if (found.length > 0)
  throw new Error(`the draft is valid, but there is ${JSON.stringify(found)}`);
console.log(took);
