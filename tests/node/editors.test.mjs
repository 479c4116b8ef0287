/** VS Code's own language service for JSON, with the settings that the guide shows: completion, hover and errors. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { calendar as verbs, guess } from "calendiff";
import * as schemas from "calendiff/json-schema";
import * as german from "calendiff/json-schema/de";
import service from "vscode-json-languageservice";

import { blocks, markdown } from "./markdown.mjs";

const { getLanguageService, TextDocument } = service;
const TESTS = join(import.meta.dirname, "..");

/** The settings of the guide. */
const page = markdown.find((file) => file.endsWith("guide/schemas.md"));
const settings = JSON.parse(
  blocks(page).find(({ code }) => code.includes("json.schemas")).code,
)["json.schemas"];

/** The language service with the schemas of a language where the settings look for them. */
function editor({ calendar, location }) {
  const service = getLanguageService({});
  const kinds = { calendar, location };
  const configured = settings.map(({ fileMatch, url }) => ({
    fileMatch,
    uri: `file:///project/${url}`,
    schema: kinds[/(calendar|location)/.exec(url)[1]].update,
  }));
  service.configure({ validate: true, schemas: configured });
  const open = (text, kind) => {
    const at = text.indexOf("|");
    const document = TextDocument.create(
      `file:///project/first-visit.${kind}.json`,
      "json",
      1,
      text.replace("|", ""),
    );
    return {
      document,
      json: service.parseJSONDocument(document),
      position: document.positionAt(at),
    };
  };
  return {
    async complete(text, kind = "calendar") {
      const { document, json, position } = open(text, kind);
      return (await service.doComplete(document, position, json)).items;
    },
    async hover(text, kind = "calendar") {
      const { document, json, position } = open(text, kind);
      const hover = await service.doHover(document, position, json);
      return hover.contents
        .map((content) => content.value ?? content)
        .join("\n");
    },
    /** Each error as its text in the file and its message. */
    async errors(text, kind = "calendar") {
      const { document, json } = open(text, kind);
      const found = await service.doValidation(document, json);
      return found.map(({ range, message }) => [
        document.getText(range),
        message,
      ]);
    },
  };
}

const english = editor(schemas);
const labels = (items) => items.map(({ label }) => label);

test("members are completed, but those that are there", async () => {
  const items = await english.complete('{ "name": "First visit", "|" }');
  assert.ok(
    ["slotDuration", "openHours", "appoinmentPerSlot"].every((name) =>
      labels(items).includes(name),
    ),
  );
  assert.ok(!labels(items).includes("name"));
  const inside = await english.complete(
    '{ "openHours": [{ "hours": [{ "|" }] }] }',
  );
  assert.deepEqual(labels(inside).sort(), [
    "closeHour",
    "closeMinute",
    "openHour",
    "openMinute",
  ]);
  assert.deepEqual(
    labels(await english.complete('{ "|" }', "location")).includes(
      "postalCode",
    ),
    true,
  );
});

test("known values are completed, and booleans", async () => {
  const known = verbs
    .describe()
    .members.find(({ name }) => name === "widgetType")
    .known.map(({ value }) => JSON.stringify(value));
  assert.deepEqual(
    labels(await english.complete('{ "widgetType": | }')).filter((label) =>
      known.includes(label),
    ),
    known,
  );
  assert.ok(
    labels(await english.complete('{ "autoConfirm": | }')).includes("true"),
  );
  assert.ok(
    labels(await english.complete('{ "slotDuration": | }')).includes("30"),
  );
});

test("hover shows the title and the help, in the language of the schema", async () => {
  const draft = '{ "slotInt|erval": 30 }';
  assert.match(
    await english.hover(draft),
    /slot interval[^]*The time between offered starts\\\. In units of slotIntervalUnit/,
  );
  assert.match(
    await editor(german).hover(draft),
    /Startzeiten[^]*In der Einheit von slotIntervalUnit/,
  );
});

test("errors stand at their values", async () => {
  assert.deepEqual(await english.errors('{ "slotDuration": 45 }'), []);
  const wrong = {
    slotDuration: 0,
    eventColor: "blue",
    autoConfirm: "yes",
    openHours: [{ daysOfTheWeek: [7] }],
  };
  const errors = await english.errors(JSON.stringify(wrong));
  assert.deepEqual(
    errors.map(([text]) => text).sort(),
    ['"blue"', '"yes"', "0", "7"].sort(),
  );
  assert.deepEqual((await english.errors('{ "id": "Kx2m" }')).length, 1);
  assert.deepEqual(
    await english.errors('{ "slotDuration": 0 }', "notes"),
    [],
    "a file that the settings do not name",
  );
});

const { said } = JSON.parse(
  readFileSync(join(TESTS, "json-schema/errors.json"), "utf8"),
);

test("it finds each error that JSON Schema can say, and none in drafts without errors", async () => {
  const examples = JSON.parse(
    readFileSync(join(TESTS, "codes.json"), "utf8"),
  ).filter(({ draft, stored }) => draft && !stored);
  for (const { code, kind, draft } of examples.filter(({ code }) =>
    said.includes(code),
  )) {
    assert.notDeepEqual(
      await english.errors(JSON.stringify(draft), kind),
      [],
      code,
    );
  }
  let sound = 0;
  for (const folder of readdirSync(join(TESTS, "fixtures"))) {
    const text = readFileSync(
      join(TESTS, "fixtures", folder, "draft.json"),
      "utf8",
    );
    const draft = JSON.parse(text);
    if (guess(draft) !== "calendar" || !verbs.validate(draft).ok) continue;
    assert.deepEqual(await english.errors(text), [], folder);
    sound += 1;
  }
  assert.ok(sound > 5, String(sound));
});
