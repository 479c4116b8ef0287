/** The package as it was packed: what its entries promise before any question is asked of them. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { buildSync } from "esbuild";

const WASM = fileURLToPath(import.meta.resolve("calendiff/calendiff.wasm"));
const MANIFEST = fileURLToPath(import.meta.resolve("calendiff/package.json"));
const FOLDER = join(MANIFEST, "..");

const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
const wasm = readFileSync(WASM);

/** The entry as if nobody had loaded it before: a bundle has its own copy of everything. */
let copies = 0;
async function fresh(entry) {
  const contents = `export * from ${JSON.stringify(entry)}; export { core } from ${JSON.stringify(join(FOLDER, "load.js"))}`;
  const stdin = { contents, resolveDir: import.meta.dirname };
  const { outputFiles } = buildSync({ stdin, bundle: true, minify: true, format: "esm", write: false });
  const text = `${outputFiles[0].text}//${copies++}`;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}

const files = readdirSync(FOLDER, { recursive: true }).map(String);
const shipped = files.filter((file) => file.endsWith(".js"));

test("both entries have the same API, and slim can be initialised", async () => {
  const [whole, slim] = await Promise.all([import("calendiff"), import("calendiff/slim")]);
  const { init, initSync, ...api } = slim;
  assert.deepEqual(Object.keys(api), Object.keys(whole));
  assert.equal(typeof init, "function");
  assert.equal(typeof initSync, "function");
});

test("the whole package starts itself at the first call", async () => {
  const { core, calendar } = await fresh("calendiff");
  assert.equal(core, undefined);
  assert.notEqual(calendar.describe(), undefined);
});

test("the bytes in the module are those of the file", async () => {
  const [packed, { unpack }] = await Promise.all(["dist/bytes.js", "unpack.js"].map((file) => import(join(FOLDER, file))));
  assert.deepEqual(Buffer.from(unpack(packed)), wasm);
});

test("slim says what it lacks before it is initialised", async () => {
  const { calendar } = await fresh("calendiff/slim");
  assert.throws(() => calendar.describe(), { name: "Error", code: "not_initialized" });
  assert.throws(() => calendar["~standard"].validate({}), { name: "Error", code: "not_initialized" });
});

test("slim takes bytes, a module, a response, or a promise of one, and a second time changes nothing", async () => {
  const module = new WebAssembly.Module(wasm);
  for (const source of [wasm, module, new Response(wasm), Promise.resolve(wasm), Promise.resolve(new Response(wasm))]) {
    const slim = await fresh("calendiff/slim");
    await slim.init(source);
    const { core } = slim;
    assert.equal(core.version(), manifest.version);
    await slim.init(source);
    slim.initSync("not even bytes");
    assert.equal(slim.core, core);
  }
  for (const source of [wasm, wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length), module]) {
    const slim = await fresh("calendiff/slim");
    slim.initSync(source);
    slim.initSync(source);
    assert.equal(slim.core.version(), manifest.version);
  }
});

test("what is not WebAssembly is refused, and the right bytes are still welcome after it", async () => {
  const slim = await fresh("calendiff/slim");
  const wrong = Buffer.from("<!doctype html>");
  assert.throws(() => slim.initSync(wrong), { name: "Error", code: "wasm_invalid" });
  assert.throws(() => slim.initSync(undefined), { code: "wasm_invalid" });
  await assert.rejects(slim.init(wrong), { code: "wasm_invalid" });
  await assert.rejects(slim.init(new Response("gone", { status: 404 })), { code: "wasm_invalid" });
  slim.initSync(wasm);
  assert.equal(slim.core.version(), manifest.version);
});

test("WebAssembly of another version is refused, and the right one is still welcome after it", async () => {
  const slim = await fresh("calendiff/slim");
  const other = Buffer.from(wasm.toString("latin1").replaceAll(manifest.version, manifest.version.replace(/\d$/, "x")), "latin1");
  assert.notDeepEqual(other, wasm);
  assert.throws(() => slim.initSync(other), { name: "Error", code: "version_mismatch", message: /0\.\d+\.x/ });
  const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  assert.throws(() => slim.initSync(empty), { code: "version_mismatch" });
  slim.initSync(wasm);
  assert.equal(slim.core.version(), manifest.version);
});

test("require gives the same as import where Node can require modules", { skip: !process.features.require_module }, async () => {
  const required = createRequire(import.meta.url)("calendiff");
  assert.equal(required.calendar, (await import("calendiff")).calendar);
});

test("no shipped module fetches, makes code from text, asks where it is, or awaits at its top level", () => {
  assert.ok(shipped.length >= 7, `only ${shipped}`);
  for (const file of shipped) {
    const text = readFileSync(join(FOLDER, file), "utf8");
    assert.doesNotMatch(text, /\bfetch\(|\bimport\.meta\b|\bimport\(|\b(XMLHttpRequest|WebSocket|EventSource|WebTransport|sendBeacon|importScripts)\b/, file);
    assert.doesNotMatch(text, /\beval\(|\bFunction\(|\b(document\.write|insertAdjacentHTML|innerHTML|outerHTML)\b|set(Timeout|Interval)\(["'`]/, file);
    // A target of before top-level await refuses it by name.
    const supported = { "top-level-await": false };
    buildSync({ stdin: { contents: text }, format: "esm", target: "esnext", supported, write: false, logLevel: "silent" });
  }
});

test("the package ships its licences and what its manifest names, and no source of a build", () => {
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "README.md"]) assert.ok(files.includes(name), name);
  const named = Object.values(manifest.exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry))).map((file) => file.replace("*", "de"));
  for (const name of named) assert.ok(files.includes(name.slice(2)), name);
  assert.deepEqual(files.filter((file) => /\.(rs|map|tgz)$|node_modules/.test(file)), []);
});

test("the WebAssembly asks its host for what JavaScript values need, and for nothing else", () => {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
  assert.ok(imports.length > 0);
  for (const { module, name } of imports) {
    assert.equal(module, "./calendiff_bg.js", name);
    // A value becomes a number or a text, an error is thrown, and values are kept. More is to be looked at, and named here.
    assert.match(name, /^__wbg_(Number|String)_|^__wbg___wbindgen_throw_|^__wbindgen_(init_externref_table|generic_|cast_)/);
  }
});

test("the package has no dependencies, and runs nothing where it is installed", () => {
  const { dependencies, optionalDependencies, bundledDependencies, scripts, bin, peerDependencies, peerDependenciesMeta } = manifest;
  assert.deepEqual([dependencies, optionalDependencies, bundledDependencies, scripts, bin], new Array(5).fill(undefined));
  for (const name of Object.keys(peerDependencies)) assert.ok(peerDependenciesMeta[name].optional, name);
});

test("the package says which commit it was built from, and of which bytes that is said", () => {
  const build = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("calendiff/build.json")), "utf8"));
  assert.deepEqual(Object.keys(build), ["version", "commit", "modified", "compiler", "sha256"]);
  assert.equal(build.version, manifest.version);
  assert.equal(build.sha256, createHash("sha256").update(wasm).digest("hex"));
  assert.match(build.compiler, /^rustc 1\./);
  if (build.commit === null) assert.equal(build.modified, null);
  else assert.match(`${build.commit} ${build.modified}`, /^[0-9a-f]{40,64} (true|false)$/);
});
