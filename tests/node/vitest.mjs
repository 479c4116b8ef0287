/** What the examples take of Vitest, said with Node's own runner. */

import assert from "node:assert/strict";

export { test } from "node:test";

export const expect = (value) => ({ toEqual: (other) => assert.deepEqual(value, other) });
