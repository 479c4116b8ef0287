/** The package as it was packed: what its entries promise before any question is asked of them. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";

import { buildSync, transformSync } from "esbuild";

const MANIFEST = fileURLToPath(import.meta.resolve("calendiff/package.json"));
const FOLDER = join(MANIFEST, "..");

const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));

/** A call of an entry, and its answer. */
const NORMALIZING = {
  ask: ({ calendar }) => calendar.normalize({ eventColor: "#F00" }),
  answer: { eventColor: "#ff0000" },
};
const REPORTING = {
  ask: ({ calendar }) =>
    calendar.markdown({ name: "Visit" }, {}).split("\n")[0],
  answer: "## Changes: Visit",
};

/** Each WebAssembly, with the entry that holds it, the one that is given it, and the module that starts it for both. */
const ENTRIES = [
  {
    whole: "calendiff",
    slim: "calendiff/slim",
    core: "core.js",
    name: "calendiff",
    version: manifest.version,
    ...NORMALIZING,
  },
  {
    whole: "calendiff/validate",
    slim: "calendiff/validate/slim",
    core: "validate-core.js",
    name: "validate",
    version: `${manifest.version} (validate)`,
    ...NORMALIZING,
  },
  {
    whole: "calendiff/report",
    slim: "calendiff/report/slim",
    core: "report-core.js",
    name: "report",
    version: `${manifest.version} (report)`,
    ...REPORTING,
  },
].map((entry) => ({
  ...entry,
  wasm: readFileSync(
    fileURLToPath(import.meta.resolve(`calendiff/${entry.name}.wasm`)),
  ),
}));

const bundled = (contents) =>
  buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    metafile: true,
  });

/** The entry as if nobody had loaded it before: a bundle has its own copy of everything. */
let copies = 0;
async function fresh(entry, core) {
  const { outputFiles } = bundled(
    `export * from ${JSON.stringify(entry)}; export { core } from ${JSON.stringify(join(FOLDER, core))}`,
  );
  const text = `${outputFiles[0].text}//${copies++}`;
  return import(
    `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`
  );
}

const files = readdirSync(FOLDER, { recursive: true }).map(String);
const shipped = files.filter((file) => file.endsWith(".js"));

for (const {
  whole,
  slim,
  core: module,
  name,
  version,
  wasm,
  ask,
  answer,
} of ENTRIES) {
  const freshSlim = () => fresh(slim, module);
  const running = ({ core }) => core.running();

  test(`${whole} and ${slim} have the same API, and the latter can be initialised`, async () => {
    const [{ ...api }, { init, initSync, ...same }] = await Promise.all([
      import(whole),
      import(slim),
    ]);
    assert.deepEqual(Object.keys(same), Object.keys(api));
    assert.deepEqual(Object.keys(same.calendar), Object.keys(api.calendar));
    assert.equal(typeof init, "function");
    assert.equal(typeof initSync, "function");
  });

  test(`${whole} starts itself at the first call`, async () => {
    const entry = await fresh(whole, module);
    assert.equal(running(entry), undefined);
    assert.deepEqual(ask(entry), answer);
    assert.equal(running(entry).version(), version);
  });

  test(`${whole} leads to ${slim} where the runtime compiles no WebAssembly, as at the edge`, async () => {
    const entry = await fresh(whole, module);
    const own = globalThis.WebAssembly;
    globalThis.WebAssembly = runInNewContext(
      "WebAssembly",
      {},
      { contextCodeGeneration: { wasm: false } },
    );
    try {
      assert.throws(() => ask(entry), {
        name: "Error",
        code: "wasm_blocked",
        message: new RegExp(
          `import module from "calendiff/${name}.wasm"\`, and \`initSync\\(module\\)\` of ${slim}$`,
        ),
      });
    } finally {
      globalThis.WebAssembly = own;
    }
    assert.deepEqual(ask(entry), answer);
  });

  test(`the bytes in ${whole} are those of the file`, async () => {
    const [packed, { unpack }] = await Promise.all(
      [`dist/${name}_bytes.js`, "unpack.js"].map(
        (file) => import(join(FOLDER, file)),
      ),
    );
    assert.deepEqual(Buffer.from(unpack(packed)), wasm);
  });

  test(`${slim} says what it lacks before it is initialised`, async () => {
    const entry = await freshSlim();
    assert.throws(() => ask(entry), {
      name: "Error",
      code: "not_initialized",
      message: new RegExp(`^${slim} needs`),
    });
    assert.throws(
      () => entry.calendar["~standard"]?.validate({}) ?? ask(entry),
      { name: "Error", code: "not_initialized" },
    );
  });

  test(`${slim} takes bytes, a module, a response, or a promise of one, and a second time changes nothing`, async () => {
    const compiled = new WebAssembly.Module(wasm);
    for (const source of [
      wasm,
      compiled,
      new Response(wasm),
      Promise.resolve(wasm),
      Promise.resolve(new Response(wasm)),
    ]) {
      const entry = await freshSlim();
      assert.equal(await entry.init(source), undefined);
      const core = running(entry);
      assert.equal(core.version(), version);
      await entry.init(source);
      assert.equal(entry.initSync("not even bytes"), undefined);
      // A page that is offline by then; a rejection that nobody handles would fail this file.
      assert.equal(
        await entry.init(Promise.reject(new TypeError("fetch failed"))),
        undefined,
      );
      await new Promise(setImmediate);
      assert.equal(running(entry), core);
    }
    for (const source of [
      wasm,
      wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length),
      compiled,
    ]) {
      const entry = await freshSlim();
      entry.initSync(source);
      entry.initSync(source);
      assert.equal(running(entry).version(), version);
    }
  });

  test(`${slim} refuses what is not WebAssembly, and the right bytes are still welcome after it`, async () => {
    const entry = await freshSlim();
    const wrong = Buffer.from("<!doctype html>");
    assert.throws(() => entry.initSync(wrong), {
      name: "Error",
      code: "wasm_invalid",
      message: new RegExp(`of ${name}.wasm`),
    });
    assert.throws(() => entry.initSync(undefined), { code: "wasm_invalid" });
    await assert.rejects(entry.init(wrong), { code: "wasm_invalid" });
    await assert.rejects(entry.init(new Response("gone", { status: 404 })), {
      code: "wasm_invalid",
    });
    entry.initSync(wasm);
    assert.equal(running(entry).version(), version);
  });

  test(`${slim} names what it got in place of bytes, and the way out`, async () => {
    const entry = await freshSlim();
    const address = new RegExp(
      `^${slim}: expected the bytes of ${name}.wasm, .* found an address; \`await init\\(…\\)\` takes what \`fetch\` returns for it$`,
    );
    for (const source of [
      `/${name}.wasm`,
      new URL(`https://example.com/${name}.wasm`),
    ]) {
      assert.throws(() => entry.initSync(source), {
        name: "Error",
        code: "wasm_invalid",
        message: address,
      });
      await assert.rejects(entry.init(source), {
        name: "Error",
        code: "wasm_invalid",
        message: address,
      });
      await assert.rejects(entry.init(Promise.resolve(source)), {
        code: "wasm_invalid",
        message: address,
      });
    }
    for (const [source, found] of [
      [Promise.resolve(wasm), "Promise"],
      [new Response(wasm), "Response"],
    ]) {
      assert.throws(() => entry.initSync(source), {
        code: "wasm_invalid",
        message: new RegExp(`found ${found}; \`await init\\(…\\)\` takes it$`),
      });
    }
    for (const [source, found] of [
      [undefined, "undefined"],
      [null, "null"],
      [7, "number"],
      [{ default: wasm }, "object"],
      [() => {}, "function"],
    ]) {
      await assert.rejects(entry.init(source), {
        code: "wasm_invalid",
        message: new RegExp(`found ${found}$`),
      });
    }
    entry.initSync(wasm);
    assert.equal(running(entry).version(), version);
  });

  test(`${slim} takes a module of another realm, such as that of a test runner`, async () => {
    const other = runInNewContext("new WebAssembly.Module(bytes)", {
      bytes: wasm,
    });
    assert.equal(other instanceof WebAssembly.Module, false);
    const [one, two] = [await freshSlim(), await freshSlim()];
    one.initSync(other);
    await two.init(Promise.resolve(other));
    for (const entry of [one, two])
      assert.equal(running(entry).version(), version);
  });

  test(`${slim} starts asynchronously where a browser starts only small modules at once`, async () => {
    const own = globalThis.WebAssembly;
    const refuse = (what) =>
      class {
        constructor() {
          throw new RangeError(
            `WebAssembly.${what} is disallowed on the main thread, if the buffer size is larger than 4KB. Use WebAssembly.instantiate.`,
          );
        }
      };
    const entry = await freshSlim();
    globalThis.WebAssembly = {
      compile: own.compile,
      instantiate: own.instantiate,
      LinkError: own.LinkError,
      Module: refuse("Compile"),
      Instance: refuse("Instance"),
    };
    try {
      assert.throws(() => entry.initSync(wasm), {
        name: "Error",
        code: "wasm_async",
        message: new RegExp(
          `\`await init\\(…\\)\` of ${slim} with what \`fetch\` returns, or call it in a worker$`,
        ),
      });
      await assert.rejects(
        entry.init(ENTRIES.find((other) => other.name !== name).wasm),
        { code: "version_mismatch" },
      );
      await Promise.all([entry.init(wasm), entry.init(new Response(wasm))]);
      assert.equal(running(entry).version(), version);
      const whole_ = await fresh(whole, module);
      assert.throws(() => ask(whole_), { code: "wasm_async" });
    } finally {
      globalThis.WebAssembly = own;
    }
  });

  test(`${whole} and ${slim} say that there is no WebAssembly, as with node --jitless`, () => {
    const script = `
      const code = async (call) => { try { await call(); return "none"; } catch ({ code, message }) { return code + ": " + message; } };
      const [whole, slim] = [await import("${whole}"), await import("${slim}")];
      console.log(typeof WebAssembly);
      for (const call of [() => whole.calendar.${name === "report" ? "markdown({}, {})" : "normalize({})"}, () => slim.initSync(new Uint8Array(8)), () => slim.init(new Uint8Array(8))]) console.log(await code(call));
    `;
    const lines = execFileSync(
      process.execPath,
      ["--jitless", "--no-warnings", "--input-type=module", "--eval", script],
      { cwd: import.meta.dirname, encoding: "utf8" },
    )
      .trim()
      .split("\n");
    assert.equal(lines.shift(), "undefined");
    assert.equal(lines.length, 3);
    for (const line of lines)
      assert.match(
        line,
        /^wasm_missing: this runtime has no WebAssembly, as in Lockdown Mode and with node --jitless; allow it there, or use calendiff on a server$/,
      );
  });

  test(`${slim} refuses WebAssembly of another version or entry, and the right one is still welcome after it`, async () => {
    const entry = await freshSlim();
    const other = Buffer.from(
      wasm
        .toString("latin1")
        .replaceAll(manifest.version, manifest.version.replace(/\d$/, "x")),
      "latin1",
    );
    assert.notDeepEqual(other, wasm);
    assert.throws(() => entry.initSync(other), {
      name: "Error",
      code: "version_mismatch",
      message: /0\.\d+\.x/,
    });
    const empty = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    assert.throws(() => entry.initSync(empty), { code: "version_mismatch" });
    const another = ENTRIES.find((other) => other.name !== name);
    assert.throws(() => entry.initSync(another.wasm), {
      code: "version_mismatch",
      message: new RegExp(`${slim} takes ${name}.wasm`),
    });
    entry.initSync(wasm);
    assert.equal(running(entry).version(), version);
  });
}

test("an entry loads its own WebAssembly alone, and those that need none load none", () => {
  const loaded = (...entries) => {
    const contents = entries
      .map(
        (entry, at) => `export * as entry${at} from ${JSON.stringify(entry)};`,
      )
      .join("\n");
    return Object.keys(bundled(contents).metafile.inputs).map((file) =>
      basename(file),
    );
  };
  const built = (names) =>
    names.filter((name) => /_(bg|bytes)\.js$/.test(name)).sort();
  const validating = loaded(
    "calendiff/validate",
    "calendiff/react-hook-form",
    "calendiff/languages/de",
  );
  assert.deepEqual(built(validating), ["validate_bg.js", "validate_bytes.js"]);
  assert.deepEqual(
    ["api.js", "form.js", "core.js"].filter((name) =>
      validating.includes(name),
    ),
    [],
  );
  assert.deepEqual(built(loaded("calendiff/validate/slim")), [
    "validate_bg.js",
  ]);
  assert.deepEqual(
    built(loaded("calendiff/report", "calendiff/languages/de")),
    ["report_bg.js", "report_bytes.js"],
  );
  assert.deepEqual(
    built(loaded("calendiff", "calendiff/react-hook-form", "calendiff/dom")),
    ["calendiff_bg.js", "calendiff_bytes.js"],
  );
  assert.deepEqual(
    built(
      loaded(
        "calendiff/react-hook-form",
        "calendiff/issues",
        "calendiff/dom",
        "calendiff/stream",
      ),
    ),
    [],
  );
});

test("require gives the same as import where Node can require modules", {
  skip: !process.features.require_module,
}, async () => {
  for (const entry of ["calendiff", "calendiff/validate"]) {
    const required = createRequire(import.meta.url)(entry);
    assert.equal(required.calendar, (await import(entry)).calendar);
  }
});

test("no shipped module fetches, makes code from text, asks where it is, or awaits at its top level", () => {
  assert.ok(shipped.length >= 7, `only ${shipped}`);
  for (const file of shipped) {
    const text = readFileSync(join(FOLDER, file), "utf8");
    assert.doesNotMatch(
      text,
      /\bfetch\(|\bimport\.meta\b|\bimport\(|\b(XMLHttpRequest|WebSocket|EventSource|WebTransport|sendBeacon|importScripts)\b/,
      file,
    );
    assert.doesNotMatch(
      text,
      /\beval\(|\bFunction\(|\b(document\.write|insertAdjacentHTML|innerHTML|outerHTML)\b|set(Timeout|Interval)\(["'`]/,
      file,
    );
    // A target of before top-level await refuses it by name.
    const supported = { "top-level-await": false };
    buildSync({
      stdin: { contents: text },
      format: "esm",
      target: "esnext",
      supported,
      write: false,
      logLevel: "silent",
    });
  }
});

/** What tells two calls apart, or two machines. */
const OUTSIDE =
  /\b(performance|navigator|process|Deno|Bun|localStorage|sessionStorage|indexedDB|cookie|hardwareConcurrency|getTimezoneOffset|Intl)\b|\b(Date\.now|Math\.random|crypto\.|toLocale\w*|new Date\b(?!\())/g;

test("a form alone reads a clock, and workers alone the number of processors", () => {
  // Without comments and texts.
  const code = (text) =>
    transformSync(text, {
      minifyWhitespace: true,
      legalComments: "none",
    }).code.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
  const found = Object.fromEntries(
    shipped
      .filter(
        (file) => !/^dist\/(languages|json-schema)|_bytes\.js$/.test(file),
      )
      .map((file) => [
        file,
        code(readFileSync(join(FOLDER, file), "utf8")).match(OUTSIDE),
      ])
      .filter(([, words]) => words),
  );
  assert.deepEqual(found, {
    "form.js": ["performance"],
    "stream.js": ["navigator", "hardwareConcurrency"],
  });
  assert.deepEqual(
    code(
      "f(performance.now(), Date.now(), new Date(), new Date(0), Math.random(), process.env) // navigator",
    ).match(OUTSIDE),
    ["performance", "Date.now", "new Date", "Math.random", "process"],
  );
});

test("what a form shows does not depend on its clock", async () => {
  const { calendar } = await import("calendiff");
  const { now } = performance;
  let reads = 0;
  const typed = (pause) => {
    let time = 0;
    performance.now = () => (reads++, (time += pause));
    const form = calendar.form({ id: "a", name: "A" });
    form.set(["name"], "B");
    form.set(["name"], "C");
    return [
      form.getSnapshot().draft,
      form.getSnapshot().changes.map(({ words }) => words),
      form.getSnapshot().issues,
      form.getSnapshot().ok,
      form.body().value,
    ];
  };
  try {
    assert.deepEqual(typed(1), typed(1e9));
    assert.ok(reads > 0);
    reads = 0;
    calendar.review({ name: "A" }, { name: "B", slotDuration: 0 });
    assert.equal(reads, 0);
  } finally {
    performance.now = now;
  }
});

test("the package ships its licences, the guide as text and what its manifest names, and no source of a build", () => {
  for (const name of [
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "README.md",
    "llms.txt",
    "llms-full.txt",
  ])
    assert.ok(files.includes(name), name);
  const named = Object.values(manifest.exports)
    .flatMap((entry) =>
      typeof entry === "string" ? entry : Object.values(entry),
    )
    .map((file) => file.replace("*", "de"));
  for (const name of named) assert.ok(files.includes(name.slice(2)), name);
  assert.deepEqual(
    files.filter((file) => /\.(rs|map|tgz)$|node_modules/.test(file)),
    [],
  );
});

test("the WebAssembly asks its host for what JavaScript values need, and for nothing else", () => {
  for (const { wasm } of ENTRIES) {
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
    assert.ok(imports.length > 0);
    for (const { module, name } of imports) {
      assert.equal(module, "./calendiff_bg.js", name);
      // A value becomes a number or a text, an error is thrown, and values are kept. More is to be looked at, and named here.
      assert.match(
        name,
        /^__wbg_(Number|String)_|^__wbg___wbindgen_throw_|^__wbindgen_(init_externref_table|generic_|cast_)/,
      );
    }
  }
});

test("the package has no dependencies, and runs nothing where it is installed", () => {
  const {
    dependencies,
    optionalDependencies,
    bundledDependencies,
    scripts,
    bin,
    peerDependencies,
    peerDependenciesMeta,
  } = manifest;
  assert.deepEqual(
    [dependencies, optionalDependencies, bundledDependencies, bin],
    new Array(4).fill(undefined),
  );
  // Those of npm's names that it runs in a project that installs the package, or packs it.
  assert.deepEqual(
    Object.keys(scripts).filter((name) =>
      /install$|prepare|publish|pack$/.test(name),
    ),
    [],
  );
  for (const name of Object.keys(peerDependencies))
    assert.ok(peerDependenciesMeta[name].optional, name);
});

test("the package says which commit it was built from, and of which bytes that is said", () => {
  const build = JSON.parse(
    readFileSync(
      fileURLToPath(import.meta.resolve("calendiff/build.json")),
      "utf8",
    ),
  );
  assert.deepEqual(Object.keys(build), [
    "version",
    "commit",
    "modified",
    "compiler",
    "sha256",
  ]);
  assert.equal(build.version, manifest.version);
  const digests = ENTRIES.map(({ name, wasm }) => [
    `${name}.wasm`,
    createHash("sha256").update(wasm).digest("hex"),
  ]);
  assert.deepEqual(build.sha256, Object.fromEntries(digests));
  assert.match(build.compiler, /^rustc 1\./);
  if (build.commit === null) assert.equal(build.modified, null);
  else
    assert.match(
      `${build.commit} ${build.modified}`,
      /^[0-9a-f]{40,64} (true|false)$/,
    );
});
