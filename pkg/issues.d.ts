/** Lists of issues in the shapes that views want. */

import type { Issue } from "./index.js";

/** Issues by the dotted names of their fields, such as `openHours.0.hours`; those of the whole record apart. */
export declare function flatten<Found extends Issue = Issue>(issues: readonly Found[]): { record: Found[]; fields: { [name: string]: Found[] } };

/** A place, with its issues. */
export interface IssueTree<Found = Issue> {
  /** Those of this place itself. */
  issues: Found[];
  /** Those within, by member or index. */
  within: { [step: string]: IssueTree<Found> };
}

/** Issues where their paths lead. */
export declare function tree<Found extends Issue = Issue>(issues: readonly Found[]): IssueTree<Found>;

/** Issues as text, a line each and one for its fix; errors first. */
export declare function pretty(issues: readonly Issue[]): string;
