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
const { act, cleanup, fireEvent, render } = await import(
  "@testing-library/react"
);
await import("calendiff/react");

const FOLDER = mkdtempSync(join(import.meta.dirname, ".react-"));
after(() => rmSync(FOLDER, { recursive: true }));
afterEach(cleanup);

let modules = 0;
/** Imports a module that exports a component, as written or as the compiler makes it. */
async function imported(code, isCompiled) {
  const { code: plain } = withoutJsx(isCompiled ? compiled(code) : code, {
    loader: "tsx",
    jsx: "automatic",
    format: "esm",
  });
  const file = join(FOLDER, `${modules++}.mjs`);
  writeFileSync(file, plain);
  return import(file);
}

/** Types a text into an input, a key after the other. */
function type(input, text) {
  for (let length = 1; length <= text.length; length++)
    fireEvent.change(input, { target: { value: text.slice(0, length) } });
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

/** Fields and days as text: what each shows. */
const SHOWN = `
  import { useField, useHours } from "calendiff/react";
  import { memo } from "react";

  const Shown = memo(function Shown({ form, place }) {
    const { text, isDirty, issues } = useField(form, place);
    return <li>{[text, isDirty, issues.map(({ message }) => message)].join()}</li>;
  });

  const Hours = memo(function Hours({ form, day }) {
    const { ranges, issues } = useHours(form, day);
    return <li>{[ranges.map(({ key, places }) => key + places.close), issues.map(({ message }) => message)].join()}</li>;
  });

  export default function All({ form, places, days }) {
    return (
      <ul>
        {places.map((place) => <Shown key={String(place)} form={form} place={place} />)}
        {days.map((day) => <Hours key={day} form={form} day={day} />)}
      </ul>
    );
  }
`;

const DAYS = `
  import { useField, useHours } from "calendiff/react";
  import { memo } from "react";

  const Time = memo(function Time({ form, place, rendered }) {
    const { text, onChange } = useField(form, place);
    rendered(place.join("/"));
    return <input value={text} onChange={onChange} aria-label={place.join("/")} />;
  });

  const Hours = memo(function Hours({ form, day, rendered }) {
    const { ranges, issues, setHours } = useHours(form, day);
    rendered(day);
    return (
      <p>
        {ranges.map(({ key, places }) => <Time key={key} form={form} place={places.close} rendered={rendered} />)}
        <button onClick={() => setHours((hours) => [...hours, ["18:00", "19:00"]])}>{"add to " + day}</button>
        <button onClick={() => setHours([])}>{"close " + day}</button>
        <button onClick={() => setHours(null)}>{"remove " + day}</button>
        {issues.map(({ code, message }) => <small key={code}>{message}</small>)}
      </p>
    );
  });

  export default function All({ form, days, rendered }) {
    return <>{days.map((day) => <Hours key={day} form={form} day={day} rendered={rendered} />)}</>;
  }
`;

const SELECTED = `
  import { useForm } from "calendiff/react";

  export default function Days({ form, rendered }) {
    const dates = useForm(form, (state) => Object.keys(state.dates()));
    rendered();
    return <p>{dates.join(", ")}</p>;
  }
`;

const KEPT = `
  import { useNumberInput } from "calendiff/react";
  import { useState } from "react";

  export default function Kept({ hear }) {
    const [value, setValue] = useState(60);
    const input = useNumberInput(value, (value) => {
      hear(value);
      setValue(value);
    });
    return <><input {...input} /><button onClick={() => setValue(30)}>reset</button></>;
  }
`;

for (const isCompiled of [false, true]) {
  const how = isCompiled ? "compiled" : "as written";

  test(`a field shows what is typed, and what is wrong with it (${how})`, async () => {
    const { default: All } = await imported(HOOKS, isCompiled);
    const form = calendar.form({
      id: "a",
      name: "First",
      eventColor: "#039be5",
      slotDuration: 60,
    });
    const shown = render(
      createElement(
        StrictMode,
        null,
        createElement(All, {
          form,
          places: ["eventColor", "slotDuration"],
          rendered() {},
        }),
      ),
    );
    const [color, minutes] = shown.container.querySelectorAll("input");
    type(color, "#f00");
    assert.equal(color.value, "#f00");
    assert.match(shown.container.textContent, /This color needs six digits/);
    fireEvent.click(shown.getByText("Write #ff0000"));
    assert.deepEqual(
      [color.value, form.getSnapshot().draft.eventColor, color.dataset.dirty],
      ["#ff0000", "#ff0000", "true"],
    );
    for (const text of ["0.", "0.5"]) {
      type(minutes, text);
      assert.equal(minutes.value, text);
    }
    assert.equal(form.getSnapshot().draft.slotDuration, 0.5);
    type(minutes, "45.");
    fireEvent.blur(minutes);
    assert.deepEqual(
      [minutes.value, form.getSnapshot().draft.slotDuration],
      ["45", 45],
    );
    type(minutes, "45 min");
    assert.match(shown.container.textContent, /Enter a number/);
    assert.deepEqual(
      [...shown.container.querySelectorAll("li")].map(
        ({ textContent }) => textContent,
      )[0],
      "color #ff0000, was #039be5",
    );
  });

  test(`one key renders one field of a thousand (${how})`, async () => {
    const { default: All } = await imported(HOOKS, isCompiled);
    const availabilities = Array.from({ length: 1000 }, (_, at) => ({
      date: `${2027 + Math.floor(at / 336)}-${String(1 + (Math.floor(at / 28) % 12)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}T00:00:00.000Z`,
      hours: [],
    }));
    const form = calendar.form({ id: "a", name: "First", availabilities });
    const places = [
      "name",
      ...availabilities.map((_, at) => `/availabilities/${at}/date`),
    ];
    let rendered = [];
    const shown = render(
      createElement(All, {
        form,
        places,
        rendered: (place) => rendered.push(place),
      }),
    );
    assert.equal(rendered.length, 1001);
    rendered = [];
    const [name] = shown.container.querySelectorAll("input");
    type(name, "Se");
    assert.deepEqual(rendered, ["name", "name"]);
  });

  test(`a key in a time renders its field, and no day (${how})`, async () => {
    const { default: All } = await imported(DAYS, isCompiled);
    const hours = [9, 13].map((openHour) => ({
      openHour,
      openMinute: 0,
      closeHour: openHour + 3,
      closeMinute: 0,
    }));
    const dates = Array.from(
      { length: 28 },
      (_, at) => `2027-01-${String(at + 1).padStart(2, "0")}`,
    );
    const form = calendar.form({
      id: "a",
      name: "First",
      openHours: [1, 2].map((day) => ({ daysOfTheWeek: [day], hours })),
      availabilities: dates.map((date) => ({
        date: `${date}T00:00:00.000Z`,
        hours,
      })),
    });
    let rendered = [];
    const shown = render(
      createElement(All, {
        form,
        days: ["monday", "tuesday", ...dates],
        rendered: (what) => rendered.push(what),
      }),
    );
    const renderedBy = (edit) => {
      rendered = [];
      edit();
      return rendered;
    };
    const time = "availabilities/2027-01-03/0/close";
    const input = shown.getByLabelText(time);
    const entered = (value) =>
      renderedBy(() => fireEvent.change(input, { target: { value } }));
    assert.deepEqual([entered("11:00"), entered("11:30")], [[time], [time]]);
    // An issue comes, and goes.
    assert.deepEqual(
      [entered("11:3"), entered("11:")].map((all) => all.toSorted()),
      [["2027-01-03", time], [time]],
    );
    assert.match(shown.container.textContent, /Enter a time such as 09:30/);
    assert.deepEqual(entered("11:45").toSorted(), ["2027-01-03", time]);
    const monday = shown.getByLabelText("openHours/monday/1/close");
    assert.deepEqual(
      renderedBy(() => fireEvent.change(monday, { target: { value: "15" } })),
      ["openHours/monday/1/close"],
    );

    fireEvent.click(shown.getByText("add to monday"));
    fireEvent.click(shown.getByText("close 2027-01-05"));
    fireEvent.click(shown.getByText("remove 2027-01-06"));
    const { week, dates: left } = form.getSnapshot();
    assert.deepEqual(
      [week().monday, left()["2027-01-05"], left()["2027-01-06"]],
      [
        [
          ["09:00", "12:00"],
          ["13:00", "15:00"],
          ["18:00", "19:00"],
        ],
        [],
        undefined,
      ],
    );
  });

  test(`the first page of the guide shows what is typed (${how})`, async () => {
    const [{ code }] = blocks("docs/guide/react.md").filter(
      ({ language }) => language === "tsx",
    );
    const { default: CalendarForm } = await imported(code, isCompiled);
    const shown = render(
      createElement(StrictMode, null, createElement(CalendarForm)),
    );
    const [name, color, minutes] = shown.container.querySelectorAll("input");
    type(name, "Other");
    type(color, "#f00");
    type(minutes, "0.5");
    assert.deepEqual(
      [name.value, color.value, minutes.value],
      ["Other", "#f00", "0.5"],
    );
    assert.match(shown.container.textContent, /This color needs six digits/);
  });

  test(`the first page of the guide shows each reason why a save fails, until the next edit (${how})`, async () => {
    const [{ code }] = blocks("docs/guide/react.md").filter(
      ({ language }) => language === "tsx",
    );
    const shownWith = async (from, to) => {
      cleanup();
      const changed = code.replace(from, to);
      assert.notEqual(changed, code);
      const { default: App } = await imported(changed, isCompiled);
      const { container, getByText } = render(createElement(App));
      const [name, , , monday] = container.querySelectorAll("input");
      return {
        name,
        monday,
        press: (button) => act(async () => fireEvent.click(getByText(button))),
        alerts: () =>
          [...container.querySelectorAll("[role=alert]")].map(
            ({ textContent }) => textContent.trim(),
          ),
        said: () => container.querySelector("output").textContent,
      };
    };

    const tuesday = await shownWith(
      "daysOfTheWeek: [1, 2, 3], hours }",
      "daysOfTheWeek: [1], hours }, { daysOfTheWeek: [2], hours: [{ ...hours[0], closeHour: 8 }] }",
    );
    type(tuesday.name, "Other");
    await tuesday.press("Save");
    assert.equal(tuesday.said(), "Not sent. Correct the errors above.");
    assert.match(tuesday.alerts().join(), /^\/openHours\/1\/hours\/0\S* \w/);
    type(tuesday.monday, "8");
    assert.equal(tuesday.said(), "");
    assert.equal(tuesday.alerts().length, 2, "Monday's error is there once");

    const html = { status: 502, headers: { "content-type": "text/html" } };
    globalThis.answered = async () => new Response("<h1>Bad</h1>", html);
    const refused = await shownWith("service.fetch(", "globalThis.answered(");
    type(refused.name, "Other");
    await refused.press("Save");
    assert.equal(refused.said(), "Not saved. See above.");
    assert.match(refused.alerts().join(), /status 502/);
    globalThis.answered = async () => {
      throw new TypeError("fetch failed");
    };
    await refused.press("Save");
    assert.match(refused.said(), /^No answer/);

    const saved = await shownWith("secret", "token");
    type(saved.name, "Other");
    await saved.press("Save");
    assert.equal(saved.said(), "Saved and verified.");
    type(saved.name, "Another");
    assert.equal(saved.said(), "");
    await saved.press("Save");
    await saved.press("Undo");
    assert.equal(saved.said(), "");
  });

  test(`each field shows what the state says, whatever the edit (${how})`, async () => {
    const { default: All } = await imported(SHOWN, isCompiled);
    const range = (openHour, closeHour) => ({
      openHour,
      openMinute: 0,
      closeHour,
      closeMinute: 0,
    });
    const date = (text, ...hours) => ({ date: `${text}T00:00:00.000Z`, hours });
    const stored = {
      id: "a",
      name: "First",
      slotDuration: 60,
      openHours: [
        { daysOfTheWeek: [1], hours: [range(9, 12), range(13, 17)] },
        { daysOfTheWeek: [2], hours: [range(9, 12)] },
      ],
      availabilities: [
        date("2026-12-24", range(9, 12)),
        date("2026-12-31", range(9, 12), range(13, 17)),
      ],
      teamMembers: [
        { userId: "ada", priority: 0.5 },
        { userId: "ben", priority: 1 },
      ],
    };
    const form = calendar.form(stored);
    const hours = (member, day, keys) =>
      keys.flatMap((key) =>
        ["open", "close"].map((side) => [member, day, key, side]),
      );
    const places = [
      [],
      "name",
      "slotDuration",
      ["lookBusyConfig", "enabled"],
      "teamMembers",
      ...[0, 1, 2].flatMap((at) => [
        ["teamMembers", at],
        ["teamMembers", at, "priority"],
      ]),
      ...hours("openHours", "monday", ["0", "1", "2"]),
      ...hours("openHours", "tuesday", ["0"]),
      ...hours("availabilities", "2026-12-24", ["0"]),
      ...hours("availabilities", "2026-12-31", ["0", "1"]),
      ...[0, 1, 2].flatMap((at) => [
        ["availabilities", at],
        ["availabilities", at, "date"],
      ]),
    ];
    const days = ["monday", "tuesday", "sunday", "2026-12-24", "2026-12-31"];
    const shown = render(createElement(All, { form, places, days }));
    const edits = {
      "a name": () => form.type("name", "Second"),
      "a text with the value that is there": () =>
        form.type("slotDuration", "60."),
      "a text of a half": () => form.type("slotDuration", "0.5"),
      "a text that is no number": () =>
        form.type(["teamMembers", 1, "priority"], "high"),
      "a time": () => form.type(["openHours", "monday", "1", "open"], "15:30"),
      "a half of a time": () =>
        form.type(["availabilities", "2026-12-31", "0", "close"], "1:"),
      "a time before another": () =>
        form.type(["openHours", "monday", "1", "close"], "08:00"),
      "a date before the others": () =>
        form.insert("/availabilities/0", date("2026-11-01", range(8, 9))),
      "a date twice": () =>
        form.set(["availabilities", 0, "date"], "2026-12-24T00:00:00.000Z"),
      "a date gone": () => form.remove(["availabilities", 0]),
      "a date closed, and twice": () =>
        form.batch(() => {
          form.setDate("2026-12-31", []);
          form.insert("/availabilities/-", date("2026-12-31"));
        }),
      "another date": () =>
        form.set(["availabilities", 0, "date"], "2026-12-31T00:00:00.000Z"),
      "a date that cannot be read": () =>
        form.set(["availabilities", 0, "date"], "soon"),
      "a date marked as deleted": () =>
        form.set(["availabilities", 0, "deleted"], true),
      "hours of a date": () =>
        form.setDate("2026-12-24", [
          ["10:00", "11:00"],
          ["12:00", "13:00"],
        ]),
      "a member first": () => form.insert("/teamMembers/0", { userId: "cleo" }),
      "a member gone": () => form.remove(["teamMembers", 1]),
      "members changing places": () => form.move(["teamMembers", 0], 1),
      "one entry for two days": () =>
        form.set("openHours", [
          { daysOfTheWeek: [1, 2], hours: [range(9, 12), range(13, 17)] },
        ]),
      "one of two days": () =>
        form.type(["openHours", "tuesday", "0", "close"], "11:00"),
      "a refusal": () =>
        form.refused({
          texts: [
            "teamMembers.0.priority must be a number",
            "name is not allowed",
            "nothing works",
          ],
        }),
      "a refusal of a time": () =>
        form.refused({
          texts: [
            "availabilities.1.hours.1.openHour must not be greater than 23",
          ],
        }),
      "the last member gone": () =>
        form.remove([
          "teamMembers",
          form.getSnapshot().draft.teamMembers.length - 1,
        ]),
      "what was not there": () =>
        form.set("lookBusyConfig", { enabled: true, LookBusyPercentage: 10 }),
      "a save": () => form.saved({ ...stored, ...form.body().value }),
      "the field is left": () =>
        form.leave(["openHours", "monday", "1", "open"]),
      "several at once": () =>
        form.batch(
          () => (
            form.set("name", "Third"),
            form.setDate("2026-12-31", null),
            form.setDay("monday", [])
          ),
        ),
      "what others saved": () =>
        form.rebase({
          ...stored,
          name: "Intake",
          teamMembers: [...stored.teamMembers].reverse(),
        }),
      "all fixes": () => form.fixAll(),
      "no list of dates": () => form.set("availabilities", "none"),
      "as it was stored": () => form.reset(),
    };
    const check = (what) => {
      const state = form.getSnapshot();
      const messages = (issues) => issues.map(({ message }) => message);
      const fields = places.map((place) =>
        [
          state.text(place),
          state.isDirty(place),
          messages(state.issuesAt(place)),
        ].join(),
      );
      const { week, dates } = state;
      const hours = { ...week({ paths: true }), ...dates({ paths: true }) };
      const expected = [
        ...fields,
        ...days.map((day) =>
          [
            (hours[day] ?? []).map(({ key, places }) => key + places.close),
            messages(
              day.startsWith("2026")
                ? state.issuesAtDate(day)
                : state.issuesAtDay(day),
            ),
          ].join(),
        ),
      ];
      assert.deepEqual(
        [...shown.container.querySelectorAll("li")].map(
          ({ textContent }) => textContent,
        ),
        expected,
        what,
      );
    };
    check("at first");
    for (const [what, edit] of Object.entries(edits)) {
      act(() => void edit());
      check(`${what}, alone`);
      act(() => void (form.reset(), form.clearRefusal()));
      check(`${what}, reset`);
    }
    for (const [what, edit] of Object.entries(edits)) {
      act(() => void edit());
      check(what);
    }
    while (form.getSnapshot().canUndo) {
      act(() => void form.undo());
      check("undone");
    }
  });

  test(`a selector may make its list anew for each state (${how})`, async () => {
    const { default: Days } = await imported(SELECTED, isCompiled);
    const form = calendar.form({
      id: "a",
      name: "First",
      availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
    });
    let rendered = 0;
    const shown = render(
      createElement(Days, { form, rendered: () => rendered++ }),
    );
    assert.deepEqual(
      [shown.container.textContent, rendered],
      ["2026-12-24", 1],
    );
    act(() => void form.set("name", "Second"));
    assert.equal(rendered, 1);
    act(() => void form.setDate("2026-12-31", []));
    assert.deepEqual(
      [shown.container.textContent, rendered],
      ["2026-12-24, 2026-12-31", 2],
    );
  });

  test(`a number that another library keeps is shown as it is typed (${how})`, async () => {
    const { default: Kept } = await imported(KEPT, isCompiled);
    const heard = [];
    const shown = render(
      createElement(Kept, { hear: (value) => heard.push(value) }),
    );
    const [input] = shown.container.querySelectorAll("input");
    assert.equal(input.value, "60");
    type(input, "0.5");
    assert.deepEqual([input.value, heard], ["0.5", [0, 0, 0.5]]);
    type(input, "45.");
    assert.equal(input.value, "45.");
    fireEvent.blur(input);
    assert.equal(input.value, "45");
    type(input, "45 min");
    assert.deepEqual([input.value, heard.at(-1)], ["45 min", "45 min"]);
    fireEvent.click(shown.getByText("reset"));
    assert.equal(input.value, "30");
  });
}

test("a select of yes and no sets a truth value, and shows it", async () => {
  const { default: Select } = await imported(
    `
      import { useField } from "calendiff/react";
      export default function Select({ form }) {
        const { text, issues, onChange, onBlur } = useField(form, "autoConfirm");
        return (
          <p>
            <select value={text} onChange={onChange} onBlur={onBlur}>
              <option value="">–</option><option value="true">Yes</option><option value="false">No</option>
            </select>
            {issues.map(({ key, message }) => <small key={key}>{message}</small>)}
          </p>
        );
      }
    `,
    false,
  );
  const form = calendar.form({});
  const { container } = render(createElement(Select, { form }));
  const select = container.querySelector("select");
  for (const [value, chosen] of [
    ["true", true],
    ["false", false],
  ]) {
    fireEvent.change(select, { target: { value } });
    fireEvent.blur(select);
    assert.equal(form.getSnapshot().draft.autoConfirm, chosen);
    assert.equal(select.value, value);
    assert.equal(container.textContent, "–YesNo");
  }
});

test("components of a form that was freed can go", async () => {
  const { default: All } = await imported(HOOKS, false);
  const form = calendar.form({ name: "First visit" });
  const { container, unmount } = render(
    createElement(All, { form, places: ["name"], rendered: () => {} }),
  );
  act(() => form.free());
  assert.equal(container.querySelector("input").value, "First visit");
  unmount();
});
