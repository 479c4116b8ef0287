/**
 * The public API's own SDK as the client of `calendiff sandbox`: what it sends is taken, and what it gets is what our
 * `response` reads. Its base address is no option: its static `BASE_URL`, which its constructor reads, is set to the
 * sandbox's. Its version is an option, and one for both operations by default, which is neither of the document's.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { calendar, location } from "calendiff";

process.env.NO_PROXY = "127.0.0.1";
const { HighLevel } = (await import("@gohighlevel/api-client")).default;

const ROOT = join(import.meta.dirname, "..", "..");
const STATE = {
  calendars: {
    Kx2m: {
      id: "Kx2m",
      locationId: "l",
      name: "Consultation",
      slotDuration: 60,
      teamMembers: [{ userId: "u1" }],
    },
  },
  locations: { l: { id: "l", name: "Rose Lane", locationId: "l" } },
};

const folder = mkdtempSync(join(tmpdir(), "calendiff-"));
const file = join(folder, "state.json");
const stored = () => JSON.parse(readFileSync(file, "utf8"));
let service;

before(async () => {
  writeFileSync(file, JSON.stringify(STATE));
  const { CALENDIFF_TOKEN, ...env } = process.env;
  const arguments_ = [
    "run",
    "--quiet",
    "--package",
    "calendiff-cli",
    "--",
    "sandbox",
    "--port",
    "0",
    "--profile",
    "service",
    "--state",
    file,
  ];
  service = spawn("cargo", arguments_, {
    cwd: ROOT,
    env: { ...env, CALENDIFF_TOKEN: "s3cret" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: service.stdout })) {
    HighLevel.BASE_URL = line;
    break;
  }
});

after(() => {
  service.kill();
  rmSync(folder, { recursive: true });
});

const client = (more) =>
  new HighLevel({
    privateIntegrationToken: "s3cret",
    logLevel: "none",
    ...more,
  });

/** The SDK's error, its answer as our `response` takes it. */
async function refused(update) {
  const error = await update.then(
    () => assert.fail("it was taken"),
    (error) => error,
  );
  return {
    error,
    answer: { status: error.statusCode, text: JSON.stringify(error.response) },
  };
}

test("it updates a calendar, and gets the record", async () => {
  const { calendars } = client({ apiVersion: "2021-04-15" });
  const answer = await calendars.updateCalendar(
    { calendarId: "Kx2m" },
    { name: "First visit", slotDuration: 45 },
  );
  assert.equal(answer.calendar.name, "First visit");
  assert.deepEqual(answer.calendar, stored().calendars.Kx2m);
  const read = calendar.response({
    status: 200,
    contentType: "text/plain",
    text: JSON.stringify(answer),
  });
  assert.ok(read.ok);
  assert.equal(read.stored.value.slotDuration, 45);
});

test("it updates a business, and gets the record", async () => {
  const { businesses } = client({ apiVersion: "2021-07-28" });
  const answer = await businesses.updateBusiness(
    { businessId: "l" },
    { city: "Bath" },
  );
  assert.deepEqual(answer, {
    success: true,
    buiseness: { ...STATE.locations.l, city: "Bath" },
  });
  assert.deepEqual(stored().locations.l, answer.buiseness);
  assert.equal(
    location.response({ status: 200, text: JSON.stringify(answer) }).stored
      .value.city,
    "Bath",
  );
});

test("its refusals are explained at their fields", async () => {
  const { calendars } = client({ apiVersion: "2021-04-15" });
  const draft = { slotDuration: "45", timezone: "UTC", teamMembers: [] };
  const { answer } = await refused(
    calendars.updateCalendar({ calendarId: "Kx2m" }, draft),
  );
  assert.equal(answer.status, 422);
  const { refusal } = calendar.response({ ...answer, draft });
  assert.deepEqual(
    refusal.issues.map(({ code, pointer, fix }) => [code, pointer, fix?.title]),
    [
      ["wrong_type", "/slotDuration", "Write 45"],
      ["unknown_member", "/timezone", "Remove timezone"],
      ["team_empty", "/teamMembers", "Leave teamMembers out"],
    ],
  );
});

test("who may not, or calls with another version, is told so", async () => {
  for (const more of [
    { privateIntegrationToken: "other", apiVersion: "2021-04-15" },
    {},
  ]) {
    const { answer } = await refused(
      client(more).calendars.updateCalendar(
        { calendarId: "Kx2m" },
        { name: "n" },
      ),
    );
    assert.equal(calendar.response(answer).refusal.reason, "unauthorized");
  }
});

test("our request and the SDK's are the same to the service", async () => {
  const body = { name: "Consultation" };
  const { url, init } = calendar.request({
    baseUrl: HighLevel.BASE_URL,
    api: "public",
    id: "Kx2m",
    token: "s3cret",
    body,
  });
  const ours = await (await fetch(url, init)).json();
  assert.deepEqual(
    ours,
    await client({ apiVersion: "2021-04-15" }).calendars.updateCalendar(
      { calendarId: "Kx2m" },
      body,
    ),
  );
});
