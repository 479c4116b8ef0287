/**
 * Arbitraries for fast-check, built from the tables, so that new members of the tables are covered. Those that the
 * crate also has as strategies have the same names there.
 */

import * as fc from "fast-check";

import { FORMATS } from "./dist/formats.js";

/** Generates drafts of an update without errors. */
export const draft = (kind) => object(kind.describe(), "response-only");

/** Generates records as responses contain them, without their envelope. */
export const stored = (kind) => object(kind.describe(), "request-only");

/**
 * Generates a stored record and a draft of it: some members as stored, some changed, some arrays with items of both.
 */
export function edited(kind) {
  const some = fc.subarray(kind.describe().members.filter(({ access }) => access !== "response-only"));
  return fc.record({ kept: some, changed: some, mixed: some, stored: stored(kind), other: draft(kind) }, PLAIN).map(({ stored, other, kept, changed, mixed }) => {
    const writable = kind.body(stored, {}).value;
    const draft = {};
    const take = (rows, from) => rows.forEach(({ name }) => Object.hasOwn(from, name) && (draft[name] = from[name]));
    take(kept, writable);
    take(changed, other);
    for (const { name, type, identity } of mixed) {
      if (type === "array" && other[name] && writable[name]) draft[name] = distinct([...other[name], ...writable[name]], identity);
    }
    return { stored, draft };
  });
}

/**
 * Generates a draft with one to three faults, and the codes and places that `validate` reports for them. The draft has
 * no other errors, but may have warnings, like any draft.
 */
export function planted(kind) {
  const table = kind.describe();
  return broken({ type: "object", table }, 3).map(({ value, faults }) => ({
    draft: value,
    faults: faults.map(({ code, path }) => ({ code, path, pointer: path.map((step) => `/${step}`).join("") })),
  }));
}

/** Picks `count` items of a list. */
function picked(all, count, random) {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.nextInt(0, left.length - 1), 1)[0]);
}

const PLAIN = { noNullPrototype: true };

const matching = (pattern) => fc.stringMatching(new RegExp(`^(?:${pattern})$`));

/** Generates texts of a format. If the format allows prose after a text, anything may follow. */
function text(format) {
  const { valid, prose } = FORMATS[format];
  return fc.oneof(...valid.map((pattern) => matching(prose ? `${pattern}[ -~]{0,12}` : pattern)));
}

function object(table, without) {
  if (table.name === "hour range") return range;
  const rows = table.members.filter(({ access }) => access !== without);
  return members(rows.map((row) => ({ name: row.name, arbitrary: value(row, without), required: row.required })));
}

/** Percentages of cases in which an optional member is present: cases have a few, half, most or all of them. */
const SHARES = [4, 25, 50, 90, 100];

/** Generates objects with some of many members: `{ name, arbitrary, required }`. */
const members = (all) =>
  new Parts({
    pick: (random) => {
      const share = SHARES[random.nextInt(0, SHARES.length - 1)];
      return all.filter(({ required }) => required || random.nextInt(1, 100) <= share);
    },
    whole: (values, parts) => Object.fromEntries(values.map((value, at) => [parts[at].name, value])),
  });

/** Generates lists of items with distinct keys. */
const list = (arbitrary, key, least = 0, most = 4) =>
  new Parts({ pick: (random) => Array.from({ length: random.nextInt(least, most) }, () => ({ arbitrary })), whole: (values) => values, key, least });

/**
 * A value made of parts. It shrinks from the outside in: first it drops parts, all at once, then halves, quarters and
 * so on down to single parts; the remaining parts shrink after that. With fast-check's own `record` and `uniqueArray`,
 * the same failures take two to eight times as many runs, and keep items and faults that they do not need.
 */
class Parts extends fc.Arbitrary {
  /**
   * `pick` returns the parts, `whole` makes a value of theirs. No two values have the same `key`, and there are at
   * least `least`.
   */
  constructor({ pick, whole, key, least = 0 }) {
    super();
    Object.assign(this, { pick, whole, key, least });
  }

  generate(random, bias) {
    const parts = [];
    for (const picked of this.pick(random)) {
      const part = { ...picked, made: picked.arbitrary.generate(random, bias) };
      if (this.fits([...parts, part])) parts.push(part);
    }
    return this.made({ parts, size: parts.length, at: 0, from: 0, again: false });
  }

  /** A case only shrinks with its context, which records how it was made. */
  canShrinkWithoutContext() {
    return false;
  }

  shrink(_, context) {
    return context === undefined ? fc.Stream.nil() : fc.stream(this.smaller(context));
  }

  made(context) {
    return new fc.Value(this.whole(context.parts.map(({ made }) => made.value), context.parts), context);
  }

  fits(parts) {
    return !this.key || new Set(parts.map(({ made }) => this.key(made.value))).size === parts.length;
  }

  /**
   * Yields smaller cases, in the order to try them in: first without `size` parts, from the one at `at` on; then with
   * the part at `from` smaller, and so on; then, if the case has become smaller meanwhile, without each part once more.
   */
  *smaller({ parts, size, at, from, again }) {
    for (; size >= 1; size = Math.floor(size / 2), at = 0) {
      const free = parts.filter(({ required }) => !required);
      for (; at < free.length; at += size) {
        const gone = free.slice(at, at + size);
        const left = parts.filter((part) => !gone.includes(part));
        if (left.length >= this.least) yield this.made({ parts: left, size, at, from, again: true });
      }
    }
    for (; from < parts.length; from++) {
      const { arbitrary, made } = parts[from];
      for (const less of arbitrary.shrink(made.value_, made.context)) {
        const left = parts.with(from, { ...parts[from], made: less });
        if (this.fits(left)) yield this.made({ parts: left, size: 0, at: 0, from, again: true });
      }
    }
    if (again) yield* this.smaller({ parts, size: 1, at: 0, from: 0, again: false });
  }
}

const required = (rows) => rows.filter((row) => row.required).map(({ name }) => name);

function value(row, without) {
  const { type, format, known, table } = row;
  if (known && type === "text") return fc.constantFrom(...known.map(({ value }) => value));
  if (type === "text") return text(format);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return items(row, without);
  if (type === "object") return table ? object(table, without) : fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer(), { maxKeys: 3, ...PLAIN });
  return number(row);
}

/** Generates numbers within bounds; those that need not be integers come in halves. */
function number({ type, min, above, max = 1000 }) {
  const parts = type === "integer" ? 1 : 2;
  const least = above === undefined ? (min ?? -1000) * parts : above * parts + 1;
  return fc.integer({ min: least, max: max * parts }).map((parted) => parted / parts);
}

/** Generates a range that is not empty. */
const range = fc.tuple(fc.integer({ min: 0, max: 94 }), fc.integer({ min: 1, max: 16 })).map(([start, length]) => {
  const [open, close] = [start * 15, Math.min((start + length) * 15, 24 * 60 - 1)];
  return { openHour: Math.floor(open / 60), openMinute: open % 60, closeHour: Math.floor(close / 60), closeMinute: close % 60 };
});

/** The keys of an array's items, by the array's identity. */
const KEYS = {
  "user-id": ({ userId }) => userId,
  date: ({ date }) => date,
  place: ({ kind, location }) => [kind, location],
  week: ({ daysOfTheWeek }) => daysOfTheWeek,
};
const key = (identity) => (item) => JSON.stringify((KEYS[identity] ?? ((item) => item))(item));

const item = ({ items, table, min, max }) => ({ type: items, table, min, max });
const items = (row, without) => list(value(item(row), without), key(row.identity), row.identity === "days" ? 1 : 0);

function distinct(items, identity) {
  return [...new Map(items.map((item) => [key(identity)(item), item]).reverse()).values()].reverse();
}

/** Generates invalid values of a row, each with the codes of its faults and their paths from here. */
function broken(row, most = 1) {
  const { type, format, known, table } = row;
  const valid = value(row, "response-only");
  const at = (code, value, path = []) => value.map((value) => ({ value, faults: [{ code, path }] }));
  const ways = most > 1 ? [] : [at("wrong_type", fc.constantFrom(null, true, 7, "x", [], {}).filter((value) => !fits(value, type)))];
  if (type === "text" && !known) {
    for (const [code, pattern] of FORMATS[format].refused) ways.push(at(code, matching(pattern)));
  }
  if (type === "text" && known) ways.push(at("unknown_value", fc.stringMatching(/^[0-9]{12}$/)));
  if (type === "number" || type === "integer") ways.push(...[...brokenNumbers(row)].map(([code, value]) => at(code, value)));
  if (type === "array") ways.push(...brokenArrays(row));
  if (type === "object" && table) ways.push(...brokenObjects(table, valid, most));
  return fc.oneof(...ways);
}

const fits = (value, type) =>
  ({ text: typeof value === "string", boolean: typeof value === "boolean", array: Array.isArray(value), object: value?.constructor === Object })[type] ?? typeof value === "number";

function* brokenNumbers({ type, min, above, max, known }) {
  const beyond = fc.integer({ min: 1, max: 1000 });
  if (min !== undefined) yield ["too_small", beyond.map((by) => min - by)];
  if (above !== undefined) yield ["not_above", beyond.map((by) => above + 1 - by)];
  if (max !== undefined) yield ["too_large", beyond.map((by) => max + by)];
  if (type === "integer") yield ["not_integer", beyond.map((by) => by + 0.5)];
  if (known) yield ["unknown_value", beyond.map((by) => by + 100)];
}

function brokenArrays(row) {
  const { identity } = row;
  const valid = items(row, "response-only");
  const with_ = (list, way) => fc.tuple(list, way).map(([list, { value, faults }]) => ({ value: [...list, value], faults: faults.map(({ code, path }) => ({ code, path: [list.length, ...path] })) }));
  const ways = [];
  // A day beyond the week has a code of its own.
  if (identity === "days") ways.push(with_(valid, fc.integer({ min: 7, max: 99 }).map((value) => ({ value, faults: [{ code: "day_range", path: [] }] }))));
  else ways.push(with_(valid, broken(item(row))));
  const duplicate = { "user-id": ["user_duplicate", ["userId"]], date: ["date_duplicate", ["date"]], days: ["days_duplicate", []] }[identity];
  if (duplicate) {
    const [code, path] = duplicate;
    const some = valid.filter(({ length }) => length > 0);
    ways.push(some.map((list) => ({ value: [...list, list[0]], faults: [{ code, path: [list.length, ...path] }] })));
  }
  return ways;
}

function brokenObjects(table, valid, most) {
  const rows = table.members.filter(({ access }) => access !== "response-only");
  const ways = [
    fc.tuple(valid, fc.stringMatching(/^[0-9]{12}$/)).map(([value, name]) => ({ value: { ...value, [name]: 1 }, faults: [{ code: "unknown_member", path: [name] }] })),
  ];
  for (const row of table.members.filter(({ access }) => access === "response-only")) {
    ways.push(fc.tuple(valid, value(row)).map(([object, value]) => ({ value: { ...object, [row.name]: value }, faults: [{ code: "read_only", path: [row.name] }] })));
  }
  for (const name of required(rows)) {
    ways.push(valid.map(({ [name]: _, ...value }) => ({ value, faults: [{ code: "missing_member", path: [name] }] })));
  }
  if (table.name === "hour range") {
    ways.push(valid.map(({ openHour, openMinute, closeHour, closeMinute }) => ({
      value: { openHour: closeHour, openMinute: closeMinute, closeHour: openHour, closeMinute: openMinute },
      faults: [{ code: "hours_reversed", path: [] }],
    })));
  }
  const each = rows.map((row) => ({ name: row.name, arbitrary: broken(row) }));
  const some = new Parts({ pick: (random) => picked(each, random.nextInt(1, most), random), whole: (values, parts) => values.map((value, at) => [parts[at].name, value]), least: 1 });
  const within = fc.tuple(some, valid).map(([bad, object]) => ({
    value: Object.assign({ ...object }, ...bad.map(([name, { value }]) => ({ [name]: value }))),
    faults: bad.flatMap(([name, { faults }]) => faults.map(({ code, path }) => ({ code, path: [name, ...path] }))),
  }));
  // Chosen as often as all the others together.
  return [...ways, ...ways.map(() => within), within];
}
