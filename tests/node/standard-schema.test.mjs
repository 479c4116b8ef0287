/** Standard Schema as its consumers see it: TanStack Form and React Hook Form's own resolver for it. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { FormApi } from "@tanstack/react-form";
import * as whole from "calendiff";
import * as small from "calendiff/validate";

const FIXTURES = join(import.meta.dirname, "..", "fixtures");

for (const [entry, { calendar, location }] of Object.entries({
  calendiff: whole,
  "calendiff/validate": small,
})) {
  const validate = calendar["~standard"].validate;

  test(`${entry}: it says what it is`, () => {
    for (const kind of [
      calendar,
      location,
      calendar.standard({ profile: "service" }),
    ]) {
      const { validate, ...said } = kind["~standard"];
      assert.deepEqual(
        [said, typeof validate],
        [{ version: 1, vendor: "calendiff" }, "function"],
      );
    }
  });

  for (const name of readdirSync(FIXTURES)) {
    test(`${entry}: ${name}: the value where there are no errors, or else the errors alone`, () => {
      const [stored, draft] = ["stored", "draft"].map((file) =>
        JSON.parse(readFileSync(join(FIXTURES, name, `${file}.json`), "utf8")),
      );
      const kind = { calendar, location }[whole.guess(stored) ?? "calendar"];
      const { ok, value, issues } = kind.validate(draft);
      const errors = issues.filter(({ severity }) => severity === "error");
      assert.equal(ok, errors.length === 0);
      assert.deepEqual(
        kind["~standard"].validate(draft),
        ok ? { value } : { issues: errors },
      );
    });
  }

  test(`${entry}: whatever it is given, it answers, at once, and never with an empty list`, () => {
    const getter = {
      get name() {
        throw "no";
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    let deep = {};
    for (let level = 0; level < 1000; level++) deep = { deep };
    const cycle = {};
    cycle.notes = cycle;
    for (const given of [
      undefined,
      null,
      7,
      "{}",
      true,
      1n,
      Symbol("s"),
      () => {},
      [],
      new Date(0),
      new Map(),
      getter,
      proxy,
      deep,
      cycle,
      { name: NaN },
      { settings: { name: "x" } },
      { data: { name: "x" } },
      { body: { name: "x" } },
    ]) {
      const { issues, ...rest } = validate(given);
      assert.deepEqual(rest, {});
      assert.ok(issues.length > 0);
      for (const { message, path } of issues)
        assert.ok(
          typeof message === "string" && message !== "" && Array.isArray(path),
          message,
        );
    }
    assert.deepEqual(validate([]).issues, [
      {
        code: "not_a_record",
        message: "expected a calendar as a JSON object, found array",
        path: [],
      },
    ]);
    for (const [kind, name] of [
      [calendar, "business"],
      [location, "calendar"],
    ]) {
      const [{ code, message, path }] = kind["~standard"].validate({
        [name]: { name: "x" },
      }).issues;
      assert.deepEqual([code, path], ["envelope_unknown", []]);
      assert.match(message, new RegExp(`an object inside "${name}"$`));
    }
    assert.equal(validate({}).issues, undefined);
  });

  test(`${entry}: a cycle has an issue with leaves as it has without`, () => {
    const around = { openHours: [{ hours: [{}] }] };
    around.openHours[0].hours[0].openHour = around;
    const self = { slotDuration: {} };
    self.slotDuration.value = self.slotDuration;
    for (const draft of [around, self]) {
      const paths = ({ issues }) =>
        issues.map(({ code, path }) => `${code} ${path.join(".")}`);
      assert.deepEqual(
        paths(calendar.standard({ leaves: true })["~standard"].validate(draft)),
        paths(validate(draft)),
      );
    }
  });

  test(`${entry}: a fault of the program is thrown, since no one can fix it in a form`, () => {
    for (const options of [{ profil: "service" }, { profile: "x" }])
      assert.throws(() => calendar.standard(options), { code: "option" });
    assert.throws(() => calendar.standard({ stored: { data: {} } }), {
      code: "envelope_unknown",
    });
  });

  test(`${entry}: options hold for a schema of its own`, () => {
    const language = { message: { unknown_member: "{name}?" } };
    const { issues } = calendar
      .standard({ profile: "service", language })
      ["~standard"].validate({ timezone: "UTC" });
    assert.deepEqual(
      issues.map(({ code, message }) => [code, message]),
      [["unknown_member", "timezone?"]],
    );
    assert.equal(validate({ timezone: "UTC" }).issues, undefined);
  });

  test(`${entry}: TanStack Form puts each error at its field and submits once there are none`, async () => {
    const submitted = [];
    const defaultValues = {
      eventColor: "#f00",
      openHours: [
        {
          daysOfTheWeek: [1],
          hours: [{ openHour: 9, openMinute: 0, closeHour: 8, closeMinute: 0 }],
        },
      ],
    };
    const form = new FormApi({
      defaultValues,
      validators: { onChange: calendar },
      onSubmit: ({ value }) => submitted.push(value),
    });
    form.mount();
    const codes = (name) =>
      form.getFieldMeta(name)?.errors.map(({ code }) => code);
    for (const name of ["eventColor", "openHours[0].hours[0]"])
      form.getFieldInfo(name);
    await form.handleSubmit();
    assert.deepEqual(
      [codes("eventColor"), codes("openHours[0].hours[0]"), submitted],
      [["color_short"], ["hours_reversed"], []],
    );
    form.setFieldValue("eventColor", "#ff0000");
    form.setFieldValue("openHours[0].hours[0].closeHour", 17);
    assert.deepEqual(
      [codes("eventColor"), codes("openHours[0].hours[0]")],
      [[], []],
    );
    await form.handleSubmit();
    assert.equal(submitted[0].openHours[0].hours[0].closeHour, 17);
  });

  test(`${entry}: an error of an object is shown by TanStack Form at the first field inside of it, if asked`, async () => {
    const defaultValues = {
      openHours: [
        {
          daysOfTheWeek: [1],
          hours: [{ openHour: 9, openMinute: 0, closeHour: 8, closeMinute: 0 }],
        },
      ],
    };
    const form = new FormApi({
      defaultValues,
      validators: { onChange: calendar.standard({ leaves: true }) },
    });
    form.mount();
    for (const name of ["openHour", "closeHour"])
      form.getFieldInfo(`openHours[0].hours[0].${name}`);
    await form.handleSubmit();
    const [error, ...more] = form.getFieldMeta(
      "openHours[0].hours[0].openHour",
    ).errors;
    assert.deepEqual(
      [error.code, error.pointer, more],
      ["hours_reversed", "/openHours/0/hours/0", []],
    );
    const { issues } = calendar
      .standard({ leaves: true, profile: "service" })
      ["~standard"].validate({ teamMembers: [], eventColor: "#f00", name: {} });
    assert.deepEqual(
      issues
        .map(({ code, path }) => [code, path])
        .filter(([code]) => code !== "omitted_defaults"),
      [
        ["team_empty", ["teamMembers"]],
        ["color_short", ["eventColor"]],
        ["wrong_type", ["name"]],
      ],
    );
  });

  test(`${entry}: React Hook Form's resolver for Standard Schema takes it`, async () => {
    const resolve = standardSchemaResolver(calendar);
    const form = { fields: {}, shouldUseNativeValidation: false };
    const { errors } = await resolve(
      { eventColor: "#f00", teamMembers: [{ userId: 5 }] },
      undefined,
      form,
    );
    assert.equal(
      errors.eventColor.message,
      "This color needs six digits, such as #ff0000.",
    );
    assert.equal(errors.teamMembers[0].userId.message, "Enter some text.");
    assert.deepEqual(await resolve({ name: " Visit " }, undefined, form), {
      values: { name: "Visit" },
      errors: {},
    });
  });
}
