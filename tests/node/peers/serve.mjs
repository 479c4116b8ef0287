/**
 * The peers from npm, for `cargo xtask peers`: a line of JSON in, a line of JSON out. "peers" names them, "schemas" gives the
 * JSON Schemas, and a draft with the number of a peer is answered with what that peer finds, as places and words.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { calendar } from "calendiff";

import { ajv } from "./ajv.mjs";
import { inItsOwnWords, withSomeRules } from "./json-schema.mjs";
import { valibot } from "./valibot.mjs";
import { zod } from "./zod.mjs";

const own = {
  name: "calendiff (npm)",
  package: "calendiff",
  files: [],
  check: (draft, stored) => calendar.validate(draft, { stored }).issues.map(({ path, code }) => ({ path, says: code })),
};
const peers = [own, ...zod, ...valibot, ...ajv];

const version = (name) => JSON.parse(readFileSync(join(import.meta.dirname, "..", "node_modules", name, "package.json"), "utf8")).version;
const about = ({ name, files, ...peer }) => ({ name, files, package: peer.package, version: version(peer.package) });

function answer(asked) {
  if (asked === "peers") return peers.map(about);
  if (asked === "schemas") return [inItsOwnWords(), withSomeRules()];
  return peers[asked.peer].check(asked.draft, asked.stored).map(({ path, says }) => ({ path: path.map(String), says }));
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
