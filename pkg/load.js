/** Starts a compiled core once, however often it is requested, and again after it has failed. */

import { VERSION } from "./dist/version.js";

/**
 * Returns the functions that start a core. `name` is that of its WebAssembly, `slim` the entry that takes it, and
 * `version` what it answers as its version.
 */
export function makeLoader({ makeGlue, name, slim, version = VERSION }) {
  /** The core's functions; undefined until the WebAssembly is provided, and between a failure and the next call. */
  let core;
  /** The WebAssembly that was provided. */
  let compiled;

  /** Returns the core's functions, of a fresh instance after a failure; undefined until the WebAssembly is provided. */
  const running = () => core ?? (compiled && (core = start(compiled)));

  /** Returns the core's functions, or throws `not_initialized`. */
  function provided() {
    const core = running();
    if (core) return core;
    throw failure(
      "not_initialized",
      `${slim} needs its WebAssembly first: call init or initSync`,
    );
  }

  /**
   * Takes the bytes of the WebAssembly, or a `WebAssembly.Module` compiled from them. Later calls have no effect.
   *
   * @throws {Error} with code `wasm_missing` if the runtime has no WebAssembly, `wasm_blocked` if a content security policy
   * or the runtime forbids it, `wasm_async` if the runtime starts it asynchronously only, `wasm_invalid` if the source is
   * something else, or `version_mismatch` if it is not of this version
   */
  function initSync(source) {
    if (running()) return core;
    present();
    const module = isModule(source) ? source : compile(expected(source));
    core = start(module);
    compiled = module;
    return core;
  }

  /** Like `initSync`, but takes asynchronous sources: bytes, a module, a `Response`, or a promise of one. */
  async function init(source) {
    if (core) {
      // A promise that is not used may be rejected.
      Promise.resolve(source).catch(() => {});
      return;
    }
    present();
    const module = compiled ?? (await loaded(await source));
    try {
      core ??= start(module);
    } catch (error) {
      if (error.code !== "wasm_async") throw error;
      const glue = makeGlue();
      const { exports } = await WebAssembly.instantiate(
        module,
        imports(glue),
      ).catch((cause) => {
        throw unfit(cause);
      });
      core ??= begin(glue, exports);
    }
    compiled = module;
  }

  /** Returns the module of a source that was awaited. */
  async function loaded(source) {
    if (isModule(source)) return source;
    if (typeof source?.arrayBuffer === "function") {
      if (source.ok === false)
        throw failure(
          "wasm_invalid",
          `no WebAssembly in an answer with status ${source.status}`,
        );
      source = await source.arrayBuffer();
    }
    const bytes = expected(source);
    return WebAssembly.compile(bytes).catch((cause) => {
      throw invalid(cause);
    });
  }

  /** Throws `wasm_missing` if the runtime has no WebAssembly. */
  function present() {
    if (typeof WebAssembly === "object") return;
    throw failure(
      "wasm_missing",
      `this runtime has no WebAssembly, as in Lockdown Mode and with node --jitless; allow it there, or use calendiff on a server`,
    );
  }

  /** Returns bytes unchanged, or throws `wasm_invalid`. */
  function expected(source) {
    if (
      typeof source === "object" &&
      source !== null &&
      (ArrayBuffer.isView(source) || "byteLength" in source)
    )
      return source;
    const isPlace = typeof source === "string" || tag(source) === "URL";
    const isLater =
      typeof source?.then === "function" ||
      typeof source?.arrayBuffer === "function";
    const found = isPlace
      ? "an address"
      : isLater
        ? tag(source)
        : source === null
          ? "null"
          : typeof source;
    const way = isPlace
      ? "; `await init(…)` takes what `fetch` returns for it"
      : isLater
        ? "; `await init(…)` takes it"
        : "";
    throw failure(
      "wasm_invalid",
      `${slim}: expected the bytes of ${name}, or a WebAssembly.Module of them, found ${found}${way}`,
    );
  }

  function compile(bytes) {
    try {
      return new WebAssembly.Module(bytes);
    } catch (cause) {
      throw invalid(cause);
    }
  }

  function invalid(cause) {
    if (IS_TOO_LARGE.test(cause.message)) {
      return failure(
        "wasm_async",
        `this browser starts WebAssembly of this size only asynchronously: \`await init(…)\` of ${slim} with what \`fetch\` returns, or call it in a worker`,
        cause,
      );
    }
    // Edge runtimes compile WebAssembly at deployment, and none later.
    if (/disallowed by embedder/i.test(cause.message)) {
      return failure(
        "wasm_blocked",
        `this runtime compiles no WebAssembly from bytes; import it as a module: \`import module from "calendiff/${name}"\`, and \`initSync(module)\` of ${slim}`,
        cause,
      );
    }
    // Each browser words this message differently.
    if (/content security policy|\bcsp\b/i.test(cause.message)) {
      return failure(
        "wasm_blocked",
        "a content security policy forbids WebAssembly; its directive script-src has to allow it by 'wasm-unsafe-eval'",
        cause,
      );
    }
    return failure(
      "wasm_invalid",
      `not the bytes of ${name}: ${cause.message}`,
      cause,
    );
  }

  const imports = (glue) => ({ "./calendiff_bg.js": glue });

  function start(module) {
    const glue = makeGlue();
    try {
      return begin(
        glue,
        new WebAssembly.Instance(module, imports(glue)).exports,
      );
    } catch (cause) {
      throw unfit(cause);
    }
  }

  /** Returns the error of a module that could not be started. */
  function unfit(cause) {
    if (typeof cause.code === "string") return cause;
    if (IS_TOO_LARGE.test(cause.message)) return invalid(cause);
    return cause instanceof WebAssembly.LinkError || cause instanceof TypeError
      ? mismatch("something else", cause)
      : failed(cause);
  }

  /** Returns the functions of an instance. */
  function begin(glue, exports) {
    if (!exports.version) throw mismatch("something else");

    glue.__wbg_set_wasm(exports);
    exports.__wbindgen_start?.();
    const found = glue.version();
    if (found !== version) throw mismatch(found);

    /**
     * The functions of this instance, until it fails: errors that it throws on purpose are JSON text; after a trap, it is
     * not used again.
     */
    const own = {
      version: () => version,
      names: guarded(glue.names),
      call: guarded(glue.call),
      open,
    };
    function guarded(run) {
      return (...given) => {
        if (core !== own)
          throw failure(
            "core_lost",
            "the core that held this form has failed in another call; open another with form(stored)",
          );
        try {
          return run(...given);
        } catch (thrown) {
          if (typeof thrown === "string") throw refusal(JSON.parse(thrown));
          core = undefined;
          // Sessions collected later must not be freed in the failed instance, whose memory can be released.
          glue.__wbg_set_wasm({ __wbg_session_free() {} });
          throw failed(thrown);
        }
      };
    }
    /** Opens a form and returns its functions. */
    function open(words, text) {
      const session = guarded(() => new glue.Session(words, text))();
      return {
        call: guarded((words, text) => session.call(words, text)),
        free: () => session.free(),
      };
    }
    return own;
  }

  function mismatch(found, cause) {
    return failure(
      "version_mismatch",
      `the WebAssembly is of ${found}, and ${slim} takes ${name} of ${version}`,
      cause,
    );
  }

  return { running, provided, init, initSync };
}

/** The message of old browsers, which compile and start no more than 4 kB at once on the main thread. */
const IS_TOO_LARGE = /disallowed on the main thread/i;

/** Returns true for a compiled module, also of another realm, such as that of a test runner. */
const isModule = (source) => tag(source) === "WebAssembly.Module";

/** Returns the name of a value's class: `Module` of another realm is no instance of ours. */
const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** Returns an error that a program can identify by its code. */
export function failure(code, message, cause) {
  return Object.assign(new Error(message, cause && { cause }), { code });
}

/** Returns options as given, none as an empty object; throws `option` for anything that is no object. */
export function optionsOf(options = {}) {
  if (
    typeof options === "object" &&
    options !== null &&
    !Array.isArray(options)
  )
    return options;
  throw failure(
    "option",
    `options: expected an object, found ${typeName(options)}`,
  );
}

/** Names the type of a value in a message. */
export const typeName = (value) =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** Returns an `Error` with the core's code and, if there is one, the place. */
function refusal({ message, ...details }) {
  return Object.assign(new Error(message), details);
}

function failed(cause) {
  return failure(
    "core_failed",
    `the core failed: ${cause?.message ?? cause}; the next call has a fresh one, without the forms that were open`,
    cause,
  );
}
