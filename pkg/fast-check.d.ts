/** Arbitraries for fast-check, of code that handles these records. */

import type { Arbitrary } from "fast-check";

import type { Code, Kind, Path } from "./index.js";

/** Drafts of an update without any error. */
export declare function draft<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<Draft>;

/** Records as responses carry them, out of their envelope. */
export declare function record<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<StoredRecord>;

/** A stored record and a draft of it without any error. */
export declare function edit<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<{ stored: StoredRecord; draft: Draft }>;

/** Something wrong in a draft, as an issue has it. */
export interface Fault {
  code: Code;
  path: Path;
  pointer: string;
}

/** Drafts with one to three faults, and which codes `validate` finds where. */
export declare function faulty<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<{ draft: unknown; faults: Fault[] }>;
