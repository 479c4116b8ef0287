/** Reports, ready to use: the module contains a WebAssembly of its own and starts it at the first call. */

import * as packed from "./dist/report_bytes.js";
import { core } from "./report-core.js";
import { makeReports } from "./reports.js";
import { unpack } from "./unpack.js";

export const { calendar, location, configure } = /* @__PURE__ */ makeReports(
  () => core.running() ?? core.initSync(unpack(packed)),
);
