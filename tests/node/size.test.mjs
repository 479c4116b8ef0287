import assert from "node:assert/strict";
import { test } from "node:test";

import { sizes } from "./size.mjs";

/** Bytes, compressed by gzip. Whoever raises one says in the change log what the bytes are for. */
const CEILINGS = { "calendiff/slim, both": 140_000, "calendiff": 142_000 };

const measured = sizes();

for (const [entry, ceiling] of Object.entries(CEILINGS)) {
  test(`${entry} weighs at most ${ceiling} bytes`, () => {
    const [, gzip] = measured[entry];
    assert.ok(gzip <= ceiling, `${gzip} bytes: find what grew with \`cargo xtask size\`, or raise CEILINGS here`);
  });
}
