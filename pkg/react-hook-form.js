/** React Hook Form: a resolver, which sets each error at its field with its code, and the errors of a refusal. */

import { UNREAD, unread } from "./unread.js";

/**
 * Returns a resolver for `calendar` or `location` of `calendiff/validate`, or of any other entry, with the options of
 * `validate`. It loads none of them.
 */
export function resolver(kind, { onWarnings, ...options } = {}) {
  return (values, _context, form) => {
    const report = reportOf(kind, values, options);
    const [errors, rest] = [true, false].map((wanted) =>
      report.issues.filter(({ severity }) => (severity === "error") === wanted),
    );
    const result = report.ok
      ? { values: report.value, errors: {} }
      : { values: {}, errors: nest(errors, form) };
    // React Hook Form before 7.88 removes `root` from the errors, and submits if no other error remains.
    if (Object.keys(result.errors).join() === "root")
      result.errors[""] = result.errors.root;
    if (form.shouldUseNativeValidation) show(result.errors, form);
    if (!report.isUnread) onWarnings?.(nest(rest, form), report);
    return result;
  };
}

/** Returns the report about values, with a single error if they cannot be read as a record. */
function reportOf(kind, values, options) {
  try {
    return kind.validate(values, options);
  } catch (thrown) {
    if (!UNREAD.includes(thrown?.code)) throw thrown;
    const error = { ...unread(thrown.code, thrown.message), severity: "error" };
    return { ok: false, issues: [error], isUnread: true };
  }
}

/**
 * Nests issues by their paths. Issues of a parent come before those inside it, so that neither takes the other's place.
 */
function nest(
  issues,
  { criteriaMode, fields, names = [], shouldUseNativeValidation },
) {
  const dotted = names.map((name) => split(name).join("."));
  const nested = {};
  for (const { code, message, path } of [...issues].sort(
    (a, b) => a.path.length - b.path.length,
  )) {
    // Issues of the whole form, or of an array whose items are fields, go to the `root` that React Hook Form reserves
    // for them.
    const whole = path.join(".");
    const rooted =
      whole === "" ||
      dotted.some(
        (name) =>
          name.startsWith(`${whole}.`) &&
          /^\d/.test(name.slice(whole.length + 1)),
      );
    const at = rooted ? [...path, "root"] : path;
    const error = at.reduce(
      (inner, name, i) =>
        own(inner, name) ??
        put(inner, name, typeof at[i + 1] === "number" ? [] : {}),
      nested,
    );
    if (!error.type) {
      const field = path.reduce(own, fields);
      Object.assign(error, {
        type: code,
        message,
        ref: field?.refs?.[0] ?? field?.ref,
      });
    }
    if (criteriaMode === "all" && !shouldUseNativeValidation) {
      const said = own(error.types, code);
      error.types = {
        ...error.types,
        [code]: said ? [said, message].flat() : message,
      };
    }
  }
  return nested;
}

/**
 * Sets each issue as the error of the field that it is at or inside, and returns those that are at none of these fields, such as
 * a refusal of the whole update.
 */
export function setErrors(issues, setError, names) {
  return issues.filter(({ code, message, path }) => {
    const name = names.find((name) =>
      split(name).every((step, at) => step === String(path[at])),
    );
    if (name !== undefined) setError(name, { type: code, message });
    return name === undefined;
  });
}

/** Makes the browser show the errors at the fields. */
function show(errors, { fields, names = [] }) {
  for (const path of names.map(split)) {
    const field = path.reduce(own, fields);
    for (const ref of field?.refs ?? [field?.ref]) {
      if (!ref?.reportValidity) continue;
      ref.setCustomValidity(path.reduce(own, errors)?.message ?? "");
      ref.reportValidity();
    }
  }
}

const split = (name) => name.split(/[.[\]"']+/).filter(Boolean);
const own = (object, name) =>
  object && Object.hasOwn(object, name) ? object[name] : undefined;
// Not by assignment: a draft may have a member named __proto__.
const put = (object, name, value) =>
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })[name];
