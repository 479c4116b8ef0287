import assert from "node:assert/strict";
import { test } from "node:test";

import { markdown, read } from "./markdown.mjs";
import { peerSizes, sizes } from "./size.mjs";

/**
 * Bytes, compressed by gzip. Whoever raises one says in the commit what the bytes are for. A standard library built
 * for size, as with Debian's packages, makes it smaller by a fifth than one that came ready-made.
 */
const CEILINGS = {
  "calendiff/slim, both": 304_600,
  calendiff: 305_800,
  "calendiff/validate/slim, both": 117_500,
  "calendiff/validate": 118_700,
  "calendiff/report/slim, both": 172_700,
  "calendiff/report": 173_900,
  "calendiff/dom": 3_400,
  "calendiff/fast-check": 7_950,
  "calendiff/issues": 520,
  "calendiff/react": 1_900,
  "calendiff/react-hook-form": 900,
};

const measured = sizes();

for (const [entry, ceiling] of Object.entries(CEILINGS)) {
  test(`${entry} weighs at most ${ceiling} bytes`, () => {
    const [, gzip] = measured[entry];
    assert.ok(
      gzip <= ceiling,
      `${gzip} bytes: find what grew with \`cargo xtask size\`, or raise CEILINGS here`,
    );
  });
}

/** The sentences of the documentation that say what something weighs in kB by gzip: what each of their figures is of. */
const SAID = [
  {
    pattern: /(\d+) kB by gzip instead of (\d+)/g,
    of: ["calendiff/validate", "calendiff"],
    times: 2,
  },
  {
    pattern: /`calendiff\/report` makes .*? weighs (\d+) kB by gzip/g,
    of: ["calendiff/report"],
    times: 1,
  },
  {
    pattern:
      /By gzip the package weighs (\d+) kB .*? `calendiff\/validate` (\d+), of which its WebAssembly is (\d+)\./g,
    of: ["calendiff", "calendiff/validate", "validate.wasm"],
    times: 1,
  },
  {
    pattern: /valibot weighs (\d+) kB, zod (\d+) and ajv (\d+)\./g,
    of: ["valibot", "zod", "ajv"],
    times: 1,
  },
  {
    pattern: /the npm package's (\d+) kB/g,
    of: ["calendiff.wasm"],
    times: 1,
  },
];
/** The weight of leptos-form is that of another build. */
const ELSEWHERE = /\d+ kB by gzip, Leptos and six languages included/g;

test("the documentation says what is measured, within 1 kB", async () => {
  const weighed = { ...measured, ...(await peerSizes()) };
  const pages = markdown
    .filter((file) => file !== "CHANGELOG.md")
    .map((file) => ({ file, text: read(file).replace(/\s+/g, " ") }));
  const wrong = [];
  for (const { pattern, of, times } of SAID) {
    const found = pages.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map(([, ...figures]) => ({ file, figures })),
    );
    assert.equal(found.length, times, String(pattern));
    for (const { file, figures } of found) {
      for (const [i, figure] of figures.entries()) {
        const kilobytes = weighed[of[i]][1] / 1000;
        if (Math.abs(figure - kilobytes) > 1)
          wrong.push(
            `${file}: ${of[i]} weighs ${kilobytes.toFixed(1)} kB, not ${figure}`,
          );
      }
    }
  }
  assert.deepEqual(wrong, []);
  // No other sentence has such a figure.
  for (const { file, text } of pages) {
    const rest = [...SAID.map(({ pattern }) => pattern), ELSEWHERE].reduce(
      (rest, pattern) => rest.replace(pattern, ""),
      text,
    );
    assert.doesNotMatch(rest, /\d+ kB by gzip|[Bb]y gzip [^.]*?\d+ kB/, file);
  }
});
