/** A resolver for React Hook Form. */

import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

import type { Kind, Options, Report } from "./index.js";

export interface ResolverOptions<Draft extends FieldValues> extends Options {
  /** Told at each validation: warnings and notes, laid out as errors are, and the whole report with their fixes. */
  onWarnings?: ((warnings: FieldErrors<Draft>, report: Report<Draft>) => void) | undefined;
}

/**
 * Takes `calendar` or `location`. The `type` of an error is its code; `handleSubmit` gives the draft in canonical form.
 * What is said of the whole form stands at `errors.root`, of an array of fields at its `root`.
 */
export declare function resolver<Draft extends FieldValues, StoredRecord>(
  kind: Kind<Draft, StoredRecord>,
  options?: ResolverOptions<Draft>,
): Resolver<Draft, unknown, Draft>;
