/** The records of tests/fixtures: what is stored, a draft of it, and what is read back. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FIXTURES = join(import.meta.dirname, "..", "fixtures");

export function records() {
  const names = readdirSync(FIXTURES).filter((name) =>
    existsSync(join(FIXTURES, name, "stored.json")),
  );
  const cases = names.map((name) => {
    const read = (file) =>
      JSON.parse(readFileSync(join(FIXTURES, name, file), "utf8"));
    const [stored, draft] = [read("stored.json"), read("draft.json")];
    return {
      kind: name.startsWith("location") ? "location" : "calendar",
      stored,
      draft,
      after: stored,
    };
  });
  if (cases.length === 0) throw new Error(`no records in ${FIXTURES}`);
  return cases;
}
