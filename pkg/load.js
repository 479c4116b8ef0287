/** Brings the compiled core to life, once, however often it is asked to. */

import * as glue from "./dist/calendiff_bg.js";
import { VERSION } from "./dist/version.js";

/** The core's functions, or undefined as long as nobody has brought the WebAssembly. */
export let core;

/**
 * Takes the bytes of `calendiff.wasm`, or a `WebAssembly.Module` made of them. Later calls change nothing.
 *
 * @throws {Error} with code `wasm_invalid` if it is not WebAssembly, or `version_mismatch` if it is not of this version
 */
export function initSync(source) {
  return (core ??= start(compile(source)));
}

/** The same for what comes later: bytes, a module, a `Response`, or a promise of one. */
export async function init(source) {
  if (core) return;
  source = await source;
  if (typeof source?.arrayBuffer === "function") {
    if (source.ok === false) throw failure("wasm_invalid", `no WebAssembly in an answer with status ${source.status}`);
    source = await source.arrayBuffer();
  }
  if (!(source instanceof WebAssembly.Module)) {
    source = await WebAssembly.compile(source).catch((cause) => {
      throw invalid(cause);
    });
  }
  initSync(source);
}

/** An error for a program to tell apart by its code. */
export function failure(code, message, cause) {
  return Object.assign(new Error(message, cause && { cause }), { code });
}

function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  try {
    return new WebAssembly.Module(source);
  } catch (cause) {
    throw invalid(cause);
  }
}

function invalid(cause) {
  return failure("wasm_invalid", `not the bytes of calendiff.wasm: ${cause.message}`, cause);
}

function start(module) {
  let instance;
  try {
    instance = new WebAssembly.Instance(module, { "./calendiff_bg.js": glue });
  } catch (cause) {
    throw mismatch("something else", cause);
  }
  const { exports } = instance;
  if (!exports.version) throw mismatch("something else");

  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  const version = glue.version();
  if (version === VERSION) return glue;
  // The glue now holds views of this memory. Growing it, even by nothing, detaches them, and the glue makes new ones.
  exports.memory.grow(0);
  throw mismatch(version);
}

function mismatch(version, cause) {
  return failure("version_mismatch", `the WebAssembly is of ${version}, the JavaScript of calendiff ${VERSION}`, cause);
}
