/**
 * The peers from npm, for `cargo xtask peers`: a line of JSON in, a line of JSON out. "peers" names them, "schemas" gives the
 * JSON Schemas, and a draft with the number of a peer is returned what that peer finds, as places and words.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { calendar } from "calendiff";

import * as ajv from "./ajv.mjs";
import { inItsOwnWords, withAllRules, withSomeRules } from "./json-schema.mjs";
import * as valibot from "./valibot.mjs";
import * as zod from "./zod.mjs";
import * as zodMini from "./zod-mini.mjs";

const own = {
  name: "calendiff (npm)",
  package: "calendiff",
  files: [],
  check: (draft, stored) =>
    calendar
      .validate(draft, { stored })
      .issues.map(({ path, code }) => ({ path, says: code })),
};

/** A peer in its usual way and at its best, each with the files written for it and what its `compile` takes. */
const both = (name, { compile, findings }, ways) =>
  ways.map(({ files, given }, best) => {
    const find = compile(given);
    return {
      name: best ? `${name}, at its best` : name,
      package: name.split("/")[0],
      files,
      check: (draft) => findings(find(draft)),
    };
  });

const inCode = (file) =>
  [false, true].map((given) => ({
    files: [file, "patterns.mjs", "rules.mjs"],
    given,
  }));
const inJsonSchema = [
  {
    files: ["json-schema.mjs", "patterns.mjs", "ajv.mjs"],
    given: inItsOwnWords(),
  },
  {
    files: ["json-schema.mjs", "patterns.mjs", "ajv.mjs", "rules.mjs"],
    given: withAllRules(),
  },
];

const peers = [
  own,
  ...both("zod", zod, inCode("zod.mjs")),
  ...both("zod/mini", zodMini, inCode("zod-mini.mjs")),
  ...both("valibot", valibot, inCode("valibot.mjs")),
  ...both("ajv", ajv, inJsonSchema),
];

const version = (name) =>
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, "..", "node_modules", name, "package.json"),
      "utf8",
    ),
  ).version;
const about = ({ name, files, ...peer }) => ({
  name,
  files,
  package: peer.package,
  version: version(peer.package),
});

function answer(asked) {
  if (asked === "peers") return peers.map(about);
  if (asked === "schemas") return [inItsOwnWords(), withSomeRules()];
  return peers[asked.peer]
    .check(asked.draft, asked.stored)
    .map(({ path, says }) => ({ path: path.map(String), says }));
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(JSON.parse(line))));
