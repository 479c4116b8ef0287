/** What crosses to the core and what comes back agree with JSON, whatever JavaScript holds. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import { apply, calendar, invert } from "calendiff";
import { draft, planted } from "calendiff/fast-check";
import * as fc from "fast-check";

const RUNS = { numRuns: 1000, endOnFailure: true };

/** A value as it comes back when nothing is done to it: through a patch that says nothing. */
const through = (value) => apply(value, []);

/** Every array and object in a value. */
function* parts(value) {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const inner of Object.values(value)) yield* parts(inner);
}

/** The report's value is the canonical form to the byte, and shares nothing with the draft. */
function assertFresh(given) {
  const { value } = calendar.validate(given);
  assert.equal(
    JSON.stringify(value),
    JSON.stringify(calendar.normalize(given)),
  );
  const own = new Set(parts(given));
  for (const part of parts(value))
    assert.ok(!own.has(part), "an object of the draft is in the answer");
  return value;
}

test("any JSON crosses unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      assert.equal(
        JSON.stringify(through(value)),
        JSON.stringify(JSON.parse(JSON.stringify(value))),
      );
    }),
    RUNS,
  );
});

test("any text crosses as it is, and half of a surrogate pair is named", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      if (text.isWellFormed?.() ?? true) assert.equal(through([text])[0], text);
    }),
    RUNS,
  );
  for (const text of [
    "",
    "é",
    "😀".repeat(200),
    "a".repeat(255),
    "a".repeat(256),
    `${"a".repeat(300)}é`,
  ]) {
    assert.deepEqual(through({ [text]: text }), { [text]: text });
  }
  for (const text of ["\ud800", "a\udc00b", `${"a".repeat(300)}\ud800`]) {
    assert.throws(() => through({ name: text }), {
      code: "not_json",
      pointer: "/name",
    });
    assert.throws(() => through({ [text]: 1 }), { code: "not_json" });
    const { issues, value } = calendar.validate({ name: text, slug: "kept" });
    assert.deepEqual(
      [issues[0].code, issues[0].pointer, value.name, value.slug],
      ["not_json", "/name", null, "kept"],
    );
  }
});

test("numbers cross as JSON has them", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (number) => {
        assert.ok(Object.is(through([number])[0], number + 0));
        assert.ok(
          Object.is(
            calendar.validate({ slotBuffer: number }).value.slotBuffer,
            number + 0,
          ),
        );
      },
    ),
    RUNS,
  );
  for (const number of [
    0,
    1,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
    -1,
    2 ** 53,
    1e21,
    5e-324,
  ])
    assert.equal(through([number])[0], number);
});

/** A record in an envelope of another name is refused. */
const unlessEnveloped = (assertion) => {
  try {
    assertion();
  } catch (error) {
    if (error.code !== "envelope_unknown") throw error;
  }
};

test("a report's value is the canonical form, in fresh objects", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        draft(calendar),
        planted(calendar).map((fault) => fault.draft),
      ),
      (given) => void assertFresh(given),
    ),
    RUNS,
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      (given) => void unlessEnveloped(() => assertFresh(given)),
    ),
    RUNS,
  );
  fc.assert(
    fc.property(
      fc.record(
        { name: fc.anything(), openHours: fc.anything(), mine: fc.anything() },
        { requiredKeys: [] },
      ),
      (given) => {
        const { value, issues } = calendar.validate(given);
        JSON.stringify(value);
        assert.ok(Array.isArray(issues));
      },
    ),
    RUNS,
  );
});

test("members that are undefined are not there", () => {
  const given = {
    name: "n",
    slug: undefined,
    recurring: { freq: undefined, count: 2 },
    mine: [{ a: undefined }],
  };
  assert.deepEqual(Object.keys(assertFresh(given)), [
    "name",
    "recurring",
    "mine",
  ]);
  assert.deepEqual(
    calendar.validate(given).value,
    JSON.parse(JSON.stringify(given)),
  );
});

test("what is not JSON is found where it is, and null in the value", () => {
  const holes = [1, , 3]; // eslint-disable-line no-sparse-arrays
  class Own {}
  for (const [odd, found] of [
    [holes, "/mine/1"],
    [new Date(0), "/mine"],
    [new Own(), "/mine"],
    [new Map(), "/mine"],
    [10n, "/mine"],
    [Symbol("s"), "/mine"],
    [() => 1, "/mine"],
    [Number.NaN, "/mine"],
    [-Infinity, "/mine"],
  ]) {
    const { issues, value } = calendar.validate({ name: "n", mine: odd });
    assert.ok(
      issues.some(
        ({ code, pointer }) => code === "not_json" && pointer === found,
      ),
      found,
    );
    assert.deepEqual(value, {
      name: "n",
      mine: Array.isArray(odd) ? [1, null, 3] : null,
    });
  }
  const cycle = { name: "n" };
  cycle.mine = { cycle };
  assert.deepEqual(calendar.validate(cycle).value, {
    name: "n",
    mine: { cycle: null },
  });
  const twice = { a: 1 };
  assert.deepEqual(through([twice, twice]), [{ a: 1 }, { a: 1 }]);
});

test("objects without a prototype, of another realm and with any name are plain", () => {
  const bare = Object.assign(Object.create(null), {
    name: "n",
    mine: Object.assign(Object.create(null), { a: 1 }),
  });
  const own = JSON.parse(
    '{ "name": "n", "__proto__": { "a": 1 }, "constructor": 2, "toString": 3 }',
  );
  const foreign = runInNewContext('({ name: "n", mine: [{ a: 1 }] })');
  const named = { name: "n", mine: 1, [Symbol("s")]: {} };
  for (const given of [bare, own, foreign, named]) {
    const value = assertFresh(given);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(Object.getOwnPropertySymbols(value), []);
    assert.deepEqual(Object.keys(value).sort(), Object.keys(given).sort());
  }
  Object.prototype.polluted = "everywhere";
  try {
    assert.deepEqual(Object.keys(calendar.validate({ name: "n" }).value), [
      "name",
    ]);
    assert.equal(JSON.stringify(through({ a: { b: 1 } })), '{"a":{"b":1}}');
  } finally {
    delete Object.prototype.polluted;
  }
});

test("members come in their order, those that are spelled otherwise among them", () => {
  assert.equal(
    JSON.stringify(
      assertFresh({ 9: 1, 10: 2, slug: "s", name: " n ", groupId: "g" }),
    ),
    JSON.stringify(
      calendar.normalize({ 9: 1, 10: 2, slug: "s", name: " n ", groupId: "g" }),
    ),
  );
  assert.deepEqual(
    Object.keys(
      assertFresh({ slug: "s", name: " n ", zz: 1, groupId: "g", aa: 2 }),
    ),
    ["groupId", "name", "slug", "aa", "zz"],
  );
  assert.deepEqual(
    assertFresh({ name: "n", eventColor: "#ABCDEF", __proto__: null }),
    { name: "n", eventColor: "#abcdef" },
  );
  assert.deepEqual(assertFresh({ calendar: { slug: "s", name: " n " } }), {
    calendar: { name: "n", slug: "s" },
  });
});

test("a getter is read once, may change the draft, and may throw", () => {
  let read = 0;
  const counted = {
    get name() {
      return `n${read++}`;
    },
    slug: "s",
  };
  assert.equal(calendar.validate(counted).value.name, "n0");
  assert.equal(read, 1);

  const shifty = {
    get name() {
      shifty.slug = "later";
      delete shifty.notes;
      shifty.added = 1;
      return "n";
    },
    slug: "s",
    notes: "gone",
  };
  const { value, issues } = calendar.validate(shifty);
  assert.deepEqual(value, { name: "n", slug: "later" });
  assert.deepEqual(
    issues.filter(({ code }) => code !== "omitted_defaults"),
    [],
  );

  const thrown = new Error("no");
  for (let time = 0; time < 3; time++) {
    assert.throws(
      () =>
        calendar.validate({
          name: "n",
          get slug() {
            throw thrown;
          },
        }),
      (error) => error === thrown,
    );
    assert.throws(
      () =>
        calendar.validate({
          name: "n",
          get slug() {
            throw "text";
          },
        }),
      (error) => error === "text",
    );
    assert.deepEqual(calendar.validate({ name: "n" }).value, { name: "n" });
  }
});

test("proxies are read like what they stand for", () => {
  const target = { name: " n ", recurring: { count: 2 }, mine: [1, { a: 2 }] };
  const deep = (value) =>
    new Proxy(value, {
      get: (own, name) =>
        typeof own[name] === "object" && own[name] !== null
          ? deep(own[name])
          : own[name],
    });
  assert.deepEqual(calendar.validate(deep(target)), calendar.validate(target));
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  assert.throws(() => calendar.validate({ mine: proxy }), TypeError);
  assert.deepEqual(calendar.validate({ name: "n" }).value, { name: "n" });
});

test("a getter in a draft may ask for another", () => {
  const inner = () =>
    calendar.validate({ eventColor: "#ABCDEF", notes: "é".repeat(1000) }).value
      .eventColor;
  const given = {
    name: "first",
    get slug() {
      return inner().slice(1);
    },
    notes: "last",
    mine: {
      get deep() {
        return [inner(), invert({ a: 1 }, [])];
      },
    },
  };
  const { value } = calendar.validate(given);
  assert.deepEqual(value, {
    name: "first",
    slug: "abcdef",
    notes: "last",
    mine: { deep: ["#abcdef", []] },
  });
});

test("memory grows while a draft crosses, and what came before and after is right", () => {
  const small = { name: "n", slug: "s" };
  for (const size of [10, 20_000_000, 10]) {
    const notes = "é".repeat(size / 2);
    assert.equal(calendar.validate({ ...small, notes }).value.notes, notes);
    const mine = Array.from({ length: Math.min(size, 100_000) }, (_, at) => ({
      at,
      name: `n${at}`,
    }));
    assert.deepEqual(through({ mine }), { mine });
    assert.deepEqual(calendar.validate(small).value, small);
  }
});

test("nesting has one limit, whatever is around", () => {
  const nested = (levels) =>
    Array.from({ length: levels - 1 }).reduce((inner) => ({ a: inner }), {});
  assert.deepEqual(calendar.validate(nested(128)).value, nested(128));
  assert.throws(() => calendar.validate(nested(129)), { code: "json_depth" });
  assert.throws(() => calendar.validate(nested(5000)), { code: "json_depth" });
});

test("how long an array is, and how many parts are shared, is asked before they are walked", () => {
  const long = (length) => Object.assign([], { length });
  const shared = Array.from({ length: 40 }).reduce(
    (inner) => [inner, inner],
    1,
  );
  const form = calendar.form({ name: "n" });
  for (const mine of [long(2 ** 32 - 1), long(10_000_000), shared]) {
    assert.throws(() => calendar.validate({ mine }), { code: "json_size" });
    assert.throws(() => through(mine), { code: "json_size" });
    assert.throws(() => form.set(["mine"], mine), { code: "json_size" });
    assert.deepEqual(form.getSnapshot().draft, { name: "n" });
  }
  const { issues } = calendar.validate({ mine: long(1000) });
  assert.equal(issues.filter(({ code }) => code === "not_json").length, 1000);
});

test("a name too long to be told by its length is refused, and is no other name", () => {
  const long = "x".repeat(2 ** 27 + 6);
  for (const name of [long, `${"x".repeat(2 ** 26)}é${"x".repeat(2 ** 26)}`]) {
    assert.throws(() => calendar.validate({ [name]: "n" }), {
      code: "json_size",
    });
    assert.throws(() => through({ [name]: "n" }), { code: "json_size" });
  }
  assert.deepEqual(calendar.validate({ name: "n" }).value, { name: "n" });
});
