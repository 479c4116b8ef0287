/** The package and its peers, each with how it diffs and how its patches are applied. */

import { apply, calendar } from "calendiff";
import fastJsonPatch from "fast-json-patch";
import * as jsondiffpatch from "jsondiffpatch";
import * as jsonpatchFormatter from "jsondiffpatch/formatters/jsonpatch";
import microdiff from "microdiff";
import * as rfc6902 from "rfc6902";

/** As one who knows these records would set it up: items by what they are, the rest by position. */
export const differ = jsondiffpatch.create({
  objectHash: ({ userId, date }, index) => userId ?? date ?? `at ${index}`,
});

/**
 * Each with `diff`, and `applied`, which gives the document that its patch leads to and may change what it is given;
 * `count` where the patch is no list.
 */
export const tools = {
  "in npm": {
    diff: (stored, wanted) =>
      calendar.diff(stored, wanted, { absent: "remove", by: "spelling" }).patch,
    applied: apply,
  },
  "fast-json-patch": {
    diff: (stored, wanted) => fastJsonPatch.compare(stored, wanted),
    applied: applyStrictly,
  },
  rfc6902: {
    diff: (stored, wanted) => rfc6902.createPatch(stored, wanted),
    applied: applyStrictly,
  },
  microdiff: {
    diff: (stored, wanted) => microdiff(stored, wanted),
    applied: applyDifferences,
  },
  jsondiffpatch: {
    diff: (stored, wanted) =>
      jsonpatchFormatter.format(differ.diff(stored, wanted)),
    applied: applyStrictly,
  },
  "its delta": {
    diff: (stored, wanted) => differ.diff(stored, wanted),
    applied: (document, delta) => differ.patch(document, delta),
    count: leaves,
  },
};

/** Not by the tool's own means: a patch is for whoever understands RFC 6902. */
function applyStrictly(document, operations) {
  return fastJsonPatch.applyPatch(document, operations, true).newDocument;
}

/** microdiff only tells differences. Values are set first; what is removed from an array goes from its end. */
function applyDifferences(document, differences) {
  const last = ({ path }) => path.at(-1);
  const parent = ({ path }) =>
    path.slice(0, -1).reduce((value, step) => value[step], document);
  for (const difference of differences.filter(
    ({ type }) => type !== "REMOVE",
  )) {
    parent(difference)[last(difference)] = difference.value;
  }
  for (const difference of differences
    .filter(({ type }) => type === "REMOVE")
    .reverse()) {
    const from = parent(difference);
    if (Array.isArray(from)) from.splice(last(difference), 1);
    else delete from[last(difference)];
  }
  return document;
}

/** How many values a delta of jsondiffpatch adds, changes, removes or moves. */
function leaves(delta) {
  if (Array.isArray(delta)) return 1;
  const inside = Object.entries(delta).filter(([name]) => name !== "_t");
  return inside.reduce((sum, [, delta]) => sum + leaves(delta), 0);
}
