/** Validation without its WebAssembly: provide `calendiff/validate.wasm` yourself, with `init` or `initSync`. */

import { core } from "./validate-core.js";
import { makeValidation } from "./validation.js";

/** Takes the bytes of `validate.wasm`, or a `WebAssembly.Module` compiled from them. Later calls have no effect. */
export const initSync = (source) => void core.initSync(source);

/** Like `initSync`, but takes asynchronous sources: bytes, a module, a `Response`, or a promise of one. */
export const init = (source) => core.init(source);

export const { calendar, location, configure } = /* @__PURE__ */ makeValidation(
  core.provided,
);
