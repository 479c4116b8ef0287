/** calendiff, ready to use: the module contains the WebAssembly and starts it at the first call. */

import { makeApi } from "./api.js";
import * as packed from "./dist/bytes.js";
import { initSync, running } from "./load.js";
import { unpack } from "./unpack.js";

export const { calendar, location, configure, say, reword, guess, parse, sandbox, apply, invert, applyMergePatch, invertMergePatch } = /* @__PURE__ */ makeApi(() => running() ?? initSync(unpack(packed)));
