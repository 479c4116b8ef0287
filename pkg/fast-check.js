/**
 * Arbitraries for fast-check, built from the tables, so that new members of the tables are covered. Those that the
 * crate also has as strategies have the same names there.
 */

import * as fc from "fast-check";

import { FORMATS } from "./dist/formats.js";

/** Generates drafts of an update without errors. */
export const draft = (kind) => object(kind.describe(), DRAFT);

/** Generates records as responses contain them, without their envelope. */
export const stored = (kind) => object(kind.describe(), STORED);

/**
 * Generates a stored record, some with members that the tables lack, and a draft of it: some members as stored, some
 * changed, some arrays with items of both.
 */
export function edited(kind) {
  const some = fc.subarray(kind.describe().members.filter(({ access }) => access !== "response-only"));
  return fc.tuple(some, some, some, object(kind.describe(), OBSERVED), draft(kind)).map(([kept, changed, mixed, stored, other]) => {
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
 * Generates a draft with one to four faults, sometimes in an envelope, and the codes and places that `validate` reports
 * for them. The draft has no other errors, but may have warnings, like any draft.
 */
export function planted(kind) {
  const ways = {};
  const add = (code, planting) => (ways[code] ??= []).push(planting);
  addRefused(kind.describe(), add);
  // The code first: most codes are about few rows, and most rows have few codes.
  const one = fc.oneof(...Object.entries(ways).map(([code, ways]) => ({
    weight: code === "wrong_type" ? 8 : 1,
    arbitrary: fc.oneof(...ways).map((planting) => ({ code, ...planting })),
  })));
  return fc.tuple(list(one, undefined, 1), fc.nat(9), draft(kind)).map((made) => {
    const [plantings, nine, draft] = JSON.parse(JSON.stringify(made));
    // Hours overlap, or are there twice, also between entries of the same day.
    draft.openHours?.forEach((entry, day) => (entry.daysOfTheWeek = [day]));
    const taken = [];
    const faults = plantings.flatMap((planting) => plant(draft, planting, taken));
    const envelope = nine > 8 ? [kind.kind === "calendar" ? "calendar" : "buiseness"] : [];
    return {
      draft: envelope.reduce((inside, name) => ({ [name]: inside }), draft),
      faults: [...envelope.map(() => ({ code: "enveloped", path: [] })), ...faults].map(({ code, path }) => {
        const whole = [...envelope, ...path];
        return { code, path: whole, pointer: whole.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("") };
      }),
    };
  });
}

/** Uses of objects: the access of the members that they lack, and members beyond their tables. */
const DRAFT = { without: "response-only" };
const STORED = { without: "request-only" };
/** Responses are observed to contain members that no table has. */
const OBSERVED = { ...STORED, beyond: [{ name: "interval", arbitrary: fc.constant(null) }] };

const matching = (pattern) => (pattern ? fc.stringMatching(new RegExp(`^(?:${pattern})$`)) : fc.constant(""));

/** Mostly letters; then characters that programs lose or mistake for others, such as white space and those beyond ASCII. */
const character = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz \t\n\u00a0éß日\u{1f4c5}\u0301\u202e");
const words = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(""));

/** Generates texts of a format. If the format allows prose after a text, anything may follow. */
function text(format) {
  const { valid, prose } = FORMATS[format];
  return fc.tuple(fc.oneof(...valid.map(matching)), prose ? words : fc.constant("")).map((parts) => parts.join(""));
}

function object(table, manner) {
  if (table.name === "hour range") return range;
  const rows = table.members.filter(({ access }) => access !== manner.without);
  return members([...rows.map((row) => ({ name: row.name, arbitrary: value(row, manner), required: row.required })), ...(manner.beyond ?? [])]);
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
  constructor(parts) {
    super();
    Object.assign(this, { least: 0 }, parts);
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

function value(row, manner) {
  const { type, format, known, table } = row;
  if (known && type === "text") return fc.constantFrom(...known.map(({ value }) => value));
  if (type === "text") return text(format);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return items(row, manner);
  if (type === "object") return table ? object(table, manner) : fc.dictionary(matching("[a-z]{1,4}"), fc.integer(), { maxKeys: 3, noNullPrototype: true });
  return known ? fc.oneof(fc.constantFrom(...known.map(({ value }) => Number(value))), number(row)) : number(row);
}

/** Generates numbers within bounds; those that need not be integers come in halves. */
function number({ type, min, above, max = 1000 }) {
  const parts = type === "integer" ? 1 : 2;
  const least = above === undefined ? (min ?? -1000) * parts : above * parts + 1;
  return fc.integer({ min: least, max: max * parts }).map((parted) => parted / parts);
}

/** A range, in minutes from midnight, as the record spells it. */
const spelled = ([open, close]) => ({ openHour: Math.floor(open / 60), openMinute: open % 60, closeHour: Math.floor(close / 60), closeMinute: close % 60 });

/** Generates times of a day: most are quarters of an hour, some any minute. */
const times = fc.tuple(fc.nat(95), fc.nat(83)).map(([quarter, minute]) => quarter * 15 + Math.max(minute - 70, 0));

/** Generates ranges that are not empty. Some end with the day, and some a minute before. */
const range = fc
  .tuple(fc.nat(7), times, times)
  .map(([last, open, more]) => spelled([open, { 6: 1440, 7: 1439 }[last] ?? Math.min(open + 15 + (more % Math.max(1425 - open, 1)), 1439)]));

/** The keys of an array's items, by the array's identity. */
const KEYS = {
  "user-id": ({ userId }) => userId,
  date: ({ date }) => date,
  place: ({ kind, location }) => [kind, location],
  week: ({ daysOfTheWeek }) => daysOfTheWeek,
};
const key = (identity) => (item) => JSON.stringify((KEYS[identity] ?? ((item) => item))(item));

const item = ({ items, table, min, max }) => ({ type: items, table, min, max });
const items = (row, manner) => list(value(item(row), manner), key(row.identity), row.identity === "days" ? 1 : 0);

const distinct = (items, identity) => items.filter((item, at) => items.findIndex((other) => key(identity)(other) === key(identity)(item)) === at);

/**
 * Plants a fault into the draft, unless another one is in a member that it touches, above that or below. The fault is
 * found at the first member that it touches, or `below` that.
 */
function plant(object, { code, way, pick, fresh, put = {}, drop = [], keep = [], below = [] }, taken) {
  const names = [...drop, ...Object.keys(put), ...keep];
  const touched = names.map((name) => [...way, name, ""].join("/"));
  if (touched.some((one) => taken.some((other) => one.startsWith(other) || other.startsWith(one)))) return [];
  taken.push(...touched);
  const path = [];
  way.forEach((name, depth) => {
    path.push(name);
    // A missing object is made.
    let inside = object[name];
    if (!inside || inside.length === 0) inside = object[name] = fresh[depth];
    if (Array.isArray(inside)) {
      path.push(pick % inside.length);
      inside = inside[pick % inside.length];
    }
    object = inside;
  });
  for (const name of drop) delete object[name];
  // A plain assignment makes no member of the name `__proto__`.
  for (const name of Object.keys(put)) Object.defineProperty(object, name, { value: put[name], configurable: true, enumerable: true, writable: true });
  return [{ code, path: [...path, names[0], ...below] }];
}

/** Adds the faults of an object of the record, and those of the objects inside of it. */
function addRefused(table, add, way = [], fresh = []) {
  const here = (code, arbitrary) => add(code, fc.tuple(arbitrary, fc.nat(99), ...fresh).map(([planting, pick, ...fresh]) => ({ way, pick, fresh, ...planting })));
  here("unknown_member", fc.constantFrom(...UNKNOWN).map((name) => ({ put: { [name]: 1 } })));
  if (table.name === "calendar") RULES.forEach(([code, put, below, drop]) => here(code, fc.constant({ put, below, drop })));
  for (const row of table.members) {
    const { name } = row;
    const valid = value(row, DRAFT);
    const put = (code, values, below, keep) => here(code, values.map((value) => ({ put: { [name]: value }, below, keep })));
    if (row.access === "response-only") {
      put("read_only", valid);
      continue;
    }
    if (table.name === "location" && row.format === "plain") put("empty_text", fc.constant(""));
    if (row.required) here("missing_member", fc.constant({ drop: [name] }));
    // Misspelled short names are unknown.
    if (name.length > 3) here("misspelled_member", fc.tuple(slips(name), valid).map(([slip, value]) => ({ put: { [slip]: value }, keep: [name] })));
    // Faults of days and of hours depend on each other.
    const keep = { ranges: ["daysOfTheWeek"], days: ["hours"] }[row.identity];
    for (const [code, values, below] of refused(row)) put(code, values, below, keep);
    if (row.table) {
      const inside = object(row.table, DRAFT);
      addRefused(row.table, add, [...way, name], [...fresh, row.type === "array" ? inside.map((item) => [item]) : inside]);
    }
  }
}

/** Names that no table has; JavaScript and JSON Pointer treat some specially. JavaScript moves numbers, so there is none. */
const UNKNOWN = ["zone", "", "__proto__", "~/b", "名前"];

/** Generates a word with a letter dropped or doubled. */
const slips = (word) => fc.constantFrom(...[...word].flatMap((letter, at) => ["", letter + letter].map((other) => word.slice(0, at) + other + word.slice(at + 1))));

const VALUES = { boolean: [true], number: [30], text: ["30", "true"], array: [[], [1]], object: [{}, { a: 1 }] };

/** Generates values of another type. Half of them are null, which many programs take for an absent member. */
const another = (type) => fc.oneof(fc.constant(null), fc.constantFrom(...Object.entries(VALUES).flatMap(([of, values]) => (of === type.replace("integer", "number") ? [] : values))));

/** The values that a row refuses: a code, the values, and where in them it is found. */
function* refused({ type, format, known, identity, items, min, above, max }) {
  yield ["wrong_type", another(type)];
  if (items) yield ["wrong_type", another(items).map((item) => [item]), [0]];
  if (identity === "days") yield* DAYS.map(([code, below, days]) => [code, fc.nat(6).map(days), below]);
  else if (identity === "ranges") yield* HOURS.map(([code, at, ...ranges]) => [code, fc.nat(900).map((later) => ranges.map((range) => spelled(range.map((time) => (time < 1440 ? time + later : time))))), [at]]);
  else if (type === "text") {
    yield* Object.entries(FORMATS[format].refused).map(([code, pattern]) => [code, matching(pattern)]);
    if (!known) return;
    yield ["unknown_value", matching("zz[0-9]{1,8}")];
    yield ["misspelled_value", fc.oneof(...known.filter(({ value }) => value.length > 3).map(({ value }) => slips(value)))];
  } else {
    const beyond = fc.nat(999);
    if (min !== undefined) yield ["too_small", beyond.map((by) => min - 1 - by)];
    if (above !== undefined) yield ["not_above", beyond.map((by) => above - by)];
    if (max !== undefined) yield ["too_large", beyond.map((by) => max + 1 + by)];
    if (type === "integer") yield ["not_integer", beyond.map((by) => by + 0.5)];
    if (known) yield ["unknown_value", beyond.map((by) => by + 100)];
  }
}

/** Faults of the days of an entry: the code, where it is found, and the days. */
const DAYS = [
  ["not_integer", [0], (day) => [day + 0.5]],
  ["day_range", [0], (day) => [day + 7]],
  ["days_duplicate", [1], (day) => [day, day]],
  ["several_days", [], (day) => [day, (day + 1) % 7]],
  ["days_empty", [], () => []],
];

/** Faults of the hours of a day: the code, the range where it is found, and the ranges in minutes, which may be later. */
const HOURS = [
  ["hours_reversed", 0, [60, 0]],
  ["hours_empty", 0, [0, 0]],
  ["hours_midnight", 0, [0, 1440]],
  ["hours_past_midnight", 0, [0, 1470]],
  ["hours_duplicate", 1, [0, 480], [0, 480]],
  ["hours_overlap", 1, [0, 480], [0, 481]],
];

const CLOSED = { date: "2018-12-24T00:00:00.000Z", hours: [] };
const [A, B] = [{ userId: "a" }, { userId: "b" }];
const placed = (...locationConfigurations) => ({ ...A, locationConfigurations });

/** Faults between members of a calendar: the code, the members to put, where below the first member it is found, the members to drop. */
const RULES = [
  ["redirect_url_missing", { formSubmitType: "RedirectURL" }, [], ["formSubmitRedirectURL"]],
  ["recurring_missing", { enableRecurring: true }, [], ["recurring", "teamMembers"]],
  ["recurring_members", { enableRecurring: true, recurring: {}, teamMembers: [A, B] }],
  ["recurring_count", { recurring: { count: 25 } }, ["count"]],
  ["user_duplicate", { teamMembers: [A, A] }, [1, "userId"]],
  ["primary_several", { teamMembers: [{ ...A, isPrimary: true }, { ...B, isPrimary: true }] }, [1, "isPrimary"]],
  ["places_several", { teamMembers: [placed({ kind: "custom" }, { kind: "physical" }), B] }, [0, "locationConfigurations"]],
  ["conference_location", { teamMembers: [placed({ kind: "zoom_conference", location: "a" })] }, [0, "locationConfigurations", 0, "location"]],
  ["places_dropped", { locationConfigurations: [{ kind: "custom" }] }],
  ["team_empty", { teamMembers: [] }],
  ["empty_detaches", { openHours: [] }],
  ["empty_detaches", { availabilities: [] }],
  ["date_duplicate", { availabilities: [CLOSED, CLOSED] }, [1, "date"]],
  ["deleted_without_id", { availabilities: [{ ...CLOSED, deleted: true }] }, [0, "id"]],
  ["dates_unused", { availabilities: [CLOSED], availabilityType: 0 }],
  ["not_active", { isActive: false }],
  ["no_open_day", { openHours: [{ daysOfTheWeek: [0], hours: [] }], availabilityType: 0 }],
  ["dates_missing", { availabilityType: 1, availabilities: [CLOSED] }],
  ["notice_beyond", { allowBookingAfter: 7, allowBookingAfterUnit: "days", allowBookingFor: 1, allowBookingForUnit: "weeks" }],
  ["look_busy_all", { lookBusyConfig: { enabled: true, LookBusyPercentage: 100 } }, ["LookBusyPercentage"]],
  ["appointments_none", { appoinmentPerSlot: 0 }],
  ["appointments_none", { appoinmentPerDay: 0 }],
  ["range_short", { openHours: [{ daysOfTheWeek: [0], hours: [spelled([540, 584])] }], slotDuration: 45, slotDurationUnit: "mins" }, [0, "hours", 0]],
];
