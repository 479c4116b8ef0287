/**
 * Forms in React, with its compiler and without: what is typed shows, with its issue, and one key renders one field.
 */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";

import { GlobalRegistrator } from "@happy-dom/global-registrator";
import { transformSync as withoutJsx } from "esbuild";

import { calendar } from "calendiff";
import { compiled } from "./compiled.mjs";
import { blocks } from "./markdown.mjs";

GlobalRegistrator.register({ url: "http://localhost/" });
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
const { createElement, StrictMode } = await import("react");
const { cleanup, fireEvent, render } = await import("@testing-library/react");
const { useField, useForm } = await import("calendiff/react");

const FOLDER = mkdtempSync(join(import.meta.dirname, ".react-"));
after(() => rmSync(FOLDER, { recursive: true }));
afterEach(cleanup);

let modules = 0;
/** Imports a module that exports a component, as written or as the compiler makes it. */
async function imported(code, isCompiled) {
  const { code: plain } = withoutJsx(isCompiled ? compiled(code) : code, { loader: "tsx", jsx: "automatic", format: "esm" });
  const file = join(FOLDER, `${modules++}.mjs`);
  writeFileSync(file, plain);
  return import(file);
}

/** Types a text into an input, a key after the other. */
function type(input, text) {
  for (let length = 1; length <= text.length; length++) fireEvent.change(input, { target: { value: text.slice(0, length) } });
}

const HOOKS = `
  import { useField, useForm } from "calendiff/react";
  import { memo } from "react";

  const Field = memo(function Field({ form, place, rendered }) {
    const { text, issues, isDirty, fixes, onChange, onBlur } = useField(form, place);
    rendered(place);
    return (
      <label>
        {place} <input value={text} onChange={onChange} onBlur={onBlur} data-dirty={isDirty} />
        {issues.map(({ code, message }) => <small key={code}>{message}</small>)}
        {fixes.map(({ title, apply }) => <button key={title} onClick={apply}>{title}</button>)}
      </label>
    );
  });

  function Changes({ form }) {
    const { changes, canUndo } = useForm(form);
    return <ul data-undo={canUndo}>{changes.map(({ key, words }) => <li key={key}>{words}</li>)}</ul>;
  }

  export default function All({ form, places, rendered }) {
    return <>{places.map((place) => <Field key={place} form={form} place={place} rendered={rendered} />)}<Changes form={form} /></>;
  }
`;

for (const isCompiled of [false, true]) {
  const how = isCompiled ? "compiled" : "as written";

  test(`a field shows what is typed, and what is wrong with it (${how})`, async () => {
    const { default: All } = await imported(HOOKS, isCompiled);
    const form = calendar.form({ id: "a", name: "First", eventColor: "#039be5", slotDuration: 60 });
    const shown = render(createElement(StrictMode, null, createElement(All, { form, places: ["eventColor", "slotDuration"], rendered() {} })));
    const [color, minutes] = shown.container.querySelectorAll("input");
    type(color, "#f00");
    assert.equal(color.value, "#f00");
    assert.match(shown.container.textContent, /This color needs six digits/);
    fireEvent.click(shown.getByText("Write #ff0000"));
    assert.deepEqual([color.value, form.getSnapshot().draft.eventColor, color.dataset.dirty], ["#ff0000", "#ff0000", "true"]);
    for (const text of ["0.", "0.5"]) {
      type(minutes, text);
      assert.equal(minutes.value, text);
    }
    assert.equal(form.getSnapshot().draft.slotDuration, 0.5);
    type(minutes, "45.");
    fireEvent.blur(minutes);
    assert.deepEqual([minutes.value, form.getSnapshot().draft.slotDuration], ["45", 45]);
    type(minutes, "45 min");
    assert.match(shown.container.textContent, /Enter a number/);
    assert.deepEqual([...shown.container.querySelectorAll("li")].map(({ textContent }) => textContent)[0], "color #ff0000, was #039be5");
  });

  test(`one key renders one field of a thousand (${how})`, async () => {
    const { default: All } = await imported(HOOKS, isCompiled);
    const availabilities = Array.from({ length: 1000 }, (_, at) => ({ date: `${2027 + Math.floor(at / 336)}-${String(1 + (Math.floor(at / 28) % 12)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}T00:00:00.000Z`, hours: [] }));
    const form = calendar.form({ id: "a", name: "First", availabilities });
    const places = ["name", ...availabilities.map((_, at) => `/availabilities/${at}/date`)];
    let rendered = [];
    const shown = render(createElement(All, { form, places, rendered: (place) => rendered.push(place) }));
    assert.equal(rendered.length, 1001);
    rendered = [];
    const [name] = shown.container.querySelectorAll("input");
    type(name, "Se");
    assert.deepEqual(rendered, ["name", "name"]);
  });

  test(`the first page of the guide shows what is typed (${how})`, async () => {
    const [{ code }] = blocks("docs/guide/react.md").filter(({ language }) => language === "tsx");
    const { default: CalendarForm } = await imported(code, isCompiled);
    const shown = render(createElement(StrictMode, null, createElement(CalendarForm)));
    const [name, color, minutes] = shown.container.querySelectorAll("input");
    type(name, "Other");
    type(color, "#f00");
    type(minutes, "0.5");
    assert.deepEqual([name.value, color.value, minutes.value], ["Other", "#f00", "0.5"]);
    assert.match(shown.container.textContent, /This color needs six digits/);
  });
}
