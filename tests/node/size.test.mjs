import assert from "node:assert/strict";
import { test } from "node:test";

import { sizes } from "./size.mjs";

/**
 * Bytes, compressed by gzip. Whoever raises one says in the change log what the bytes are for. A standard library built
 * for size, as with Debian's packages, makes it smaller by a fifth than one that came ready-made.
 */
const CEILINGS = {
  "calendiff/slim, both": 241_000,
  "calendiff": 242_500,
  "calendiff/validate/slim, both": 90_500,
  "calendiff/validate": 91_500,
  "calendiff/report/slim, both": 125_000,
  "calendiff/report": 127_000,
  "calendiff/dom": 3_200,
  "calendiff/fast-check": 4_100,
  "calendiff/issues": 520,
  "calendiff/react-hook-form": 900,
};

const measured = sizes();

for (const [entry, ceiling] of Object.entries(CEILINGS)) {
  test(`${entry} weighs at most ${ceiling} bytes`, () => {
    const [, gzip] = measured[entry];
    assert.ok(gzip <= ceiling, `${gzip} bytes: find what grew with \`cargo xtask size\`, or raise CEILINGS here`);
  });
}
