/** calendiff without its WebAssembly: provide `calendiff/calendiff.wasm` yourself, with `init` or `initSync`. */

import { makeApi } from "./api.js";
import { core } from "./core.js";

/** Takes the bytes of `calendiff.wasm`, or a `WebAssembly.Module` compiled from them. Later calls have no effect. */
export const initSync = (source) => void core.initSync(source);

/** Like `initSync`, but takes asynchronous sources: bytes, a module, a `Response`, or a promise of one. */
export const init = (source) => core.init(source);

export const {
  calendar,
  location,
  configure,
  say,
  reword,
  guess,
  parse,
  sandbox,
  apply,
  invert,
  applyMergePatch,
  invertMergePatch,
} = /* @__PURE__ */ makeApi(core.provided);
