/** The whole loop against the sandbox, in place of a server: accepted once, refused once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, calendar, location, sandbox } from "calendiff";

const STATE = {
  calendars: { Kx2m: { id: "Kx2m", name: "Consultation", slotDuration: 60, slotInterval: 30, eventColor: "#039be5", openHours: [] } },
  locations: { l: { id: "l", name: "Rose Lane" } },
};
const TO = { baseUrl: "https://sandbox.example", token: "t" };

/** What came back for a draft, as a program would go about it. */
async function update(service, kind, id, stored, draft, more) {
  const body = kind.body(stored, draft).value;
  const { url, init } = kind.request({ ...TO, id, body, ...more });
  const answer = await service.fetch(url, init);
  const contentType = answer.headers.get("content-type");
  return { body, contentType, ...kind.response({ status: answer.status, contentType, text: await answer.text(), draft: body }) };
}

test("read, edit, validate, diff, body, request, send, answer, verify: accepted", async () => {
  const service = sandbox(STATE, { profile: "service", token: "t" });
  const stored = calendar.read({ calendar: STATE.calendars.Kx2m }).value;
  const draft = { slotDuration: 45, eventColor: "#F00" };
  const report = calendar.fix(draft, { profile: "service", stored });
  assert.ok(report.ok);
  assert.deepEqual(calendar.diff(stored, report.value).words, ["slot duration 45, was 60", "color #ff0000, was #039be5"].sort().reverse());
  const answer = await update(service, calendar, "Kx2m", stored, report.value);
  assert.deepEqual([answer.ok, answer.status, answer.contentType], [true, 200, "text/plain"]);
  const verified = calendar.verify(stored, answer.body, answer.stored.value);
  assert.deepEqual(verified.notApplied, []);
  assert.equal(verified.applied.length, 2);
  assert.equal(service.state.calendars.Kx2m.slotDuration, 45);
  assert.equal(STATE.calendars.Kx2m.slotDuration, 60);
});

test("the same, refused, with every text at a field", async () => {
  const service = sandbox(STATE, { profile: "service" });
  const draft = {
    slotDuration: "45", timezone: "UTC", teamMembers: [{ priority: "high" }], alertEmail: "desk@",
    openHours: [{ daysOfTheWeek: [1, 2], hours: [{ openHour: 9, openMinute: 0, closeHour: 30, closeMinute: 0 }] }],
  };
  const { ok, refusal } = await update(service, calendar, "Kx2m", STATE.calendars.Kx2m, draft);
  assert.equal(ok, false);
  assert.equal(refusal.reason, "unprocessable");
  assert.equal(refusal.texts.length, 7);
  const errors = calendar.validate(draft, { profile: "service" }).issues.filter(({ severity }) => severity === "error");
  const places = (issues) => issues.map(({ code, pointer }) => `${code} ${pointer}`).sort();
  assert.deepEqual(places(refusal.issues), places(errors));
  const fixed = refusal.issues.find(({ pointer }) => pointer === "/slotDuration").fix;
  assert.equal(apply(draft, fixed.patch).slotDuration, 45);
  assert.deepEqual(service.state, STATE);
});

test("locations, the public API, and who may not", async () => {
  const service = sandbox(STATE, { token: "t" });
  const answer = await update(service, location, "l", STATE.locations.l, { city: "Bath" }, { api: "public" });
  assert.equal(answer.stored.envelope, "buiseness");
  assert.equal(service.state.locations.l.city, "Bath");
  const reason = async (more) => (await update(service, location, "l", STATE.locations.l, { city: "Bath" }, more)).refusal.reason;
  assert.equal(await reason({ token: "other" }), "unauthorized");
  assert.equal(await reason({ version: "2020-01-01" }), "unauthorized");
  assert.equal(await reason({ id: "none" }), "bad-request");
  assert.equal((await service.fetch("https://sandbox.example/")).status, 404);
  assert.equal((await service.fetch(new Request("https://sandbox.example/api/calendars/Kx2m", { method: "PUT", body: "{" }))).status, 401);
});

test("what is no state or option is an Error", async () => {
  const ask = (...given) => sandbox(...given).fetch("https://sandbox.example/");
  await assert.rejects(ask([]), { code: "option" });
  await assert.rejects(ask({}, { profile: "strict" }), { code: "option" });
  await assert.rejects(ask({ calendars: { a: () => {} } }), { code: "not_json" });
  assert.equal((await ask({})).status, 404);
});
