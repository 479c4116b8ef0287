/** Answers: the stored record, or each text of a refusal at its field. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { calendar, location } from "calendiff";

test("a success holds the record, a refusal its texts at their fields", () => {
  const stored = location.response({
    status: 200,
    contentType: "text/plain",
    text: '{"success":true,"buiseness":{"name":"n"}}',
  });
  assert.deepEqual(
    [stored.ok, stored.status, stored.stored.value],
    [true, 200, { name: "n" }],
  );

  const texts = [
    "property timezone should not exist",
    "slotDuration must be a positive number",
  ];
  const answer = {
    status: 422,
    contentType: null,
    text: JSON.stringify({ statusCode: 422, message: texts }),
  };
  const { ok, refusal } = calendar.response(answer);
  assert.equal(ok, false);
  assert.equal(refusal.reason, "unprocessable");
  assert.deepEqual(refusal.texts, texts);
  assert.deepEqual(
    refusal.issues.map(({ code, pointer, severity }) => [
      code,
      pointer,
      severity,
    ]),
    [
      ["unknown_member", "/timezone", "error"],
      ["not_above", "/slotDuration", "error"],
    ],
  );
  const draft = { timezone: "UTC", slotDuration: 0 };
  const explained = calendar.response({
    ...answer,
    draft,
    language: { message: { not_above: "mehr als {min}" } },
  }).refusal;
  assert.equal(explained.issues[0].fix.title, "Remove timezone");
  assert.equal(explained.issues[1].message, "mehr als 0");
  assert.deepEqual(
    calendar.explain(texts, { draft }).map(({ fix }) => fix?.title),
    ["Remove timezone", undefined],
  );
  assert.equal(
    calendar.explain("Calendar slug is already taken")[0].pointer,
    "/slug",
  );
});

test("any answer is one, and kept whole", () => {
  for (const text of [
    "",
    "<html>",
    "[".repeat(100_000),
    "x".repeat(17_000_000),
  ]) {
    const { refusal } = calendar.response({ status: 502, text });
    assert.deepEqual([refusal.reason, refusal.retry], ["server", true]);
    assert.equal(refusal.issues.length, 1);
    assert.ok(refusal.text === text);
  }
  assert.equal(
    calendar.response({ status: 200, text: "ok" }).refusal.reason,
    "not-json",
  );
});

test("what is no answer is an Error", () => {
  const refused = (call) =>
    assert.throws(call, { name: "Error", code: "option" });
  for (const status of [undefined, "422", -1, 70_000, 4.5, 99, 600, 999])
    refused(() => calendar.response({ status, text: "" }));
  refused(() => calendar.response({ status: 422, text: 7 }));
  refused(() =>
    calendar.response({ status: 422, text: "", profile: "service" }),
  );
  refused(() => calendar.explain([7]));
  refused(() => calendar.explain({}));
});

test("digits that no update sends keep no answer from being read", () => {
  const digits = "123456789012345678901";
  const answer = calendar.response({
    status: 200,
    contentType: null,
    text: `{"calendar":{"id":"a","mine":[${digits}]},"traceId":${digits}}`,
  });
  assert.deepEqual(answer.stored.value, { id: "a", mine: [digits] });
  assert.deepEqual(
    answer.stored.issues.map(({ code, pointer }) => `${code} ${pointer}`),
    ["read_integer /mine/0"],
  );
  const refused = calendar.response({
    status: 200,
    contentType: null,
    text: `{"calendar":{"id":"a","slotDuration":${digits}}}`,
  });
  assert.match(refused.refusal.issues[0].message, /json_integer/);
});

test("an answer that is not JSON keeps the code and the place of the error", () => {
  const { refusal } = calendar.response({
    status: 422,
    text: '{"message": "slug must\nbe text"}',
  });
  assert.deepEqual(refusal.notJson, {
    code: "json_syntax",
    message: refusal.notJson.message,
    line: 1,
    column: 23,
  });
  assert.match(refusal.issues[0].message, /json_syntax/);
  const marked = calendar.response({
    status: 422,
    text: '\ufeff{"message": "slug must be a string"}',
  }).refusal;
  assert.deepEqual(
    [marked.notJson.code, marked.texts],
    ["json_bom", ["slug must be a string"]],
  );
  assert.equal(
    "notJson" in calendar.response({ status: 422, text: "{}" }).refusal,
    false,
  );
});

test("a refusal has a reason, and says whether to retry", () => {
  const reason = (status, message) => {
    const { refusal } = calendar.response({
      status,
      text:
        message === undefined
          ? ""
          : JSON.stringify({ statusCode: status, message }),
    });
    return [refusal.reason, refusal.retry, refusal.issues[0].severity];
  };
  assert.deepEqual(reason(401, "The token is not authorized for this scope."), [
    "scope-missing",
    false,
    "warning",
  ]);
  assert.deepEqual(
    reason(403, "The token does not have access to this location."),
    ["forbidden", false, "warning"],
  );
  assert.deepEqual(reason(429, "Too Many Requests"), [
    "rate-limited",
    true,
    "warning",
  ]);
  assert.deepEqual(reason(204), ["no-record", false, "warning"]);
  assert.deepEqual(reason(422, "slug must be a string"), [
    "unprocessable",
    false,
    "error",
  ]);
  const { refusal } = calendar.response({
    status: 429,
    text: '{"message":"slow down"}',
    draft: {},
  });
  assert.equal(refusal.issues[0].severity, "warning");
});

test("a form takes every refusal", () => {
  for (const [status, text, severity] of [
    [502, "<html>Bad Gateway</html>", "warning"],
    [503, "", "warning"],
    [400, "", "error"],
    [422, "{}", "error"],
    [200, "<html>", "warning"],
    [204, "", "warning"],
    [0, "", "error"],
    [401, '{"message":"Invalid token"}', "warning"],
    [429, "[]", "warning"],
  ]) {
    const response = calendar.response({ status, text });
    for (const refused of [response, response.refusal]) {
      const form = calendar.form({ id: "a", slug: "a" });
      form.refused(refused);
      const { issues, refusal } = form.getSnapshot();
      const { message } = response.refusal.issues[0];
      const found = issues.map(({ code, pointer, message, severity }) => [
        code,
        pointer,
        message,
        severity,
      ]);
      assert.deepEqual(
        found,
        severity === "error" ? [["service_says", "", message, severity]] : [],
      );
      const { reason, retry } = response.refusal;
      assert.deepEqual(
        refusal,
        severity === "error"
          ? undefined
          : { reason, retry, messages: [message] },
      );
      assert.equal(form.getSnapshot().ok, severity !== "error");
      form.set(["slug"], "b");
      assert.equal(form.getSnapshot().draft.slug, "b");
    }
  }
});
