/** calendiff without its WebAssembly: provide `calendiff/calendiff.wasm` yourself, with `init` or `initSync`. */

import { makeApi } from "./api.js";
import { failure, init, initSync as start, running } from "./load.js";

export { init };

/** Takes the bytes of `calendiff.wasm`, or a `WebAssembly.Module` compiled from them. Later calls have no effect. */
export function initSync(source) {
  start(source);
}

export const { calendar, location, configure, say, reword, guess, parse, sandbox, apply, invert, applyMergePatch, invertMergePatch } = /* @__PURE__ */ makeApi(() => {
  const core = running();
  if (core) return core;
  throw failure("not_initialized", "calendiff/slim needs its WebAssembly first: call init or initSync");
});
