/** Validation alone, ready to use: the module contains a smaller WebAssembly and starts it at the first call. */

import * as packed from "./dist/validate_bytes.js";
import { unpack } from "./unpack.js";
import { core } from "./validate-core.js";
import { makeValidation } from "./validation.js";

export const { calendar, location, configure } = /* @__PURE__ */ makeValidation(
  () => core.running() ?? core.initSync(unpack(packed)),
);
