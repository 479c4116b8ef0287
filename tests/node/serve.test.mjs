/** The server of the demo and of the page tests. */

import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "./serve.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
let site;

before(async () => {
  site = await serve({
    folders: { "/pkg/": `${HERE}node_modules/calendiff`, "/": HERE },
  });
});
after(() => site.close());

/** Asks for a path exactly as it is written, which `fetch` would tidy up. */
function ask(path) {
  return new Promise((resolve, reject) => {
    const answer = (response) =>
      resolve([response.resume().statusCode, response.headers["content-type"]]);
    request(site.url, { path }, answer).on("error", reject).end();
  });
}

test("modules and WebAssembly come with the types that browsers insist on", async () => {
  assert.deepEqual(await ask("/serve.mjs?v=1"), [
    200,
    "text/javascript; charset=utf-8",
  ]);
  assert.deepEqual(await ask("/pkg/index.js"), [
    200,
    "text/javascript; charset=utf-8",
  ]);
  assert.deepEqual(await ask("/pkg/dist/calendiff.wasm"), [
    200,
    "application/wasm",
  ]);
});

test("nothing outside a folder is served", async () => {
  const outside = [
    "/../../Cargo.toml",
    "/%2e%2e/%2e%2e/Cargo.toml",
    "/..%2f..%2fCargo.toml",
    "/pkg/../../package.json",
  ];
  for (const path of [...outside, "/pkg", "/", "//etc/passwd", "/%00", "/%"]) {
    assert.equal((await ask(path))[0], 404, path);
  }
});

test("a port that is taken is passed over", async () => {
  const port = Number(new URL(site.url).port);
  const next = await serve({ port });
  after(() => next.close());
  assert.ok(Number(new URL(next.url).port) > port);
});
