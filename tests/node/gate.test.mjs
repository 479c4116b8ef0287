/**
 * "May I send this?" in the package: the answer agrees with the sandbox (G1), the changes told are those that happen (G2),
 * and what nobody touched is nobody's fault (G3). A case is judged by one profile and one mode, at random.
 * `GATES=100000 node --test gate.test.mjs` takes an hour or two.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { apply, calendar, location, sandbox } from "calendiff";
import { draft, edited, planted, response, stored } from "calendiff/fast-check";
import fc from "fast-check";

import { SEED } from "./seed.mjs";

const RUNS = Number(process.env.GATES ?? 1000);
const PROFILES = ["specification", "service", "specification-only"];
const MODES = ["full", "changed"];
/** The number of a draft's members that are set one after the other. */
const EDITS = 4;

/** The profile of the sandbox, and the mode of the body. */
const judge = fc.record({
  profile: fc.constantFrom(...PROFILES),
  mode: fc.constantFrom(...MODES),
});

const folder = (kind) => (kind === calendar ? "calendars" : "locations");
const envelope = (kind) => (kind === calendar ? "calendar" : "buiseness");
const bare = (kind, { [envelope(kind)]: inside, business, ...record }) =>
  inside ?? (kind === location ? business : undefined) ?? record;

/** Whether the sandbox accepts a body, and the record that it then holds, without the IDs that it makes up. */
async function send(kind, record, body, profile) {
  const service = sandbox(
    { calendars: {}, locations: {}, [folder(kind)]: { a: record } },
    { profile },
  );
  const { url, init } = kind.request({
    baseUrl: "https://sandbox.example",
    token: "t",
    id: "a",
    body,
  });
  const { status } = await service.fetch(url, init);
  const held = service.state[folder(kind)].a;
  const made = ({ id, ...date }) =>
    String(id).startsWith("sandbox-") ? date : { id, ...date };
  const isNew =
    Array.isArray(held.availabilities) &&
    held.availabilities.some((date) => String(date?.id).startsWith("sandbox-"));
  return {
    accepts: status === 200,
    held: isNew
      ? {
          ...held,
          availabilities: held.availabilities.map((date) =>
            date?.id === undefined ? date : made(date),
          ),
        }
      : held,
  };
}

/** What a verb returns, or nothing for what is no record. */
function unlessRefused(call) {
  try {
    return call();
  } catch (refused) {
    assert.match(
      String(refused.code),
      /^(not_a_record|envelope_unknown|a_refusal|form_path|option|edit_value|edit_key|edit_syntax)$/,
      refused,
    );
    return undefined;
  }
}

/** A stored record, with or without faults of its own, enveloped or bare; and any draft. */
const gates = (kind) =>
  fc
    .tuple(
      edited(kind),
      planted(kind),
      draft(kind),
      fc.nat(9),
      fc.nat(9),
      fc.nat(2),
    )
    .map(([edited, { draft: faulty }, clean, spoils, picks, wraps]) => {
      const record = { ...edited.stored };
      const other =
        picks === 9 ? faulty : picks === 8 ? clean : { ...edited.draft };
      for (const name of Object.keys(faulty)
        .filter((name) => name !== "__proto__")
        .slice(0, spoils > 6 ? spoils - 6 : 0)) {
        const repeats =
          spoils > 7 &&
          Object.hasOwn(other, name) &&
          JSON.stringify(other[name]) === JSON.stringify(record[name]);
        record[name] = faulty[name];
        if (repeats) other[name] = faulty[name];
      }
      return {
        record:
          wraps === 2 ? { [envelope(kind)]: record, traceId: "2fe6" } : record,
        draft: other,
      };
    });

const errors = (issues) =>
  issues.filter(({ severity }) => severity === "error");

const set = (value) =>
  value === null || (typeof value === "string" && !value.trim())
    ? undefined
    : value;

const TABLE = new Map(
  [calendar, location].map((kind) => [kind, kind.describe()]),
);

/** The row of a member, at any depth. */
const rowAt = (kind, path) =>
  path
    .filter((step) => typeof step === "string")
    .reduce(
      (row, name) => row?.table?.members.find((member) => member.name === name),
      { table: TABLE.get(kind) },
    );

/** A value without the members inside it that have their defaults, which the service fills in. */
function withoutDefaults(table, value) {
  if (!table || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.map((item) => withoutDefaults(table, item));
  const row = (name) => table.members.find((member) => member.name === name);
  const members = Object.entries(value).filter(
    ([name, member]) =>
      row(name)?.default === undefined || row(name).default !== member,
  );
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      withoutDefaults(row(name)?.table, member),
    ]),
  );
}

/** Returns true if a body has the member at the path of a change. It finds an item of a list by its date or user. */
function isIn(body, [name, ...inside], key) {
  if (typeof inside[0] !== "number")
    return (
      [name, ...inside].reduce((value, step) => value?.[step], body) !==
      undefined
    );
  const own = key.split("/")[1];
  // A date that is deleted by ID is another one.
  const isOwn = ({ date, deleted, userId }) =>
    (deleted !== true && date?.startsWith?.(own)) || userId?.trim?.() === own;
  return [body[name]]
    .flat()
    .some((item) => item && isOwn(item) && item[inside[1]] !== undefined);
}

/** The changes by key and values, but for members that are set nowhere and that the service fills in. */
function told(kind, changes, body, profile) {
  const isFilledIn = ({ path, key, before, after }) => {
    const row = rowAt(kind, path);
    const isSent = isIn(body.value, path, key);
    return (
      profile === "service" &&
      typeof path.at(-1) === "string" &&
      before === undefined &&
      row?.default !== undefined &&
      row.default === after &&
      !isSent
    );
  };
  const values = ({ path, key, before, after }) =>
    JSON.stringify([
      key,
      set(before),
      withoutDefaults(rowAt(kind, path)?.table, set(after)),
    ]);
  // A special date that was marked as deleted goes. Nobody asked for that, and it offered nothing.
  const wasDeleted = ({ before, after }) =>
    before?.deleted === true && after === undefined;
  return changes
    .filter((change) => !isFilledIn(change) && !wasDeleted(change))
    .map(values)
    .sort();
}

for (const kind of [calendar, location]) {
  const runs = {
    numRuns: kind === calendar ? RUNS : Math.ceil(RUNS / 3),
    seed: SEED,
  };
  const each = (arbitrary, law) =>
    fc.assert(fc.asyncProperty(arbitrary, law), runs);

  test(`G1 ${kind.kind}: a review is ok exactly if the sandbox accepts its body`, () =>
    each(
      fc.tuple(gates(kind), judge),
      async ([{ record, draft }, { profile, mode }]) => {
        const review = unlessRefused(() =>
          kind.review(record, draft, { profile, mode }),
        );
        if (!review) return;
        const { accepts } = await send(
          kind,
          record,
          review.body.value,
          profile,
        );
        const said = JSON.stringify({
          issues: review.report.issues,
          body: review.body.value,
        });
        assert.deepEqual(
          [
            review.body.canSend,
            review.report.ok,
            errors(review.report.issues).length === 0,
          ],
          [accepts, accepts, accepts],
          said,
        );
        assert.deepEqual(
          kind.body(record, draft, { profile, mode }),
          review.body,
          said,
        );
      },
    ));

  test(`G1 ${kind.kind}: an edit is ok exactly if nothing conflicts and the sandbox accepts its body`, () =>
    each(
      fc.tuple(gates(kind), judge),
      async ([{ record, draft }, { profile, mode }]) => {
        const edits = unlessRefused(() => kind.editsBetween(record, draft));
        const edited =
          edits &&
          unlessRefused(() => kind.edit(record, edits, { profile, mode }));
        if (!edited) return;
        const { accepts } = await send(
          kind,
          record,
          edited.body.value,
          profile,
        );
        const said = JSON.stringify({
          issues: edited.issues,
          body: edited.body.value,
        });
        assert.deepEqual(
          [edited.body.canSend, edited.ok],
          [accepts, accepts && edited.conflicts.length === 0],
          said,
        );
      },
    ));

  test(`G1 ${kind.kind}: a form without conflicts is ok exactly if the sandbox accepts its body`, () =>
    each(
      fc.tuple(gates(kind), planted(kind), judge, fc.nat(99)),
      async ([
        { record, draft },
        { draft: faulty },
        { profile, mode },
        first,
      ]) => {
        const form = unlessRefused(() =>
          kind.form(record, { profile, pause: 0 }),
        );
        if (!form) return;
        try {
          const members = Object.entries(bare(kind, draft));
          const start = members.length && first % members.length;
          const values = [
            ...members.slice(start, start + EDITS),
            ...Object.entries(faulty).slice(0, 2),
          ];
          for (const [name, value] of [[], ...values]) {
            if (
              name !== undefined &&
              !unlessRefused(() => form.set([name], value))
            )
              continue;
            const body = unlessRefused(() => form.body({ mode }));
            if (!body) continue;
            const { accepts } = await send(
              kind,
              form.getSnapshot().stored,
              body.value,
              profile,
            );
            const said = JSON.stringify({
              draft: form.getSnapshot().draft,
              issues: form.getSnapshot().issues,
            });
            assert.equal(body.canSend, accepts, said);
            if (mode === "full")
              assert.equal(form.getSnapshot().ok, accepts, said);
          }
        } finally {
          form.free();
        }
      },
    ));

  test(`G2 ${kind.kind}: the changes of a review are those that happen`, () =>
    each(
      fc.tuple(gates(kind), judge),
      async ([{ record, draft }, { profile, mode }]) => {
        const review = unlessRefused(() =>
          kind.review(record, draft, { profile, mode }),
        );
        if (!review) return;
        const { accepts, held } = await send(
          kind,
          record,
          review.body.value,
          profile,
        );
        const outcome = kind.outcome(record, review.body.value, { profile });
        if (accepts) assert.deepEqual(held, outcome);
        const before = kind.read(record).value;
        if (!unlessRefused(() => kind.read(outcome))) return;
        // A record with a member of that name reads as one in its envelope.
        if (Object.hasOwn(outcome, envelope(kind))) return;
        const diff = kind.diff(before, outcome, { absent: "remove" });
        // The key of an item without a distinct key is its index, which depends on the other items of either record.
        if (
          [...diff.issues, ...review.diff.issues].some(
            ({ code }) => code === "by_position",
          )
        )
          return;
        const happens = told(kind, diff.changes, review.body, profile);
        assert.deepEqual(
          told(kind, review.diff.changes, { value: {} }, ""),
          happens,
          JSON.stringify({ profile, mode, held }),
        );
        const rest = kind.diff(apply(before, review.diff.patch), outcome, {
          absent: "remove",
        }).changes;
        assert.deepEqual(
          told(kind, rest, review.body, profile),
          [],
          JSON.stringify({ profile, mode, patch: review.diff.patch }),
        );
      },
    ));

  test(`G3 ${kind.kind}: a response is read as the record that it stands for, and opens as a form that can be saved`, () =>
    each(
      fc.tuple(response(kind), judge),
      async ([{ sent, record, notes }, { profile, mode }]) => {
        const read = kind.read(sent);
        assert.deepEqual(read.value, record);
        const said = (notes) =>
          notes.map(({ code, pointer }) => `${code} ${pointer}`).sort();
        assert.deepEqual(said(read.issues), said(notes));
        const form = kind.form(sent, { profile, pause: 0 });
        assert.deepEqual(
          [
            errors(form.getSnapshot().issues),
            form.getSnapshot().changes,
            form.getSnapshot().ok,
          ],
          [[], [], true],
        );
        const body = form.body({ mode });
        const { accepts } = await send(kind, sent, body.value, profile);
        assert.deepEqual(
          [body.canSend, accepts],
          [true, true],
          JSON.stringify(body.value),
        );
        if (mode === "changed") assert.deepEqual(body.value, {});
        form.free();
      },
    ));

  test(`G3 ${kind.kind}: a value that is only repeated is no error of the draft, nor is one that the draft does not touch`, () =>
    each(
      fc.tuple(gates(kind), response(kind), judge),
      ([{ record, draft }, { sent, record: read }, { profile, mode }]) => {
        for (const own of [sent, bare(kind, sent), read, {}]) {
          const { report } = unlessRefused(() =>
            kind.review(sent, own, { profile, mode }),
          ) ?? { report: { issues: [] } };
          assert.deepEqual(
            errors(report.issues),
            [],
            JSON.stringify({ profile, mode, own }),
          );
        }
        const repeated = unlessRefused(() =>
          kind.review(record, record, { profile, mode }),
        );
        if (repeated)
          assert.deepEqual(
            errors(repeated.report.issues).filter(
              ({ about }) => about !== "stored",
            ),
            [],
          );
        const review = unlessRefused(() =>
          kind.review(record, draft, { profile, mode }),
        );
        if (!review) return;
        const names = Object.keys(bare(kind, draft)).map((name) =>
          name.toLowerCase(),
        );
        // An alias differs from its name by a letter or its case.
        const touches = ([first]) =>
          first === undefined ||
          first === envelope(kind) ||
          names.some(
            (name) =>
              name === String(first).toLowerCase() ||
              name === String(first).replace("oin", "oint").toLowerCase(),
          );
        // Another test has the empty texts that clear.
        for (const issue of errors(review.report.issues).filter(
          ({ about, code }) => about === "draft" && code !== "empty_text",
        )) {
          const related = (issue.related ?? []).map((pointer) =>
            pointer.split("/").slice(1),
          );
          assert.ok(
            [issue.path, ...related].some(touches),
            JSON.stringify({ profile, mode, issue }),
          );
        }
      },
    ));

  test(`G3 ${kind.kind}: a sound edit of a response has no error`, () =>
    each(
      fc.tuple(
        response(kind),
        fc.constantFrom(
          "name",
          "notes",
          "description",
          "slotDuration",
          "isActive",
          "city",
        ),
        judge,
      ),
      async ([{ sent, record }, name, { profile, mode }]) => {
        const edit = {
          [kind.describe().members.some((row) => row.name === name)
            ? name
            : "name"]:
            name === "slotDuration"
              ? 45
              : name === "isActive"
                ? true
                : "Rose Lane",
        };
        const value =
          kind === location && (name === "slotDuration" || name === "isActive")
            ? { name: "Rose Lane" }
            : edit;
        for (const draft of [
          value,
          { ...bare(kind, sent), ...value },
          { ...record, ...value },
        ]) {
          const { report, body } = kind.review(sent, draft, { profile, mode });
          const { accepts } = await send(kind, sent, body.value, profile);
          assert.deepEqual(
            [errors(report.issues), report.ok, body.canSend, accepts],
            [[], true, true, true],
            JSON.stringify({ draft, body }),
          );
        }
      },
    ));
}

test("records in the specification's shapes have no member that is not set", () => {
  fc.assert(
    fc.property(stored(calendar), (record) => {
      assert.deepEqual(
        calendar
          .read(record)
          .issues.filter(({ code }) => code === "read_not_set"),
        [],
      );
    }),
    { seed: SEED },
  );
});

const cases = JSON.parse(
  readFileSync(new URL("../gate-cases.json", import.meta.url), "utf8"),
);
const kindOf = ({ kind }) => (kind === "location" ? location : calendar);

for (const { name, ...given } of cases.reviews) {
  test(`a review: ${name}`, async () => {
    const kind = kindOf(given);
    const options = { profile: "service", mode: given.mode };
    const { report, body, diff } = kind.review(
      given.stored,
      given.draft,
      options,
    );
    assert.ok(report.ok && body.canSend);
    assert.deepEqual(body.value, given.body);
    assert.deepEqual(
      diff.changes.map((change) => change.words),
      given.changes,
    );
    const decided = body.decisions.map((decision) => decision.code);
    for (const code of given.decisions ?? []) {
      assert.ok(decided.includes(code), `${code} of ${decided}`);
    }
    const record = bare(kind, given.stored);
    const answer = await send(kind, record, body.value, "service");
    assert.ok(answer.accepts);
  });
  test(`an untouched form: ${name}`, () => {
    const form = kindOf(given).form(given.stored, { profile: "service" });
    const { ok, changes } = form.getSnapshot();
    assert.ok(ok && form.body().canSend);
    assert.deepEqual(changes, []);
    form.free();
  });
}

for (const { name, record, notes, ...given } of cases.records) {
  test(`a record: ${name}`, () => {
    const { ok, issues } = kindOf(given).validate(record, { of: "record" });
    assert.ok(ok);
    const told = issues.filter((issue) => issue.code === "read_not_set");
    assert.deepEqual(told.map((issue) => issue.pointer).sort(), notes);
  });
}

for (const {
  name,
  stored,
  sent,
  after,
  applied,
  ...given
} of cases.verifications) {
  test(`a verification: ${name}`, () => {
    const verified = kindOf(given).verify(stored, sent, after);
    assert.ok(verified.ok);
    assert.deepEqual(
      verified.applied.map((change) => change.words),
      applied,
    );
  });
}

for (const { name, record } of cases.refused) {
  test(`refused as an unknown envelope: ${name}`, () => {
    for (const answer of [
      () => calendar.read(record),
      () => calendar.validate(record),
      () => calendar.validate(record, { of: "record" }),
      () => calendar.body(record, {}),
      () => calendar.review(record, {}),
      () => calendar.form(record),
    ]) {
      assert.throws(answer, { code: "envelope_unknown" });
    }
  });
}
