/** calendiff, ready to use: the module contains the WebAssembly and starts it at the first call. */

import { makeApi } from "./api.js";
import { core } from "./core.js";
import * as packed from "./dist/calendiff_bytes.js";
import { unpack } from "./unpack.js";

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
} = /* @__PURE__ */ makeApi(
  () => core.running() ?? core.initSync(unpack(packed)),
);
