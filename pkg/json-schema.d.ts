/**
 * The JSON Schemas (2020-12) of both records as data. They do not start the WebAssembly. Titles and descriptions are English;
 * `calendiff/json-schema/de` has German ones, and so on.
 */

import type { Json } from "./index.js";

/** Keywords of JSON Schema, draft 2020-12. */
export type JsonSchema = { [keyword: string]: Json };

export interface JsonSchemas {
  /**
   * The schema of an update. A draft that `validate(draft)` finds errors in violates it, as far as JSON Schema can
   * express the error; a draft without errors never does.
   */
  update: JsonSchema;
  /** The schema of the record as responses contain it, without its envelope. */
  record: JsonSchema;
}

export declare const calendar: JsonSchemas;
export declare const location: JsonSchemas;
