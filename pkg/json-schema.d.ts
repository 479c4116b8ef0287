/** The JSON Schemas (2020-12) of both records, as data: no WebAssembly is started for them. */

import type { Json } from "./index.js";

/** Keywords of JSON Schema, draft 2020-12. */
export type JsonSchema = { [keyword: string]: Json };

export interface JsonSchemas {
  /**
   * Of an update. What `validate(draft)` finds to be an error violates it, as far as JSON Schema can say it; a draft
   * without errors never does.
   */
  update: JsonSchema;
  /** Of the record as responses carry it, out of its envelope. */
  record: JsonSchema;
}

export declare const calendar: JsonSchemas;
export declare const location: JsonSchemas;
