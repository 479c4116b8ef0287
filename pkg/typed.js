/** Text as it is typed into a field, and the value that it means. */

/** Returns the text of a field for a value. */
export function textOf(value) {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/**
 * Returns the value that a text means at a member of a type: a number for `"45"` and for `"0."`, which one types on the way
 * to `"0.5"`. Any other text stays text, so that the form tells what is wrong with it.
 */
export function valueOf(text, type) {
  const trimmed = text.trim();
  return (type === "number" || type === "integer") && NUMBER.test(trimmed) ? Number(trimmed) : text;
}

/** Returns the type of the member or of the items at a path of a table, or undefined if the table has none. */
export function typeAt(table, path) {
  let here = { type: "object", table };
  for (const step of path) {
    if (typeof step === "number") here = here.items === undefined ? undefined : { type: here.items, table: here.table };
    else here = here.table?.members.find(({ name }) => name === step);
    if (here === undefined) return undefined;
  }
  return here.type;
}
