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
const WITH_COMMA = /^[+-]?(\d+,\d*|,\d+)$/;
/** A comma before exactly three digits may separate thousands: `1,500`. */
const GROUPED = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * Returns the value that a text means at a member of a type: a number for `"45"`, for `"1,5"`, and for `"0."`, which one types
 * on the way to `"0.5"`; a truth value for the `"true"` and `"false"` of a select. Any other text stays text, so that the form
 * tells what is wrong with it: so does a number that would lose digits.
 */
export function meaningOf(text, type) {
  const trimmed = text.trim();
  if (type === "boolean" && (trimmed === "true" || trimmed === "false"))
    return trimmed === "true";
  if (type !== "number" && type !== "integer") return text;
  const isWithComma = WITH_COMMA.test(trimmed) && !GROUPED.test(trimmed);
  const written = isWithComma ? trimmed.replace(",", ".") : trimmed;
  return NUMBER.test(written) && isExact(written) ? Number(written) : text;
}

/** Returns true if a number keeps all digits before its point. */
function isExact(written) {
  const number = Number(written);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return true;
  return /^[+-]?\d+$/.test(written)
    ? BigInt(written.replace("+", "")) === BigInt(number)
    : Number.isFinite(number) && /e/i.test(written);
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
