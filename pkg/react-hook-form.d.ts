/** React Hook Form: a resolver, and the errors of a refusal. */

import type {
  FieldErrors,
  FieldPath,
  FieldValues,
  Resolver,
  UseFormSetError,
} from "react-hook-form";

import type {
  Issue,
  ValidateOptions,
  ValidationReport,
  Validator,
} from "./index.js";

export interface ResolverOptions<Draft extends FieldValues>
  extends ValidateOptions {
  /**
   * Called at each validation with the warnings and notes, arranged like errors, and the whole report with their fixes.
   */
  onWarnings?:
    | ((warnings: FieldErrors<Draft>, report: ValidationReport<Draft>) => void)
    | undefined;
}

/**
 * Returns a resolver for `calendar` or `location` of `calendiff/validate`, or of any other entry. The `type` of an error
 * is its code; `handleSubmit` receives the draft in canonical form. With `stored`, that may repeat what only a stored record
 * has, such as an ID: send `body(stored, draft).value`. Issues of the whole form are at `errors.root`, those of an array of
 * fields at its `root`.
 */
export declare function resolver<Draft extends FieldValues>(
  kind: Validator<Draft>,
  options?: ResolverOptions<Draft>,
): Resolver<Draft, unknown, Draft>;

/**
 * Sets the issues of a refusal as errors of these fields, and returns the issues that are at none of them, such as one about the
 * whole update: `const elsewhere = setErrors(response.refusal.issues, setError, ["name", "slug"])`.
 */
export declare function setErrors<Draft extends FieldValues>(
  issues: readonly Issue[],
  setError: UseFormSetError<Draft>,
  names: readonly FieldPath<Draft>[],
): Issue[];
