/** The declarations: what `types/` says of them holds, and they are those that the tables make. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { calendar, location } from "calendiff";

import { blocks, markdown } from "./markdown.mjs";

const TSC = join(import.meta.dirname, "node_modules", ".bin", "tsc");
const TYPES = join(import.meta.dirname, "types");

/** What the compiler has to say of a folder, nothing if all is well. */
function complaints(folder) {
  try {
    execFileSync(process.execPath, [TSC, "--pretty", "false", "-p", folder], {
      encoding: "utf8",
    });
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

function typed({ type, items, table, known }, without) {
  const simple = {
    text: "string",
    number: "number",
    integer: "number",
    boolean: "boolean",
  };
  if (known)
    return [
      ...known.map(({ value }) =>
        type === "text" ? JSON.stringify(value) : value,
      ),
      `(${simple[type]} & {})`,
    ].join(" | ");
  const object = () =>
    table ? written(table, without) : "{ [name: string]: Json }";
  if (type === "array") return `${simple[items] ?? object()}[]`;
  return simple[type] ?? object();
}

function check(lines, compilerOptions = {}, name = "made.ts") {
  const folder = mkdtempSync(join(TYPES, "made-"));
  try {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: "../tsconfig.json",
        compilerOptions,
        include: [name],
      }),
    );
    writeFileSync(join(folder, name), lines.join("\n"));
    return complaints(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is wrong where each of these pairs of types has to be the same type. */
const differences = (pairs) =>
  check([
    'import type { Calendar, CalendarUpdate, Json, LocationRecord, LocationUpdate } from "calendiff";',
    'import type { Equal, Expect } from "../equal.js";',
    ...pairs.map(
      ([name, text], i) =>
        `export type Pair${i} = Expect<Equal<${name}, ${text}>>;`,
    ),
  ]);

const tables = {
  CalendarUpdate: written(calendar.describe(), "response-only"),
  Calendar: written(calendar.describe()),
  LocationUpdate: written(location.describe(), "response-only"),
  LocationRecord: written(location.describe()),
};

test("what the tests of types say holds", () =>
  assert.equal(complaints(TYPES), ""));

test("the declarations have the members of the tables, of their types, and no others", () =>
  assert.equal(differences(Object.entries(tables)), ""));

test("a member more, one less, or one of another type would be noticed, however deep", () => {
  const changed = [
    ["slug?: string; ", ""],
    ["slug?: string;", "slug?: string; color?: string;"],
    ["openMinute: number", "openMinute: string"],
    ["userId: string", "userId?: string"],
    ['"mins" | ', ""],
  ];
  const others = changed.map(([from, to]) => [
    "CalendarUpdate",
    tables.CalendarUpdate.replace(from, to),
  ]);
  const found =
    differences(others).match(/does not satisfy the constraint 'true'/g) ?? [];
  assert.equal(found.length, others.length);
});

test("without the types of pages and of Node it compiles, declarations included", () => {
  const alone = [
    'import { calendar, sandbox } from "calendiff";',
    'import { init, initSync } from "calendiff/slim";',
    'import { calendar as judged } from "calendiff/validate";',
    'import * as light from "calendiff/validate/slim";',
    'import { calendar as reported } from "calendiff/report";',
    'import * as lightReports from "calendiff/report/slim";',
    'import { bind } from "calendiff/dom";',
    'import { tree } from "calendiff/issues";',
    'import * as schemas from "calendiff/json-schema";',
    "tree(calendar.validate({}).issues);",
    "initSync(new Uint8Array(8)); void init(Promise.resolve(new ArrayBuffer(8)));",
    'void sandbox({}).fetch("http://localhost/calendars/1", { method: "PUT" });',
    "light.initSync(new Uint8Array(8)); tree(judged.validate({}, { stored: {} }).issues);",
    'const page: string = reported.html({}, {}, { mode: "changed" }) + lightReports.location.markdown({}, {});',
    "void [bind, schemas, page];",
  ];
  assert.equal(check(alone, { lib: ["es2022"] }), "");
  const inPages = [
    "const request: Promise<Response> = sandbox({}).fetch(new Request('http://localhost'), { method: 'PUT' });",
    "void init(fetch('calendiff.wasm')); void request;",
  ];
  assert.equal(
    check([...alone.slice(0, -1), ...inPages], { lib: ["es2022", "dom"] }),
    "",
  );
});

test("the pages of the guide in TypeScript are TypeScript as they are", () => {
  const components = markdown.flatMap((file) =>
    blocks(file).filter(
      ({ language, quoted }) => !quoted && language === "tsx",
    ),
  );
  assert.equal(components.length, 3);
  for (const { file, line, code } of components)
    assert.equal(
      check([code], { jsx: "react-jsx", types: ["react"] }, "made.tsx"),
      "",
      `${file}:${line}`,
    );
});

test("a form is freed by `using`, and a bound form says its body in a language", () => {
  const lines = [
    'import { calendar, type RecordForm } from "calendiff";',
    'import type { Bound } from "calendiff/dom";',
    "export function words(bound: Bound<object, object>) {",
    "  using form = calendar.form({});",
    '  return [form.getSnapshot().draft, bound.body({ mode: "changed", language: { words: {} } })];',
    "}",
    "const dispose = (form: RecordForm<object, object>): void => form[Symbol.dispose]();",
    "void dispose;",
  ];
  assert.equal(check(lines, { lib: ["es2022", "esnext.disposable"] }), "");
});

test("no type and no type parameter is named as a global", () => {
  const PACKAGE = join(import.meta.dirname, "node_modules", "calendiff");
  const declarations = [
    "index",
    "places",
    "slim",
    "validate",
    "validate-slim",
    "report",
    "report-slim",
    "dom",
    "issues",
    "fast-check",
    "json-schema",
    "react",
    "react-hook-form",
    "stream",
    "dist/records",
    "dist/codes",
  ];
  const text = declarations
    .map((name) => readFileSync(join(PACKAGE, `${name}.d.ts`), "utf8"))
    .join("\n");
  const declared = [
    ...text.matchAll(/^(?:export )?(?:declare )?(?:interface|type) (\w+)/gm),
  ].map(([, name]) => name);
  const parameters = [
    ...text.matchAll(/<([A-Z][^<>()=]*)[^<>()]*>(?=[({ ])/g),
  ].flatMap(([, list]) =>
    list.split(",").map((name) => name.trim().split(" ")[0]),
  );
  const names = [...new Set([...declared, ...parameters])].filter((name) =>
    /^[A-Z]\w*$/.test(name),
  );
  assert.ok(names.length > 60 && names.includes("StoredRecord"), names.join());
  // A global is known without an import; what is not known is an error.
  const unknown = check(
    names.map((name) => `export type ${name}_ = ${name};`),
    { lib: ["es2024", "dom"] },
  );
  const globals = names.filter(
    (name) => !unknown.includes(`Cannot find name '${name}'`),
  );
  assert.deepEqual(globals.sort(), []);
});
