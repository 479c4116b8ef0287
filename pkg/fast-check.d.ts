/**
 * Arbitraries for fast-check, for property tests of code that handles these records. A failing case shrinks from the
 * outside in: first it loses every member and item that the failure does not need, then the remaining values shrink.
 * Combine them with those of fast-check: `fc.record({ record: stored(calendar), slotDuration: fc.constantFrom(15, 30)
 * }).map(…)`.
 */

import type { Arbitrary } from "fast-check";

import type { Code, Kind, Path } from "./index.js";

/** Generates drafts of an update without errors. Warnings may remain. */
export declare function draft<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<Draft>;

/** Generates records as responses contain them, without their envelope. */
export declare function stored<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<StoredRecord>;

/**
 * Generates a stored record with a draft that has no errors: few members or many, as stored or changed. Some records have
 * members that the tables lack, like those of responses.
 */
export declare function edited<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<{ stored: StoredRecord; draft: Draft }>;

/** A fault in a draft, like the issue that reports it. */
export interface Fault {
  code: Code;
  path: Path;
  pointer: string;
}

/**
 * Generates drafts with one to four faults, and the codes and places that `validate` reports for them. The drafts have
 * no other errors, but may have warnings. One of ten is in an envelope, which is a fault of its own, `enveloped`.
 */
export declare function planted<Draft, StoredRecord>(kind: Kind<Draft, StoredRecord>): Arbitrary<{ draft: unknown; faults: Fault[] }>;
