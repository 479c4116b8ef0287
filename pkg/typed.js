/** Text as it is typed into a field, and the value that it means. */

/** A calendar date as records have it: midnight in UTC. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00:00(\.0+)?(Z|\+00:00)$/;

/** The value of a text that is not read yet: the text is shown whatever the value is. */
export const UNREAD = Symbol("unread");

/** Returns the text of a field for a value of a type: `2026-12-24` for a date. */
export function textOf(value, type) {
  if (value === undefined || value === null) return "";
  if (type === "date" && typeof value === "string")
    return value.replace(MIDNIGHT, "$1");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Returns the value that a text means at a member of a type: a number for `"45"` and for `"0."`, which one types on the way
 * to `"0.5"`. Any other text stays text, so that the form tells what is wrong with it.
 */
export function meaningOf(text, type) {
  const trimmed = text.trim();
  const isNumber =
    (type === "number" || type === "integer") &&
    NUMBER.test(trimmed) &&
    Number.isFinite(Number(trimmed));
  return isNumber ? Number(trimmed) : text;
}

/** Returns the type of the member or of the items at a path of a table, `date` for a date, or undefined if the table has none. */
export function typeAt(table, path) {
  let here = { type: "object", table };
  for (const step of path) {
    if (typeof step === "number")
      here =
        here.items === undefined
          ? undefined
          : { type: here.items, table: here.table };
    else here = here.table?.members.find(({ name }) => name === step);
    if (here === undefined) return undefined;
  }
  return here.format === "date" ? "date" : here.type;
}
