/** The whole loop against the sandbox, in place of a server: accepted once, refused once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, calendar, location, sandbox } from "calendiff";

const STATE = {
  calendars: {
    Kx2m: {
      id: "Kx2m",
      name: "Consultation",
      slotDuration: 60,
      slotInterval: 30,
      eventColor: "#039be5",
      openHours: [],
    },
  },
  locations: { l: { id: "l", name: "Rose Lane" } },
};
const TO = { baseUrl: "https://sandbox.example", token: "t" };

test("the state is a copy, also before the first request", () => {
  const records = structuredClone(STATE);
  const service = sandbox(records);
  records.calendars.Kx2m.name = "Changed";
  assert.deepEqual(service.state, STATE);
});

/** What came back for a draft, as a program would go about it. */
async function update(service, kind, id, stored, draft, more) {
  const body = kind.body(stored, draft).value;
  const { url, init } = kind.request({ ...TO, id, body, ...more });
  const answer = await service.fetch(url, init);
  const contentType = answer.headers.get("content-type");
  return {
    body,
    contentType,
    ...kind.response({
      status: answer.status,
      contentType,
      text: await answer.text(),
      draft: body,
    }),
  };
}

test("read, edit, validate, diff, body, request, send, answer, verify: accepted", async () => {
  const service = sandbox(STATE, { profile: "service", token: "t" });
  const stored = calendar.read({ calendar: STATE.calendars.Kx2m }).value;
  const draft = { slotDuration: 45, eventColor: "#F00" };
  const report = calendar.fix(draft, { profile: "service", stored });
  assert.ok(report.ok);
  assert.deepEqual(
    calendar.diff(stored, report.value).words,
    ["slot duration 45, was 60", "color #ff0000, was #039be5"].sort().reverse(),
  );
  const answer = await update(service, calendar, "Kx2m", stored, report.value);
  assert.deepEqual(
    [answer.ok, answer.status, answer.contentType],
    [true, 200, "text/plain"],
  );
  const verified = calendar.verify(stored, answer.body, answer.stored.value);
  assert.deepEqual(verified.notApplied, []);
  assert.equal(verified.applied.length, 2);
  assert.equal(service.state.calendars.Kx2m.slotDuration, 45);
  assert.equal(STATE.calendars.Kx2m.slotDuration, 60);
});

test("a request that is aborted is rejected and changes nothing", async () => {
  const service = sandbox(STATE);
  const { url, init } = calendar.request({
    ...TO,
    id: "Kx2m",
    body: { slotDuration: 45 },
  });
  await assert.rejects(
    service.fetch(url, { ...init, signal: AbortSignal.abort() }),
    { name: "AbortError" },
  );
  await assert.rejects(
    service.fetch(url, {
      ...init,
      signal: AbortSignal.abort(new Error("too slow")),
    }),
    { message: "too slow" },
  );
  const later = new AbortController();
  const answer = service.fetch(
    new Request(url, { ...init, signal: later.signal }),
  );
  later.abort();
  await assert.rejects(answer, { name: "AbortError" });
  assert.deepEqual(service.state, STATE);
  assert.equal(
    (
      await service.fetch(url, {
        ...init,
        signal: new AbortController().signal,
      })
    ).status,
    200,
  );
});

test("the same, refused, with every text at a field", async () => {
  const service = sandbox(STATE, { profile: "service" });
  const draft = {
    slotDuration: "45",
    timezone: "UTC",
    teamMembers: [{ priority: "high" }],
    alertEmail: "desk@",
    openHours: [
      {
        daysOfTheWeek: [1],
        hours: [{ openHour: 9, openMinute: 0, closeHour: 30, closeMinute: 0 }],
      },
    ],
  };
  const { ok, refusal } = await update(
    service,
    calendar,
    "Kx2m",
    STATE.calendars.Kx2m,
    draft,
  );
  assert.equal(ok, false);
  assert.equal(refusal.reason, "unprocessable");
  assert.equal(refusal.texts.length, 6);
  const errors = calendar
    .validate(draft, { profile: "service" })
    .issues.filter(({ severity }) => severity === "error");
  const places = (issues) =>
    issues.map(({ code, pointer }) => `${code} ${pointer}`).sort();
  assert.deepEqual(places(refusal.issues), places(errors));
  const fixed = refusal.issues.find(
    ({ pointer }) => pointer === "/slotDuration",
  ).fix;
  assert.equal(apply(draft, fixed.patch).slotDuration, 45);
  assert.deepEqual(service.state, STATE);
});

test("locations, the public API, and who may not", async () => {
  const service = sandbox(STATE, { token: "t" });
  const answer = await update(
    service,
    location,
    "l",
    STATE.locations.l,
    { city: "Bath" },
    { api: "public" },
  );
  assert.equal(answer.stored.envelope, "buiseness");
  assert.equal(service.state.locations.l.city, "Bath");
  const reason = async (more) =>
    (
      await update(
        service,
        location,
        "l",
        STATE.locations.l,
        { city: "Bath" },
        more,
      )
    ).refusal.reason;
  assert.equal(await reason({ token: "other" }), "unauthorized");
  assert.equal(await reason({ version: "2020-01-01" }), "unauthorized");
  assert.equal(await reason({ id: "none" }), "bad-request");
  assert.equal((await service.fetch("https://sandbox.example/")).status, 404);
  assert.equal(
    (
      await service.fetch(
        new Request("https://sandbox.example/api/calendars/Kx2m", {
          method: "PUT",
          body: "{",
        }),
      )
    ).status,
    401,
  );
});

test("an answer depends on the record of its address, and on who has its slug", async () => {
  const serviceWith = (name) => {
    const calendars = { a: { id: "a" }, b: { id: "b", slug: "taken", name } };
    Object.defineProperty(calendars, "__proto__", {
      value: { id: "c" },
      enumerable: true,
    });
    return sandbox({ calendars, locations: {} }, { profile: "service" });
  };
  // A record that cannot be read, unless the answer does not depend on it.
  let service = serviceWith(() => {});
  const put = (id, body) =>
    service.fetch(`https://s/api/calendars/${id}`, {
      method: "PUT",
      headers: { authorization: "Bearer t", version: "2021-04-15" },
      body: JSON.stringify(body),
    });
  assert.equal((await put("a", { slug: "free" })).status, 200);
  await assert.rejects(put("a", { slug: "taken" }), { code: "not_json" });
  service = serviceWith("n");
  assert.equal((await put("a", { slug: "free" })).status, 200);
  const refused = await put("a", { slug: "taken" });
  assert.deepEqual(
    [refused.status, JSON.parse(await refused.text()).message],
    [400, "Calendar slug is already taken"],
  );
  assert.equal((await put("__proto__", { name: "c" })).status, 200);
  assert.equal(
    Object.getOwnPropertyDescriptor(service.state.calendars, "__proto__").value
      .name,
    "c",
  );
  assert.equal(service.state.calendars.a.slug, "free");
  assert.equal(service.state.calendars.b.name, "n");
  assert.equal((await put("none", {})).status, 400);
});

test("what is no state or option is an Error", async () => {
  const ask = (...given) => sandbox(...given).fetch("https://sandbox.example/");
  for (const wrong of [null, [], "none", 5])
    assert.throws(() => sandbox(wrong), { code: "option" }, String(wrong));
  assert.throws(() => sandbox({}, { profile: "strict" }), { code: "option" });
  const put = (state) =>
    sandbox(state).fetch("https://sandbox.example/api/calendars/a", {
      method: "PUT",
      headers: { authorization: "Bearer t", version: "2021-04-15" },
      body: "{}",
    });
  await assert.rejects(put({ calendars: { a: { name: () => {} } } }), {
    code: "not_json",
  });
  for (const state of [
    [],
    null,
    { calender: {} },
    { calendars: "none" },
    { calendars: [{ id: "a" }] },
    { locations: null },
    { calendars: { A: 1 } },
    { calendars: { A: null } },
    { locations: { L: [] } },
    { calendars: { a: () => {} } },
  ])
    assert.throws(() => sandbox(state), { code: "option" });
  assert.equal((await ask({})).status, 404);
});

test("faults take the place of the next answers", async () => {
  const service = sandbox(STATE);
  const { url, init } = calendar.request({
    ...TO,
    id: "Kx2m",
    body: { slotDuration: 45 },
  });
  service.fail("401", "429", "500", "html");
  const reasons = [];
  for (let at = 0; at < 5; at++) {
    const answer = await service.fetch(url, init);
    assert.equal(
      answer.headers.get("retry-after"),
      answer.status === 429 ? "1" : null,
    );
    assert.equal(service.state.calendars.Kx2m.slotDuration, at < 4 ? 60 : 45);
    reasons.push(
      calendar.response({ status: answer.status, text: await answer.text() })
        .refusal?.reason,
    );
  }
  assert.deepEqual(reasons, [
    "unauthorized",
    "rate-limited",
    "server",
    "not-json",
    undefined,
  ]);

  service.fail("silence", "silence", "silence");
  const slower = calendar.request({
    ...TO,
    id: "Kx2m",
    body: { slotDuration: 50 },
  });
  await assert.rejects(service.fetch(slower.url, slower.init), TypeError);
  assert.equal(service.state.calendars.Kx2m.slotDuration, 50);
  for (const id of ["none", "__proto__"]) {
    const { state } = service;
    const other = calendar.request({ ...TO, id, body: {} });
    await assert.rejects(service.fetch(other.url, other.init), TypeError);
    assert.deepEqual(service.state, state);
  }
  for (const fault of ["418", 429, null, "HTML"])
    assert.throws(() => service.fail("429", fault), { code: "option" });
  assert.equal((await service.fetch(url, init)).status, 200);
});
