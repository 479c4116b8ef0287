/** The resolver under the real React Hook Form, and beside the conventions of `@hookform/resolvers`. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { toNestErrors } from "@hookform/resolvers";
import { apply } from "calendiff";
import { resolver } from "calendiff/react-hook-form";
import { calendar, location } from "calendiff/validate";
import { createFormControl } from "react-hook-form";

const range = (openHour, closeHour) => ({
  openHour,
  openMinute: 0,
  closeHour,
  closeMinute: 0,
});

/** A form with some fields, which need no page: what React Hook Form knows of each is its `ref`. */
function form(defaultValues, { options, ...settings } = {}) {
  const control = createFormControl({
    resolver: resolver(calendar, options),
    defaultValues,
    ...settings,
  });
  control.subscribe({
    formState: { errors: true },
    callback: ({ errors }) => (control.errors = errors ?? control.errors),
  });
  control.focused = [];
  control.field = (name, settings) => {
    const { ref } = control.register(name, settings);
    ref({
      name,
      type: "text",
      value: "",
      focus: () => control.focused.push(name),
      querySelectorAll: () => [],
    });
  };
  control.submit = async () => {
    const answer = {};
    await control.handleSubmit(
      (values) => (answer.values = values),
      (errors) => (answer.errors = errors),
    )();
    return answer;
  };
  return control;
}

test("values that cannot be read as a record are an error of the whole form", async () => {
  const warned = [];
  const options = { onWarnings: (...given) => warned.push(given) };
  const control = form({ settings: { name: "Visit" } }, { options });
  const { values, errors } = await control.submit();
  assert.deepEqual(
    [values, errors.root.type, warned],
    [undefined, "envelope_unknown", []],
  );
  assert.match(errors.root.message, /an object inside "settings"$/);
  await assert.rejects(form({}, { options: { profile: "x" } }).submit(), {
    code: "option",
  });
});

test("errors have codes at their fields, the first of them gets the focus, and nothing is submitted", async () => {
  const control = form({
    name: "Visit",
    eventColor: "#f00",
    openHours: [{ daysOfTheWeek: [1], hours: [range(9, 8)] }],
  });
  for (const name of ["name", "openHours.0.hours.0.openHour", "eventColor"])
    control.field(name);
  control.setValue("name", "Visit");
  control.setValue("eventColor", "#f00");
  control.setValue("openHours.0.hours.0.openHour", 9);
  const { values, errors } = await control.submit();
  assert.equal(values, undefined);
  assert.deepEqual(
    [errors.eventColor.type, errors.eventColor.message],
    ["color_short", "This color needs six digits, such as #ff0000."],
  );
  assert.equal(errors.eventColor.ref.name, "eventColor");
  assert.equal(errors.openHours[0].hours[0].type, "hours_reversed");
  assert.equal(errors.name, undefined);
  assert.equal(control.focused[0], "eventColor");
});

test("without errors it submits the draft in canonical form, warnings or not", async () => {
  const told = [];
  const options = {
    onWarnings: (warnings, report) => told.push([warnings, report]),
  };
  const control = form(
    { name: " Visit ", eventColor: "#FF0000", timezone: "UTC" },
    { options },
  );
  const { values } = await control.submit();
  assert.deepEqual(values, {
    name: "Visit",
    eventColor: "#ff0000",
    timezone: "UTC",
  });
  const [warnings, report] = told.at(-1);
  assert.equal(warnings.timezone.type, "unknown_member");
  assert.equal(warnings.root.type, "omitted_defaults");
  assert.deepEqual(report, calendar.validate(control.getValues()));
});

test("options of validate hold", async () => {
  const { errors } = await form(
    { timezone: "UTC" },
    {
      options: {
        profile: "service",
        language: { message: { unknown_member: "{name}?" } },
      },
    },
  ).submit();
  assert.deepEqual(
    [errors.timezone.type, errors.timezone.message],
    ["unknown_member", "timezone?"],
  );
});

test("a field on its own is validated for its own sake", async () => {
  const control = form({ eventColor: "#f00", slotDuration: 0 });
  control.field("eventColor");
  control.field("slotDuration");
  control.setValue("eventColor", "#f00");
  control.setValue("slotDuration", 0);
  assert.equal(await control.trigger("eventColor"), false);
  assert.deepEqual(Object.keys(control.errors), ["eventColor"]);
});

const ask = (kind, values, { options, ...form } = {}) =>
  resolver(kind, options)(values, undefined, {
    fields: {},
    names: [],
    shouldUseNativeValidation: false,
    ...form,
  });

test("criteriaMode all has every issue of a field under its code, and several of one code", () => {
  const said = [
    ["blank", "a"],
    ["too_small", "b"],
    ["blank", "c"],
    ["blank", "d"],
  ];
  const issues = said.map(([code, message]) => ({
    code,
    severity: "error",
    message,
    path: ["name"],
  }));
  const kind = { validate: () => ({ ok: false, value: {}, issues }) };
  const { name } = ask(kind, {}, { criteriaMode: "all" }).errors;
  assert.deepEqual(
    [name.type, name.message, name.types],
    ["blank", "a", { blank: ["a", "c", "d"], too_small: "b" }],
  );
  assert.equal(
    ask(kind, {}, { criteriaMode: "firstError" }).errors.name.types,
    undefined,
  );
});

test("what is said of an array stands at its root where its items are fields, and never hides what is said within", () => {
  const profile = "service";
  const draft = {
    openHours: [{ daysOfTheWeek: [1, 2], hours: [range(9, 8)] }],
    teamMembers: [],
  };
  for (const names of [
    ["openHours.0.daysOfTheWeek.0"],
    ["openHours[0].daysOfTheWeek[0]"],
  ]) {
    const { openHours, teamMembers } = ask(calendar, draft, {
      names,
      options: { profile },
    }).errors;
    assert.equal(openHours[0].daysOfTheWeek.root.type, "several_days");
    assert.equal(openHours[0].hours[0].type, "hours_reversed");
    assert.equal(teamMembers.type, "team_empty");
  }
});

test("what is said of the whole form stands at errors.root, and stops it", async () => {
  const whole = {
    validate: (draft) => ({
      ok: false,
      value: draft,
      issues: [
        {
          code: "omitted_resets",
          severity: "error",
          message: "all of it",
          path: [],
        },
      ],
    }),
  };
  const control = createFormControl({ resolver: resolver(whole) });
  let [submitted, refused] = [];
  await control.handleSubmit(
    (values) => (submitted = values),
    (errors) => (refused = errors),
  )();
  assert.deepEqual(
    [submitted, refused.root.type, refused.root.message],
    [undefined, "omitted_resets", "all of it"],
  );
  // Before 7.88, React Hook Form forgets what is at `root` here.
  assert.equal(refused[""], refused.root);
});

test("forty faults are laid out as @hookform/resolvers lays them out", () => {
  const draft = JSON.parse(
    readFileSync(
      join(import.meta.dirname, "..", "fixtures", "forty-faults", "draft.json"),
      "utf8",
    ),
  );
  const kind = draft.openHours ? calendar : location;
  const first = new Map();
  for (const { code, message, path, severity } of kind.validate(draft, {
    profile: "service",
  }).issues) {
    const name = path.join(".");
    if (severity === "error" && name !== "" && !first.has(name))
      first.set(name, { type: code, message });
  }
  assert.ok(first.size >= 20);
  const names = [...first.keys()];
  const form = {
    fields: { name: { ref: { name: "name" } } },
    names,
    shouldUseNativeValidation: false,
  };
  const theirs = toNestErrors(
    Object.fromEntries(
      [...first].sort(([a], [b]) => a.split(".").length - b.split(".").length),
    ),
    form,
  );
  const { errors } = ask(kind, draft, {
    ...form,
    options: { profile: "service" },
  });
  delete errors.root;
  assert.deepEqual(errors, theirs);
});

test("the browser's own messages, if asked for", () => {
  const said = {};
  const ref = (name) => ({
    name,
    setCustomValidity: (message) => (said[name] = message),
    reportValidity: () => {},
  });
  const fields = {
    eventColor: { ref: ref("eventColor") },
    name: { ref: {}, refs: [ref("name")] },
  };
  const form = {
    fields,
    names: ["eventColor", "name", "slug"],
    shouldUseNativeValidation: true,
  };
  ask(calendar, { eventColor: "#f00", name: "Visit" }, form);
  assert.deepEqual(said, {
    eventColor: "This color needs six digits, such as #ff0000.",
    name: "",
  });
  ask(calendar, { eventColor: "#ff0000", name: "Visit" }, form);
  assert.equal(said.eventColor, "");
});

test("odd names are names like any other", () => {
  const draft = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}');
  const { errors } = ask(calendar, draft, {
    criteriaMode: "all",
    options: { profile: "service" },
  });
  assert.deepEqual(Object.keys(errors).sort(), [
    "__proto__",
    "constructor",
    "toString",
  ]);
  assert.equal({}.type, undefined);
});

test("a fix goes into the values once, and the issues are those of the values again", async () => {
  let report;
  const options = { onWarnings: (_, latest) => (report = latest) };
  const control = form(
    { openHours: [{ daysOfTheWeek: [1, 2], hours: [range(9, 17)] }] },
    { options },
  );
  await control.trigger();
  const issue = report.issues.find(({ code }) => code === "several_days");
  const fix = () => {
    control.reset(apply(control.getValues(), issue.fix.patch), {
      keepDefaultValues: true,
    });
    return control.trigger();
  };
  await fix();
  assert.equal(
    report.issues.some(({ code }) => code === "several_days"),
    false,
  );
  const fixed = structuredClone(control.getValues());
  assert.deepEqual(
    fixed.openHours.map(({ daysOfTheWeek }) => daysOfTheWeek),
    [[1], [2]],
  );
  assert.throws(fix, { code: "patch_test" });
  assert.deepEqual(control.getValues(), fixed);
});
