/**
 * Arbitraries for fast-check, for property tests of code that handles these records. A failing case shrinks from the
 * outside in: first it loses every member and item that the failure does not need, then the remaining values shrink.
 * Combine them with those of fast-check: `fc.record({ record: stored(calendar), slotDuration: fc.constantFrom(15, 30)
 * }).map(…)`.
 */

import type { Arbitrary } from "fast-check";

import type { Code, Kind, Path } from "./index.js";

/** Generates drafts of an update without errors. Warnings may remain. */
export declare function draft<Draft, StoredRecord>(
  kind: Kind<Draft, StoredRecord>,
): Arbitrary<Draft>;

/**
 * Generates records as responses contain them, without their envelope and in the specification's shapes. Members that are
 * not set are absent.
 */
export declare function stored<Draft, StoredRecord>(
  kind: Kind<Draft, StoredRecord>,
): Arbitrary<StoredRecord>;

/** A response, and the record and the notes that `read` returns for it. */
export interface Received<StoredRecord> {
  /** The body as the service sends it. */
  sent: unknown;
  /** The record. */
  record: StoredRecord;
  /** The notes, by place. */
  notes: Fault[];
}

/**
 * Generates responses in the shapes that the service sends: in an envelope or bare, with empty text, null, `{}` and `[]` for
 * what is not set, numbers and truth values as text, objects with indexes as names, aliases, several days in an entry,
 * special dates at other times, and members that no table has, at any depth. No value is wrong in any shape: the service
 * accepts what a body has of such a record.
 */
export declare function response<Draft, StoredRecord>(
  kind: Kind<Draft, StoredRecord>,
): Arbitrary<Received<StoredRecord>>;

/**
 * Generates a stored record with a draft of it: few members or many, as stored, changed or cleared. Most records have the
 * shapes of `response`, without an envelope, and the draft repeats these shapes or the record as it is read. One draft of
 * thirty is in an envelope. A draft may have the errors of values that clear: a name is never empty, and null is not a
 * value.
 */
export declare function edited<Draft, StoredRecord>(
  kind: Kind<Draft, StoredRecord>,
): Arbitrary<{ stored: StoredRecord; draft: Draft }>;

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
export declare function planted<Draft, StoredRecord>(
  kind: Kind<Draft, StoredRecord>,
): Arbitrary<{ draft: unknown; faults: Fault[] }>;
