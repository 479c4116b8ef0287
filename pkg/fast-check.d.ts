/**
 * Arbitraries for fast-check, for property tests of code that handles these records. A failing case shrinks from the outside in:
 * first every member and item goes that the failure does not need, then what is left shrinks by itself. Mix in your own with
 * what fast-check has: `fc.record({ record: stored(calendar), slotDuration: fc.constantFrom(15, 30) }).map(…)`.
 */

import type { Arbitrary } from "fast-check";

import type { Code, Kind, Path } from "./index.js";

/** Drafts of an update without any error. Warnings may stand. */
export declare function draft<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<Draft>;

/** Records as responses carry them, out of their envelope. */
export declare function stored<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<StoredRecord>;

/** A stored record and a draft of it without any error: few members or many, as they are stored or changed. */
export declare function edited<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<{ stored: StoredRecord; draft: Draft }>;

/** Something wrong in a draft, as an issue has it. */
export interface Fault {
  code: Code;
  path: Path;
  pointer: string;
}

/** Drafts with one to three faults, and which codes `validate` finds where. These are all their errors; warnings may stand beside them. */
export declare function planted<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<{ draft: unknown; faults: Fault[] }>;
