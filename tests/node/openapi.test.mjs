/** The description in OpenAPI that the package ships: valid, and a client that is generated from it works. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { validate } from "@readme/openapi-parser";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { calendar, sandbox } from "calendiff";
import openapiDescription from "calendiff/openapi.json" with { type: "json" };
import { transformSync } from "esbuild";

import { blocks, markdown } from "./markdown.mjs";

const CLIENT = join(import.meta.dirname, "openapi");
const description = () => structuredClone(openapiDescription);

test("it is valid by the official schema of OpenAPI 3.1", () => {
  const official = createRequire(import.meta.url).resolve(
    "@seriousme/openapi-schema-validator/schemas/v3.1/schema.json",
  );
  const ajv = addFormats(new Ajv2020({ strict: false }));
  const valid = ajv.compile(JSON.parse(readFileSync(official, "utf8")));
  assert.ok(valid(description()), JSON.stringify(valid.errors));
  assert.equal(valid({ ...description(), paths: [] }), false);
});

test("two validators take it, and refuse one with a reference that leads nowhere", async () => {
  const seriousme = new Validator();
  assert.deepEqual(await seriousme.validate(description()), { valid: true });
  assert.equal(seriousme.version, "3.1");
  const { valid, warnings } = await validate(description());
  assert.deepEqual([valid, warnings], [true, []]);
  const broken = description();
  broken.components.schemas.Calendar.properties.recurring.$ref =
    "#/components/schemas/Nothing";
  await assert.rejects(async () => {
    const result = await validate(broken);
    if (!result.valid) throw new Error("refused");
  });
});

test("a client generated from it compiles, and works against the sandbox", async () => {
  const made = ["api.d.ts", "client.made.mjs"].map((name) =>
    join(CLIENT, name),
  );
  after(() => made.forEach((file) => rmSync(file, { force: true })));
  const { default: generate, astToString } = await import(
    pathToFileURL(
      join(CLIENT, "node_modules/openapi-typescript/dist/index.mjs"),
    )
  );
  writeFileSync(made[0], astToString(await generate(description())));
  const tsc = join(import.meta.dirname, "node_modules", ".bin", "tsc");
  try {
    execFileSync(process.execPath, [tsc, "--pretty", "false", "-p", CLIENT], {
      encoding: "utf8",
    });
  } catch (failed) {
    assert.fail(failed.stdout || failed);
  }
  writeFileSync(
    made[1],
    transformSync(readFileSync(join(CLIENT, "client.ts"), "utf8"), {
      loader: "ts",
    }).code,
  );
  const { lengthen } = await import(pathToFileURL(made[1]));

  const records = {
    calendars: { Kx2m: { id: "Kx2m", name: "Consultation", slotDuration: 30 } },
  };
  const service = sandbox(records, { token: "secret" });
  const to = (token) => ({
    baseUrl: "http://sandbox",
    token,
    fetch: service.fetch,
  });
  assert.deepEqual(await lengthen(to("secret"), "Kx2m", 45), {
    status: 200,
    name: "Consultation",
    slotDuration: 45,
    texts: [],
  });
  const refused = await lengthen(to("secret"), "Kx2m", 0);
  assert.deepEqual(
    [refused.status, refused.texts],
    [422, ["slotDuration must be a positive number"]],
  );
  assert.deepEqual(
    [
      (await lengthen(to("other"), "Kx2m", 45)).status,
      (await lengthen(to("secret"), "none", 45)).status,
    ],
    [401, 400],
  );
});

test("the guide quotes the client", () => {
  const [{ code }] = markdown.flatMap((file) =>
    blocks(file).filter(
      ({ language, code }) => language === "ts" && code.includes("openapi"),
    ),
  );
  const lines = readFileSync(join(CLIENT, "client.ts"), "utf8")
    .split("\n")
    .map((line) => line.trim());
  assert.deepEqual(
    code.split("\n").filter((line) => !lines.includes(line.trim())),
    [],
  );
});

test("its example is the draft that the package finds nothing wrong with", () => {
  const { example } =
    description().paths["/api/calendars/{calendarId}"].put.requestBody.content[
      "application/json"
    ];
  assert.equal(calendar.validate(example).ok, true);
});
