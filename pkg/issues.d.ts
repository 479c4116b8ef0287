/** Converts lists of issues into the shapes that views need. */

import type { Issue } from "./index.js";

/**
 * Groups issues by the dotted names of their fields, such as `openHours.0.hours`; those of the whole record are
 * separate.
 */
export declare function flatten<Found extends Issue = Issue>(
  issues: readonly Found[],
): { record: Found[]; fields: { [name: string]: Found[] } };

/** The issues of a place and of the places inside it. */
export interface IssueTree<Found = Issue> {
  /** The issues of this place itself. */
  issues: Found[];
  /** The issues inside, by member or index. */
  within: { [step: string]: IssueTree<Found> };
}

/** Arranges issues as a tree along their paths. */
export declare function tree<Found extends Issue = Issue>(
  issues: readonly Found[],
): IssueTree<Found>;

/** Formats issues as text, errors first: a line for each message, one for the detail and one for the fix. */
export declare function pretty(issues: readonly Issue[]): string;
