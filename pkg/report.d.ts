/** Reports to pass on: what an update would change, as an HTML page, as Markdown, or as a picture. */

import type { KindName, Profile, Speaking } from "./index.js";

export type { KindName, Language, Profile, Speaking } from "./index.js";

/**
 * A report's language is data. A section that is a function is not called: the report has the texts below it, those of
 * the language of `configure`, or English ones for a language with a `name`, such as `{ ...de, message: t }`. For a
 * report in German, `configure({ language: de })` and pass `{ message: t }`.
 */
export interface ReportOptions extends Speaking {
  profile?: Profile | undefined;
  mode?: "full" | "changed" | undefined;
  /** The first date over which the report compares what the calendar offers before and after, such as `2026-12-01`. */
  from?: string | undefined;
  /** The last date, or `days`. */
  to?: string | undefined;
  /** The number of dates. */
  days?: number | undefined;
}

/**
 * The reports about one kind of record. Text of records is shown in them and never obeyed. Each throws an `Error` with a
 * `code`, as `review` does.
 */
export interface Reports {
  readonly kind: KindName;
  /**
   * Returns a page of its own: the changes in words, the week and the months before and after as pictures, the issues
   * and the request. It has no script, asks for no other file, prints well, and is light or dark as its reader is.
   */
  html(stored: unknown, draft: unknown, options?: ReportOptions): string;
  /** Returns the same for a pull request, in GitHub's flavor of Markdown. */
  markdown(stored: unknown, draft: unknown, options?: ReportOptions): string;
  /**
   * Returns a picture as SVG: of the week, or of a month such as `2026-12` with its special dates. Throws `option` for a
   * location, and for open hours with more than days and hours.
   */
  svg(
    stored: unknown,
    draft: unknown,
    options?: ReportOptions & { picture?: string | undefined },
  ): string;
}

export declare const calendar: Reports;
export declare const location: Reports;

/** Sets the language of all calls of this entry that do not name one: `configure({ language: de })`. */
export declare function configure(options: Speaking): void;
