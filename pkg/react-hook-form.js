/** A resolver for React Hook Form: each error at its field, under its code; warnings and notes apart. */

/** Takes `calendar` or `location`, of `calendiff` or of `calendiff/slim`, and what `validate` takes as options. */
export function resolver(kind, { onWarnings, ...options } = {}) {
  return (values, _context, form) => {
    const report = kind.validate(values, options);
    const [errors, rest] = [true, false].map((wanted) => report.issues.filter(({ severity }) => (severity === "error") === wanted));
    const result = report.ok ? { values: report.value, errors: {} } : { values: {}, errors: nest(errors, form) };
    // React Hook Form before 7.88 takes `root` out of the errors, and submits if nothing else is left.
    if (Object.keys(result.errors).join() === "root") result.errors[""] = result.errors.root;
    if (form.shouldUseNativeValidation) show(result.errors, form);
    onWarnings?.(nest(rest, form), report);
    return result;
  };
}

/** Issues by their paths; those of what is around come before those within, so that neither takes the other's place. */
function nest(issues, { criteriaMode, fields, names = [], shouldUseNativeValidation }) {
  const dotted = names.map((name) => split(name).join("."));
  const nested = {};
  for (const { code, message, path } of [...issues].sort((a, b) => a.path.length - b.path.length)) {
    // What is said of the whole form, or of an array whose items are fields, stands where React Hook Form has room for it.
    const whole = path.join(".");
    const rooted = whole === "" || dotted.some((name) => name.startsWith(`${whole}.`) && /^\d/.test(name.slice(whole.length + 1)));
    const at = rooted ? [...path, "root"] : path;
    const error = at.reduce((inner, name, i) => own(inner, name) ?? put(inner, name, typeof at[i + 1] === "number" ? [] : {}), nested);
    if (!error.type) {
      const field = path.reduce(own, fields);
      Object.assign(error, { type: code, message, ref: field?.refs?.[0] ?? field?.ref });
    }
    if (criteriaMode === "all" && !shouldUseNativeValidation) {
      const said = own(error.types, code);
      error.types = { ...error.types, [code]: said ? [said, message].flat() : message };
    }
  }
  return nested;
}

/** Has the browser itself show the errors at the fields. */
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
const own = (object, name) => (object && Object.hasOwn(object, name) ? object[name] : undefined);
// Not by assignment, since a draft may have a member named __proto__.
const put = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })[name];
