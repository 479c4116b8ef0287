/** The core with every verb. */

import { makeGlue } from "./dist/calendiff_bg.js";
import { makeLoader } from "./load.js";

export const core = /* @__PURE__ */ makeLoader({
  makeGlue,
  name: "calendiff.wasm",
  slim: "calendiff/slim",
});
