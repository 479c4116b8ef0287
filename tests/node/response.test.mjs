/** Answers: the stored record, or each text of a refusal at its field. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { calendar, location } from "calendiff";

test("a success holds the record, a refusal its texts at their fields", () => {
  const stored = location.response({ status: 200, contentType: "text/plain", text: '{"success":true,"buiseness":{"name":"n"}}' });
  assert.deepEqual([stored.ok, stored.status, stored.stored.value], [true, 200, { name: "n" }]);

  const texts = ["property timezone should not exist", "slotDuration must be a positive number"];
  const answer = { status: 422, contentType: null, text: JSON.stringify({ statusCode: 422, message: texts }) };
  const { ok, refusal } = calendar.response(answer);
  assert.equal(ok, false);
  assert.equal(refusal.reason, "unprocessable");
  assert.deepEqual(refusal.texts, texts);
  assert.deepEqual(refusal.issues.map(({ code, pointer, severity }) => [code, pointer, severity]), [
    ["unknown_member", "/timezone", "error"],
    ["not_above", "/slotDuration", "error"],
  ]);
  const draft = { timezone: "UTC", slotDuration: 0 };
  const explained = calendar.response({ ...answer, draft, language: { message: { not_above: "mehr als {min}" } } }).refusal;
  assert.equal(explained.issues[0].fix.title, 'Remove timezone');
  assert.equal(explained.issues[1].message, "mehr als 0");
  assert.deepEqual(calendar.explain(texts, { draft }).map(({ fix }) => fix?.title), ['Remove timezone', undefined]);
  assert.equal(calendar.explain("Calendar slug is already taken")[0].pointer, "/slug");
});

test("any answer is one, and kept whole", () => {
  for (const text of ["", "<html>", "[".repeat(100_000), "x".repeat(17_000_000)]) {
    const { refusal } = calendar.response({ status: 502, text });
    assert.equal(refusal.reason, "other");
    assert.equal(refusal.issues.length, 1);
    assert.ok(refusal.text === text);
  }
  assert.equal(calendar.response({ status: 200, text: "ok" }).refusal.reason, "unreadable");
});

test("what is no answer is an Error", () => {
  const refused = (call) => assert.throws(call, { name: "Error", code: "option" });
  for (const status of [undefined, "422", -1, 70_000, 4.5]) refused(() => calendar.response({ status, text: "" }));
  refused(() => calendar.response({ status: 422, text: 7 }));
  refused(() => calendar.response({ status: 422, text: "", profile: "service" }));
  refused(() => calendar.explain([7]));
  refused(() => calendar.explain({}));
});

test("digits that no update sends keep no answer from being read", () => {
  const digits = "123456789012345678901";
  const answer = calendar.response({ status: 200, contentType: null, text: `{"calendar":{"id":"a","mine":[${digits}]},"traceId":${digits}}` });
  assert.deepEqual(answer.stored.value, { id: "a", mine: [digits] });
  assert.deepEqual(answer.stored.issues.map(({ code, pointer }) => `${code} ${pointer}`), ["read_integer /mine/0"]);
  const refused = calendar.response({ status: 200, contentType: null, text: `{"calendar":{"id":"a","slotDuration":${digits}}}` });
  assert.match(refused.refusal.issues[0].message, /json_integer/);
});
