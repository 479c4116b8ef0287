/** The request: what `fetch` makes of it, and what does not show. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { inspect } from "node:util";

import { calendar, location } from "calendiff";

const TO = {
  baseUrl: "https://api.example.com",
  id: "Kx2m",
  token: "s3cret",
  body: { name: "Rose Lane" },
};

test("fetch takes it as it is", async () => {
  const seen = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const { method, url, headers } = request;
      seen.push({ method, url, body, headers });
      response.end();
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { url, init } = calendar.request({
    ...TO,
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    id: "a/../b",
  });
  await fetch(url, init);
  server.close();
  server.closeAllConnections();
  const [{ method, url: path, body, headers }] = seen;
  assert.deepEqual(
    [method, path, body],
    ["PUT", "/api/calendars/a%2F..%2Fb", '{"name":"Rose Lane"}'],
  );
  assert.equal(headers.authorization, "Bearer s3cret");
  assert.equal(headers.version, "2021-04-15");
  assert.equal(headers["content-type"], "application/json");
});

test("the public API has other addresses; version and prefix can be others", () => {
  assert.equal(
    location.request({ ...TO, api: "public" }).url,
    "https://api.example.com/businesses/Kx2m",
  );
  const request = location.request({
    ...TO,
    prefix: "/v2",
    version: "2023-02-21",
  });
  assert.equal(request.url, "https://api.example.com/v2/locations/Kx2m");
  assert.equal(request.init.headers.version, "2023-02-21");
});

test("the token shows neither in a log nor in an error", () => {
  const request = calendar.request(TO);
  for (const shown of [
    inspect(request, { depth: 9 }),
    JSON.stringify(request),
  ]) {
    assert.match(shown, /Bearer \*\*\*/);
    assert.doesNotMatch(shown, /s3cret/);
  }
  assert.throws(
    () => calendar.request({ ...TO, token: "s3cret\r\nx: y" }),
    ({ code, message }) => code === "request" && !message.includes("s3"),
  );
});

/** Identifiers as attackers would have them. Browsers and Node parse addresses by WHATWG's rules, which is `URL`. */
const IDS = [
  "a/b",
  "../x",
  "../../v2",
  "/",
  "//evil.example",
  "\\",
  "..\\..",
  "%2e%2e",
  "%2E",
  "%2e%2e%2f",
  "%",
  "%0d%0a",
  "a?b",
  "?",
  "a#b",
  "#",
  "a;b",
  "a&b",
  "@evil.example",
  ":80",
  "a b",
  " ",
  "ü",
  "\u202e",
  "\uff0e\uff0e",
  "{id}",
  "...",
  "a|b",
  "'",
  '"',
  "<x>",
  "😀",
];

for (const id of IDS) {
  test(`${JSON.stringify(id)} stays one segment`, () => {
    const { url } = calendar.request({ ...TO, id });
    const parsed = new URL(url);
    assert.equal(parsed.href, url);
    assert.equal(parsed.host, "api.example.com");
    assert.deepEqual(parsed.pathname.split("/").map(decodeURIComponent), [
      "",
      "api",
      "calendars",
      id,
    ]);
    assert.equal(parsed.search + parsed.hash, "");
  });
}

test("what could smuggle something in is an Error, never a request", () => {
  const refused = (more, code = "request") =>
    assert.throws(() => calendar.request({ ...TO, ...more }), {
      name: "Error",
      code,
    });
  for (const id of [
    "",
    ".",
    "..",
    "a\r\nb",
    "a\n",
    "\0",
    "\x7f",
    "\x85",
    "x".repeat(100_000),
    undefined,
  ])
    refused({ id });
  for (const value of ["", " ", "a b", "a\r\nb: c", "é", "\0"]) {
    refused({ token: value });
    refused({ version: value });
  }
  for (const baseUrl of [
    "",
    "api.example.com",
    "ftp://a",
    "https://",
    "https://a?b",
    "https://a#b",
    "https://u:p@a",
    "https://a/..",
    "https://a/%2e%2e",
    "javascript:alert(1)",
    undefined,
  ]) {
    refused({ baseUrl });
  }
  for (const prefix of ["api", "/..", "/?", "@evil.example"])
    refused({ prefix });
  refused({ api: "private" }, "option");
  refused({ id: 7 }, "option");
  refused({ host: "a" }, "option");
  refused({ body: undefined }, "not_json");
  refused({ body: [] }, "not_a_record");
  refused({ body: { name: NaN } }, "not_json");
});
