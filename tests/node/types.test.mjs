/** The declarations: what `types/` says of them holds, and they are those that the tables make. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { calendar, location } from "calendiff";

const TSC = join(import.meta.dirname, "node_modules", ".bin", "tsc");
const TYPES = join(import.meta.dirname, "types");

/** What the compiler has to say of a folder, nothing if all is well. */
function complaints(folder) {
  try {
    execFileSync(process.execPath, [TSC, "--pretty", "false", "-p", folder], { encoding: "utf8" });
    return "";
  } catch (failed) {
    if (!failed.stdout) throw failed;
    return failed.stdout;
  }
}

/** The type of a table's objects, written out, without members of this `access`. */
function written({ members }, without) {
  const rows = members.filter(({ access }) => access !== without);
  return `{ ${rows.map((member) => `${member.name}${member.required ? "" : "?"}: ${typed(member, without)};`).join(" ")} }`;
}

function typed({ type, items, table }, without) {
  const simple = { text: "string", number: "number", integer: "number", boolean: "boolean" };
  const object = () => (table ? written(table, without) : "{ [name: string]: Json }");
  if (type === "array") return `${simple[items] ?? object()}[]`;
  return simple[type] ?? object();
}

function check(lines) {
  const folder = mkdtempSync(join(TYPES, "made-"));
  try {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../tsconfig.json", include: ["*.ts"] }));
    writeFileSync(join(folder, "tables.ts"), lines.join("\n"));
    return complaints(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is wrong where each of these pairs of types has to be the same type. */
const differences = (pairs) =>
  check([
    'import type { Calendar, CalendarUpdate, Json, Location, LocationUpdate } from "calendiff";',
    'import type { Equal, Expect } from "../equal.js";',
    ...pairs.map(([name, text], i) => `export type Pair${i} = Expect<Equal<${name}, ${text}>>;`),
  ]);

const tables = {
  CalendarUpdate: written(calendar.describe(), "response-only"),
  Calendar: written(calendar.describe()),
  LocationUpdate: written(location.describe(), "response-only"),
  Location: written(location.describe()),
};

test("what the tests of types say holds", () => assert.equal(complaints(TYPES), ""));

test("the declarations have the members of the tables, of their types, and no others", () => assert.equal(differences(Object.entries(tables)), ""));

test("a member more, one less, or one of another type would be noticed, however deep", () => {
  const changed = [["slug?: string; ", ""], ["slug?: string;", "slug?: string; color?: string;"], ["openMinute: number", "openMinute: string"], ["userId: string", "userId?: string"]];
  const others = changed.map(([from, to]) => ["CalendarUpdate", tables.CalendarUpdate.replace(from, to)]);
  const found = differences(others).match(/does not satisfy the constraint 'true'/g) ?? [];
  assert.equal(found.length, others.length);
});
