/**
 * What the package and its peers make of edits. `cargo xtask bench diff` gives them on standard input,
 * `[[stored, wanted], …]`, and prints what comes back, `[{ name, cells: [{ operations, patch, right, micros }] }]`.
 */

import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

import { tools } from "./diff-tools.mjs";

/** In microseconds, of at least five runs, and of as many as a quarter of a second has room for. What takes seconds runs once. */
function median(run) {
  const times = [];
  const begun = performance.now();
  while (
    performance.now() - begun < 250 ||
    (times.length < 5 && times[0] < 1000)
  ) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] * 1000;
}

function cell(
  { diff, applied, count = ({ length }) => length },
  stored,
  wanted,
) {
  const made = diff(stored, wanted);
  const patch = JSON.stringify(made);
  let right = false;
  try {
    right = isDeepStrictEqual(
      applied(structuredClone(stored), JSON.parse(patch)),
      wanted,
    );
  } catch {
    // It does not apply.
  }
  return {
    operations: count(made),
    patch,
    right,
    micros: median(() => diff(stored, wanted)),
  };
}

const cases = JSON.parse(readFileSync(0, "utf8"));
const columns = Object.entries(tools).map(([name, tool]) => ({
  name,
  cells: cases.map((edit) => cell(tool, ...edit)),
}));
console.log(JSON.stringify(columns));
