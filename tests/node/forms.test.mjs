/** Form generators render the JSON Schemas, with titles in the language of the schema: react-jsonschema-form, JSON Forms. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { JsonForms } from "@jsonforms/react";
import { vanillaCells, vanillaRenderers } from "@jsonforms/vanilla-renderers";
import Rjsf from "@rjsf/core";
import { customizeValidator } from "@rjsf/validator-ajv8";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as schemas from "calendiff/json-schema";
import * as german from "calendiff/json-schema/de";
import * as japanese from "calendiff/json-schema/ja";
import de from "calendiff/languages/de";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const read = (name) =>
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, "..", "fixtures", name, "draft.json"),
      "utf8",
    ),
  );
const DRAFTS = { calendar: read("team"), location: read("location") };

/** The texts of a page. */
const texts = (html) =>
  new Set(
    [...html.matchAll(/>([^<]+)</g)].map(([, text]) => text.replace(/\*$/, "")),
  );

/** The titles of a schema's members that a page does not show. JSON Forms names a table by its items. */
function hidden({ properties, $defs }, html) {
  const shown = texts(html);
  const names = ({ title, items }) => [
    title,
    items?.$ref && $defs[items.$ref.split("/").pop()].title,
  ];
  return Object.values(properties)
    .filter((member) => !names(member).some((name) => shown.has(name)))
    .map(({ title }) => title);
}

function rjsf(schema, formData) {
  const validator = customizeValidator({ AjvClass: Ajv2020 });
  return renderToStaticMarkup(
    createElement(Rjsf, { schema, validator, formData }),
  );
}

/** JSON Forms lays an object out by a group, which its own layout leaves to whoever uses it. */
function layout({ properties, $defs }) {
  const controls = (properties, scope) =>
    Object.entries(properties).map(([name, { title, $ref }]) => {
      const inside = $ref && $defs[$ref.split("/").pop()];
      const at = `${scope}/properties/${name}`;
      return inside
        ? {
            type: "Group",
            label: title,
            elements: controls(inside.properties, at),
          }
        : { type: "Control", scope: at };
    });
  return { type: "VerticalLayout", elements: controls(properties, "#") };
}

function jsonForms(schema, data) {
  const ajv = addFormats(new Ajv2020({ allErrors: true, strict: true }));
  const props = {
    schema,
    uischema: layout(schema),
    data,
    ajv,
    renderers: vanillaRenderers,
    cells: vanillaCells,
  };
  return renderToStaticMarkup(createElement(JsonForms, props));
}

for (const [kind, draft] of Object.entries(DRAFTS)) {
  for (const of of ["update", "record"]) {
    test(`react-jsonschema-form shows every member of a ${kind}, ${of}, by its title`, () => {
      const html = rjsf(schemas[kind][of], draft);
      assert.ok(
        !html.includes("Unsupported"),
        html.match(/Unsupported.{0,200}/)?.[0],
      );
      assert.deepEqual(hidden(schemas[kind][of], html), []);
    });

    test(`JSON Forms shows every member of a ${kind}, ${of}, by its title`, () => {
      const html = jsonForms(schemas[kind][of], draft);
      assert.ok(
        !html.includes("No applicable"),
        html.match(/No applicable.{0,200}/)?.[0],
      );
      // It has nothing for an object whose members nobody knows.
      assert.deepEqual(
        hidden(schemas[kind][of], html),
        kind === "location" ? ["creator", "last editor"] : [],
      );
    });
  }
}

test("both speak the language of the schema", () => {
  for (const render of [rjsf, jsonForms]) {
    const shown = texts(render(german.calendar.update, DRAFTS.calendar));
    assert.ok(
      ["Termindauer", "Benutzer", "Wiederholung"].every((title) =>
        shown.has(title),
      ),
      [...shown].join(),
    );
    assert.ok(
      texts(render(japanese.location.update, DRAFTS.location)).has(
        japanese.location.update.properties.name.title,
      ),
    );
    assert.ok(!shown.has("slot duration"));
  }
});

test("the schemas of a language differ in titles and descriptions alone", () => {
  const bare = (value) =>
    JSON.stringify(value, (key, inner) =>
      ["title", "description"].includes(key) && typeof inner === "string"
        ? undefined
        : inner,
    );
  for (const other of [german, japanese]) {
    assert.deepEqual(Object.keys(other), Object.keys(schemas));
    for (const kind of Object.keys(DRAFTS))
      assert.equal(bare(other[kind]), bare(schemas[kind]));
  }
  assert.equal(german.calendar.update.title, "Kalender: Aktualisierung");
  assert.equal(
    german.calendar.update.properties.slotDuration.title,
    de.label.slotDuration,
  );
});
