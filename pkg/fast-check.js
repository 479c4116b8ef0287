/**
 * Arbitraries for fast-check, built from the tables, so that new members of the tables are covered. Those that the
 * crate also has as strategies have the same names there.
 */

import * as fc from "fast-check";

import { FORMATS } from "./dist/formats.js";

/** Returns the table of `calendar` or `location`, or throws `option`. */
function tableOf(kind) {
  if (typeof kind?.describe === "function") return kind.describe();
  throw Object.assign(
    new TypeError(
      `kind: expected calendar or location of calendiff, found ${kind === null ? "null" : typeof kind}`,
    ),
    { code: "option" },
  );
}

/** Generates drafts of an update without errors. */
export const draft = (kind) => object(tableOf(kind), DRAFT);

/** Generates records as responses contain them, without their envelope and in the specification's shapes. */
export const stored = (kind) => object(tableOf(kind), STORED);

/** Generates a value in one of so many cases, and `nil` in the others. */
const sometimes = (arbitrary, { one, nil }) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: one - 1, arbitrary: fc.constant(nil) },
    { weight: 1, arbitrary },
  );

/**
 * Generates responses in the shapes that the service sends, each with the record that `read` must return for it and the
 * notes about it. No value is wrong in any shape.
 */
export const response = (kind) =>
  fc
    .tuple(
      fc.nat(9),
      sometimes(matching("[0-9a-f]{8}"), { one: 5, nil: undefined }),
      odd(tableOf(kind)),
    )
    .map(([how, trace, { sent, meant, notes }]) => {
      const [own, ...others] =
        kind.kind === "calendar" ? ["calendar"] : ["buiseness", "business"];
      const other = others[how % 2];
      const name = how < 6 ? (other ?? own) : how < 8 ? own : undefined;
      const whole = name === undefined ? { ...sent } : { [name]: sent };
      if (how === 7 && others.length) whole[others[0]] = {};
      if (name && kind.kind === "location") whole.success = true;
      if (trace) whole.traceId = trace;
      const note =
        name === undefined ? "read_bare" : name !== own && "read_envelope";
      const path = (note) => ({ ...note, pointer: pointer(note.path) });
      return {
        sent: whole,
        record: trace && !name ? { ...meant, traceId: trace } : meant,
        notes: [...(note ? [{ code: note, path: [] }] : []), ...notes].map(
          path,
        ),
      };
    });

/**
 * Generates a stored record and a draft of it. Most records have the shapes of responses. The draft repeats the record
 * in these shapes or as it is read, whole or in part, with some members changed, some cleared, and some arrays with items
 * of both. One draft of thirty is in an envelope.
 */
export function edited(kind) {
  const table = tableOf(kind);
  const some = fc.subarray(
    table.members.filter(({ access }) => access !== "response-only"),
  );
  const record = fc.oneof(
    object(table, STORED).map((stored) => plain(stored)),
    { weight: 2, arbitrary: odd(table) },
  );
  const cleared = sometimes(
    fc
      .constantFrom(
        ...table.members.filter(({ access }) => access !== "response-only"),
      )
      .chain((row) => notSet(row).map(({ sent }) => [row.name, sent])),
    { one: 4, nil: null },
  );
  return fc
    .tuple(
      some,
      some,
      some,
      record,
      draft(kind),
      cleared,
      fc.nat(3),
      fc.nat(29),
    )
    .map(
      ([kept, changed, mixed, { sent, meant }, other, cleared, how, rare]) => {
        const writable = kind.body(sent, {}).value;
        const draft = how === 0 ? { ...sent } : how === 1 ? { ...meant } : {};
        const take = (rows, from) =>
          rows.forEach(
            ({ name }) =>
              Object.hasOwn(from, name) && (draft[name] = from[name]),
          );
        if (how > 1) take(kept, how === 2 ? writable : sent);
        take(how < 2 ? changed.slice(0, 3) : changed, other);
        for (const { name, type, identity } of mixed) {
          if (type === "array" && other[name] && writable[name])
            draft[name] = distinct(
              [...other[name], ...writable[name]],
              identity,
            );
        }
        if (cleared) draft[cleared[0]] = cleared[1];
        return {
          stored: sent,
          draft:
            rare === 29
              ? { [kind.kind === "calendar" ? "calendar" : "buiseness"]: draft }
              : draft,
        };
      },
    );
}

/**
 * Generates a draft with one to four faults, sometimes in an envelope, and the codes and places that `validate` reports
 * for them. The draft has no other errors, but may have warnings, like any draft.
 */
export function planted(kind) {
  const ways = {};
  const add = (code, planting) => (ways[code] ??= []).push(planting);
  addRefused(tableOf(kind), add);
  // The code first: most codes are about few rows, and most rows have few codes.
  const one = fc.oneof(
    ...Object.entries(ways).map(([code, ways]) => ({
      weight: code === "wrong_type" ? 8 : 1,
      arbitrary: fc.oneof(...ways).map((planting) => ({ code, ...planting })),
    })),
  );
  return fc
    .tuple(list(one, undefined, 1), fc.nat(9), draft(kind))
    .map((made) => {
      const [plantings, nine, draft] = JSON.parse(JSON.stringify(made));
      // Hours overlap, or are there twice, also between entries of the same day.
      draft.openHours?.forEach((entry, day) => (entry.daysOfTheWeek = [day]));
      const taken = [];
      const faults = plantings.flatMap((planting) =>
        plant(draft, planting, taken),
      );
      const envelope =
        nine > 8 ? [kind.kind === "calendar" ? "calendar" : "buiseness"] : [];
      return {
        draft: envelope.reduce((inside, name) => ({ [name]: inside }), draft),
        faults: [
          ...envelope.map(() => ({ code: "enveloped", path: [] })),
          ...faults,
        ].map(({ code, path }) => {
          const whole = [...envelope, ...path];
          return { code, path: whole, pointer: pointer(whole) };
        }),
      };
    });
}

/** Uses of objects: the access of the members that they lack, and the values that their members may have. */
const DRAFT = { without: "response-only" };
/** In the specification's shapes, what is not set is absent. */
const STORED = {
  without: "request-only",
  fits: (row, value) => !isNotSet(row, value),
};

const pointer = (path) =>
  path
    .map(
      (step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    )
    .join("");

const patterns = new Map();
/** Generates texts that match a pattern. The generators are kept, since making them takes fast-check a fifth of a run. */
function matching(pattern) {
  if (!pattern) return fc.constant("");
  if (!patterns.has(pattern))
    patterns.set(pattern, fc.stringMatching(new RegExp(`^(?:${pattern})$`)));
  return patterns.get(pattern);
}

/** Mostly letters; then characters that programs lose or mistake for others, such as white space and those beyond ASCII. */
const character = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz \t\n\u00a0éß日\u{1f4c5}\u0301\u202e",
);
const words = fc
  .array(character, { maxLength: 12 })
  .map((characters) => characters.join(""));

/** Generates texts of a format. If the format allows prose after a text, anything may follow. */
function text(format) {
  const { valid, prose } = FORMATS[format];
  return fc
    .tuple(fc.oneof(...valid.map(matching)), prose ? words : fc.constant(""))
    .map((parts) => parts.join(""));
}

function object(table, manner) {
  if (table.name === "hour range") return range;
  const rows = table.members.filter(({ access }) => access !== manner.without);
  return members(
    rows.map((row) => ({
      row,
      arbitrary: value(row, manner),
      required: row.required,
    })),
    (values, parts) =>
      Object.fromEntries(
        values
          .map((value, at) => [parts[at].row, value])
          .filter(([row, value]) => !manner.fits || manner.fits(row, value))
          .map(([{ name }, value]) => [name, value]),
      ),
  );
}

/** Percentages of cases in which an optional member is present: cases have a few, half, most or all of them. */
const SHARES = [4, 25, 50, 90, 100];

/**
 * Generates objects with some of many members: `{ arbitrary, required, percent }`. One without a percentage is there with
 * the share of the case.
 */
const members = (all, whole) =>
  new Parts({
    pick: (random) => {
      const share = SHARES[random.nextInt(0, SHARES.length - 1)];
      return all.filter(
        ({ required, percent }) =>
          random.nextInt(1, 100) <= (percent ?? (required ? 100 : share)),
      );
    },
    whole,
  });

/** Generates lists of items with distinct keys. */
const list = (arbitrary, key, least = 0, most = 4) =>
  new Parts({
    pick: (random) =>
      Array.from({ length: random.nextInt(least, most) }, () => ({
        arbitrary,
      })),
    whole: (values) => values,
    key,
    least,
  });

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
    return this.made({
      parts,
      size: parts.length,
      at: 0,
      from: 0,
      again: false,
    });
  }

  /** A case only shrinks with its context, which records how it was made. */
  canShrinkWithoutContext() {
    return false;
  }

  shrink(_, context) {
    return context === undefined
      ? fc.Stream.nil()
      : fc.stream(this.smaller(context));
  }

  made(context) {
    return new fc.Value(
      this.whole(
        context.parts.map(({ made }) => made.value),
        context.parts,
      ),
      context,
    );
  }

  fits(parts) {
    return (
      !this.key ||
      new Set(parts.map(({ made }) => this.key(made.value))).size ===
        parts.length
    );
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
        if (left.length >= this.least)
          yield this.made({ parts: left, size, at, from, again: true });
      }
    }
    for (; from < parts.length; from++) {
      const { arbitrary, made } = parts[from];
      for (const less of arbitrary.shrink(made.value_, made.context)) {
        const left = parts.with(from, { ...parts[from], made: less });
        if (this.fits(left))
          yield this.made({ parts: left, size: 0, at: 0, from, again: true });
      }
    }
    if (again)
      yield* this.smaller({ parts, size: 1, at: 0, from: 0, again: false });
  }
}

function value(row, manner) {
  const { type, format, known, table } = row;
  if (known && type === "text")
    return fc.constantFrom(...known.map(({ value }) => value));
  if (type === "text") return text(format);
  if (type === "boolean") return fc.boolean();
  if (type === "array") return items(row, manner);
  if (type === "object")
    return table
      ? object(table, manner)
      : fc.dictionary(matching("[a-z]{1,4}"), fc.integer(), {
          maxKeys: 3,
          noNullPrototype: true,
        });
  return known
    ? fc.oneof(
        fc.constantFrom(...known.map(({ value }) => Number(value))),
        number(row),
      )
    : number(row);
}

/** Generates numbers within bounds; those that need not be integers come in halves. */
function number({ type, min, above, max = 1000 }) {
  const parts = type === "integer" ? 1 : 2;
  const least =
    above === undefined ? (min ?? -1000) * parts : above * parts + 1;
  return fc
    .integer({ min: least, max: max * parts })
    .map((parted) => parted / parts);
}

/** A range, in minutes from midnight, as the record spells it. */
const spelled = ([open, close]) => ({
  openHour: Math.floor(open / 60),
  openMinute: open % 60,
  closeHour: Math.floor(close / 60),
  closeMinute: close % 60,
});

/** Generates times of a day: most are quarters of an hour, some any minute. */
const times = fc
  .tuple(fc.nat(95), fc.nat(83))
  .map(([quarter, minute]) => quarter * 15 + Math.max(minute - 70, 0));

/** Generates ranges that are not empty. Some end with the day, and some a minute before. */
const range = fc
  .tuple(fc.nat(7), times, times)
  .map(([last, open, more]) =>
    spelled([
      open,
      { 6: 1440, 7: 1439 }[last] ??
        Math.min(open + 15 + (more % Math.max(1425 - open, 1)), 1439),
    ]),
  );

/** The keys of an array's items, by the array's identity. */
const KEYS = {
  "user-id": ({ userId }) => userId,
  date: ({ date }) => String(date).slice(0, 10),
  place: ({ kind, location }) => [kind, location],
  week: ({ daysOfTheWeek }) => daysOfTheWeek,
};
const key = (identity) => (item) =>
  JSON.stringify((KEYS[identity] ?? ((item) => item))(item));

const item = ({ items, table, min, max }) => ({ type: items, table, min, max });
const items = (row, manner) =>
  list(
    value(item(row), manner),
    key(row.identity),
    row.identity === "days" ? 1 : 0,
  );

const distinct = (items, identity) =>
  items.filter(
    (item, at) =>
      items.findIndex(
        (other) => key(identity)(other) === key(identity)(item),
      ) === at,
  );

/** A value in a response, and what reading returns for it: a value, or none where the member is not set, and notes. */
const plain = (sent) => ({ sent, meant: sent, notes: [] });
const noted = (code, sent, meant) => ({
  sent,
  meant,
  notes: [{ code, path: [] }],
});

const isSet = ({ identity }) => identity === "days" || identity === "ranges";

/** Whether a value of a row means that it is not set. */
const isNotSet = ({ type, identity }, value) =>
  value === null ||
  (typeof value === "string" && !/[^ \t\n\r\f]/.test(value)) ||
  (typeof value === "object" &&
    Object.keys(value).length === 0 &&
    !isSet({ identity }) &&
    (Array.isArray(value)
      ? type === "array" && identity !== "week"
      : type === "object" || type === "array"));

/** Generates the values of a row that mean that it is not set. A week that is `{}` is read as it is. */
const notSet = ({ type, identity }) => {
  const empty =
    type === "object"
      ? [{}, {}]
      : type === "array" && !isSet({ identity })
        ? identity === "week"
          ? [{}, {}]
          : [{}, []]
        : [];
  return fc
    .constantFrom("", null, "", null, " ", ...empty)
    .map((sent) =>
      noted(
        "read_not_set",
        sent,
        identity === "week" && sent && sent !== " " ? sent : undefined,
      ),
    );
};

/** Other spellings of members that responses have. */
const ALIASES = {
  appoinmentPerSlot: "appointmentPerSlot",
  appoinmentPerDay: "appointmentPerDay",
  formSubmitRedirectURL: "formSubmitRedirectUrl",
  daysOfTheWeek: "daysOfWeek",
  LookBusyPercentage: "lookBusyPercentage",
  id: "_id",
};
const alias = ({ name, access }) =>
  name === "id" && access === "response-only" ? undefined : ALIASES[name];

/** Members beyond the tables that responses have, by the name of the table. */
const BEYOND = {
  calendar: { notifications: [{ type: "email" }], isDefault: false },
  location: { timezone: "Europe/Berlin" },
  recurrence: { interval: null, monthDays: [], weekDays: [] },
  "team member": {
    selected: true,
    isZoomAdded: "false",
    zoomOauthId: "",
    meetingLocation: "",
  },
  "location configuration": { position: 0, zoomOauthId: "" },
  "open-hours entry": { _id: "66a1" },
  "hour range": { _id: "66c1" },
};

/** Generates one of so many values in another way. */
const rarely = (all, [usual, other]) =>
  fc.oneof(
    { weight: all - 1, arbitrary: usual },
    { weight: 1, arbitrary: other },
  );

/** Generates an object of a response. */
function odd(table) {
  const rows = table.members.filter(
    (row) => row.access !== "request-only" || alias(row),
  );
  const beyond = Object.entries({ interval: null, ...BEYOND[table.name] });
  return members(
    [
      ...rows.map((row) => ({
        row,
        arbitrary: oddMember(row),
        required: row.required,
        percent: row.required ? 98 : undefined,
      })),
      ...rows.filter(alias).flatMap((row) => [
        {
          alias: row,
          arbitrary: fc.constant(true),
          percent: row.access === "request-only" ? 70 : 10,
        },
        { beside: row, arbitrary: fc.boolean(), percent: 10 },
      ]),
      ...[...beyond, ...UNKNOWN.map((name) => [name, undefined])].map(
        ([name, value]) => ({
          name,
          arbitrary:
            value === undefined
              ? fc.constantFrom(1, null, "", [], {}, { a: null })
              : fc.constant(value),
          percent: 8,
        }),
      ),
    ],
    (values, parts) =>
      assembled(
        table,
        parts.map((part, at) => ({ ...part, value: values[at] })),
      ),
  );
}

/** Generates the value of a row. Some are not set. */
function oddMember(row) {
  const set = oddValue(row).map((piece) => {
    if (
      row.identity === "week" &&
      !Array.isArray(piece.sent) &&
      Object.keys(piece.sent).length === 0
    )
      return noted("read_not_set", {}, {});
    return piece.meant === undefined || isNotSet(row, piece.meant)
      ? noted("read_not_set", piece.sent)
      : piece;
  });
  return rarely(row.required ? 50 : 10, [set, notSet(row)]);
}

function oddValue(row) {
  const { type, format, table } = row;
  if (type === "object" && table) return odd(table);
  if (type === "array") {
    const none = fc.constantFrom(plain([]), noted("read_list", {}, []));
    const some = fc
      .tuple(oddItems(row), fc.nat(9))
      .map(([items, how]) => listed(items, how === 9));
    return isSet(row) ? rarely(50, [some, none]) : some;
  }
  const valid = value(row, STORED);
  if (type === "number" || type === "integer" || type === "boolean") {
    const numbers =
      type === "number" && row.min === 0 && row.max === undefined
        ? rarely(10, [valid, fc.constant(2 ** 53 - 1)])
        : valid;
    return fc
      .tuple(numbers, fc.nat(8))
      .map(([value, how]) =>
        how === 8 ? noted("read_text", String(value), value) : plain(value),
      );
  }
  if (format === "date")
    return fc
      .tuple(
        valid,
        fc.constantFrom(
          ...Array(8).fill("T00:00:00.000Z"),
          "T09:30:00.000Z",
          "T00:00:00+02:00",
        ),
      )
      .map(([date, time]) => plain(date.slice(0, 10) + time));
  return valid.map(plain);
}

/** Generates the items of a list of a response: a day of the week may be in several entries. */
function oddItems(row) {
  const one = row.table ? odd(row.table) : oddValue(item(row));
  const own = row.identity === "week" ? undefined : key(row.identity);
  return list(
    row.identity === "ranges" ? oddRange : one,
    own && (({ meant }) => own(meant)),
    row.identity === "days" ? 1 : 0,
  ).map((items) => (row.identity === "user-id" ? team(items) : items));
}

/** Generates hours with numbers as text. Few lack a member or have one that the tables lack. */
const oddRange = fc
  .tuple(range, fc.nat(15), fc.nat(120))
  .map(([range, texts, rare]) => {
    const piece = { sent: {}, meant: {}, notes: [] };
    Object.entries(range).forEach(([name, value], at) => {
      if (rare === at) return;
      if (rare === at + 4)
        insert(piece, name, name, noted("read_not_set", null));
      else
        insert(
          piece,
          name,
          name,
          texts > 11 && (texts >> (at % 2)) & 1
            ? noted("read_text", String(value), value)
            : plain(value),
        );
    });
    if (rare > 115) insert(piece, "_id", "_id", noted("read_id", "66c1"));
    return piece;
  });

/** The items as an array, or as the object with indexes as names that some responses have instead. */
function listed(items, isIndexed) {
  const place = (index) => (isIndexed ? String(index) : index);
  return {
    sent: isIndexed
      ? Object.fromEntries(items.map(({ sent }, index) => [index, sent]))
      : items.map(({ sent }) => sent),
    meant: items.map(({ meant }) => meant),
    notes: [
      ...(isIndexed ? [{ code: "read_list", path: [] }] : []),
      ...items.flatMap(({ notes }, index) =>
        notes.map(({ code, path }) => ({
          code,
          path: [place(index), ...path],
        })),
      ),
    ],
  };
}

/** A plain assignment makes no member of the name `__proto__`. */
const put = (object, name, value) =>
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });

function insert(object, name, as, { sent, meant, notes }) {
  put(object.sent, as, sent);
  if (meant !== undefined) put(object.meant, name, meant);
  object.notes.push(
    ...notes.map(({ code, path }) => ({ code, path: [as, ...path] })),
  );
}

/** Puts an object of a response together. */
function assembled(table, parts) {
  const object = { sent: {}, meant: {}, notes: [] };
  const rows = faultless(
    table,
    parts.filter(({ row }) => row),
  );
  const insertAlias = (row, piece) => {
    object.notes.push({ code: "read_alias", path: [alias(row)] });
    insert(object, row.name, alias(row), piece);
  };
  for (const { row, value } of rows) {
    const beside = parts.find((part) => part.beside === row);
    if (parts.some((part) => part.alias === row)) insertAlias(row, value);
    else if (beside) {
      // Another spelling beside the right one stays, unless the right one is not set.
      const isBoth = beside.value && value.meant !== undefined;
      insert(
        object,
        row.name,
        row.name,
        isBoth ? value : beside.value ? value : noted("read_not_set", ""),
      );
      if (isBoth) insert(object, alias(row), alias(row), plain(value.sent));
      else insertAlias(row, value);
    } else insert(object, row.name, row.name, value);
  }
  // A record that only has an unknown object is taken for one in an unknown envelope. No edit changes what only responses have.
  const isKnown =
    !table.members.some(({ access }) => access === "response-only") ||
    rows.some(
      ({ row, value }) =>
        row.access === "response-only" && value.meant !== undefined,
    );
  for (const { name, value } of parts) {
    if (
      name !== undefined &&
      !Object.hasOwn(object.sent, name) &&
      (isKnown || value === null || typeof value !== "object")
    ) {
      insert(
        object,
        name,
        name,
        name === "_id" ? noted("read_id", value) : plain(value),
      );
    }
  }
  return object;
}

const places = (member) =>
  Array.isArray(member.locationConfigurations)
    ? member.locationConfigurations
    : [];
const isConference = ({ kind }) => String(kind).endsWith("_conference");

/** The members of a team without a second primary one, and without those that have several places beside others. */
function team(items) {
  let primary = false;
  const one = items.filter(
    ({ meant }) =>
      !(meant.isPrimary === true && (primary || !(primary = true))),
  );
  let others = one.length;
  return one.filter(
    ({ meant }) => others < 2 || places(meant).length < 2 || !others--,
  );
}

/** The members of an object of a response without those that break a rule with others. */
function faultless({ name }, parts) {
  const of = (name) => parts.find(({ row }) => row.name === name)?.value.meant;
  const without = (gone) => parts.filter(({ row }) => !gone.includes(row.name));
  if (name === "location configuration")
    return without(isConference({ kind: of("kind") }) ? ["location"] : []);
  if (name === "recurrence")
    return parts.map((part) =>
      part.row.name === "count" && part.value.meant > 24
        ? { ...part, value: plain(24) }
        : part,
    );
  if (name !== "calendar") return parts;
  const team = of("teamMembers") ?? [];
  const several = team.some((member) => places(member).length > 1);
  const fits = {
    personal: team.length < 2,
    collective:
      (!team.length || team.some(({ isPrimary }) => isPrimary === true)) &&
      !several,
    class_booking: !several,
    event: !team.flatMap(places).some(isConference),
  };
  return without([
    ...(of("formSubmitType") === "RedirectURL" &&
    of("formSubmitRedirectURL") === undefined
      ? ["formSubmitType"]
      : []),
    ...(of("enableRecurring") === true && team.length > 1
      ? ["enableRecurring"]
      : []),
    ...(fits[of("calendarType")] === false ? ["calendarType"] : []),
  ]);
}

/**
 * Plants a fault into the draft, unless another one is in a member that it touches, above that or below. The fault is
 * found at the first member that it touches, or `below` that.
 */
function plant(
  object,
  {
    code,
    way,
    pick,
    fresh,
    put: values = {},
    drop = [],
    keep = [],
    below = [],
  },
  taken,
) {
  const names = [...drop, ...Object.keys(values), ...keep];
  const touched = names.map((name) => [...way, name, ""].join("/"));
  if (
    touched.some((one) =>
      taken.some((other) => one.startsWith(other) || other.startsWith(one)),
    )
  )
    return [];
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
  for (const name of Object.keys(values)) put(object, name, values[name]);
  return [{ code, path: [...path, names[0], ...below] }];
}

/** Adds the faults of an object of the record, and those of the objects inside of it. */
function addRefused(table, add, way = [], fresh = []) {
  const here = (code, arbitrary) =>
    add(
      code,
      fc
        .tuple(arbitrary, fc.nat(99), ...fresh)
        .map(([planting, pick, ...fresh]) => ({
          way,
          pick,
          fresh,
          ...planting,
        })),
    );
  here(
    "unknown_member",
    fc.constantFrom(...UNKNOWN).map((name) => ({ put: { [name]: 1 } })),
  );
  if (table.name === "calendar")
    RULES.forEach(([code, put, below, drop]) =>
      here(code, fc.constant({ put, below, drop })),
    );
  for (const row of table.members) {
    const { name } = row;
    const valid = value(row, DRAFT);
    const put = (code, values, below, keep) =>
      here(
        code,
        values.map((value) => ({ put: { [name]: value }, below, keep })),
      );
    if (row.access === "response-only") {
      put("read_only", valid);
      continue;
    }
    if (table.name === "location" && row.format === "plain")
      put("empty_text", fc.constant(""));
    if (row.required) here("missing_member", fc.constant({ drop: [name] }));
    // Misspelled short names are unknown.
    if (name.length > 3)
      here(
        "misspelled_member",
        fc
          .tuple(slips(name), valid)
          .map(([slip, value]) => ({ put: { [slip]: value }, keep: [name] })),
      );
    // Faults of days and of hours depend on each other.
    const keep = { ranges: ["daysOfTheWeek"], days: ["hours"] }[row.identity];
    for (const [code, values, below] of refused(row))
      put(code, values, below, keep);
    if (row.table) {
      const inside = object(row.table, DRAFT);
      addRefused(
        row.table,
        add,
        [...way, name],
        [
          ...fresh,
          row.type === "array" ? inside.map((item) => [item]) : inside,
        ],
      );
    }
  }
}

/** Names that no table has; JavaScript and JSON Pointer treat some specially. JavaScript moves numbers, so there is none. */
const UNKNOWN = ["zone", "", "__proto__", "~/b", "名前"];

/** Generates a word with a letter dropped or doubled. */
const slips = (word) =>
  fc.constantFrom(
    ...[...word].flatMap((letter, at) =>
      ["", letter + letter].map(
        (other) => word.slice(0, at) + other + word.slice(at + 1),
      ),
    ),
  );

const VALUES = {
  boolean: [true],
  number: [30],
  text: ["5", "true"],
  array: [[], [1]],
  object: [{}, { a: 1 }],
};

/**
 * Generates values of other types, by the code of their finding. Half of those of a wrong type are null, which many programs
 * take for an absent member. A text in place of an object may be its only part, so there is none.
 */
function* another(type, table, known) {
  const own = type.replace("integer", "number");
  // A date with the text "true" as its mark is read as deleted, which needs an ID.
  const of = (types) =>
    types
      .flatMap((name) => (name === own ? [] : VALUES[name]))
      .filter((value) => own !== "boolean" || value !== "true");
  const choice = known && own === "number";
  const plain = [
    "boolean",
    "number",
    ...(table || choice ? [] : ["text"]),
    ...(table ? [] : ["array", "object"]),
  ];
  yield [
    "wrong_type",
    fc.oneof(fc.constant(null), fc.constantFrom(...of(plain))),
  ];
  if (table) yield ["wrong_shape", fc.constantFrom(...of(["array", "object"]))];
  if (choice) yield ["wrong_choice", matching("zz[0-9]{1,8}")];
}

/** The values that a row refuses: a code, the values, and where in them it is found. */
function* refused({
  type,
  format,
  known,
  identity,
  items,
  table,
  min,
  above,
  max,
}) {
  yield* another(type, table, known);
  if (items)
    for (const [code, values] of another(items, table))
      yield [code, values.map((item) => [item]), [0]];
  if (identity === "days")
    yield* DAYS.map(([code, below, days]) => [
      code,
      fc.nat(6).map(days),
      below,
    ]);
  else if (identity === "ranges")
    yield* HOURS.map(([code, at, ...ranges]) => [
      code,
      fc
        .nat(900)
        .map((later) =>
          ranges.map((range) =>
            spelled(range.map((time) => (time < 1440 ? time + later : time))),
          ),
        ),
      [at],
    ]);
  else if (type === "text") {
    yield* Object.entries(FORMATS[format].refused).map(([code, pattern]) => [
      code,
      matching(pattern),
    ]);
    if (!known) return;
    yield ["unknown_value", matching("zz[0-9]{1,8}")];
    yield [
      "misspelled_value",
      fc.oneof(
        ...known
          .filter(({ value }) => value.length > 3)
          .map(({ value }) => slips(value)),
      ),
    ];
  } else {
    const beyond = fc.nat(999);
    if (min !== undefined)
      yield ["too_small", beyond.map((by) => min - 1 - by)];
    if (above !== undefined)
      yield ["not_above", beyond.map((by) => above - by)];
    if (max !== undefined)
      yield ["too_large", beyond.map((by) => max + 1 + by)];
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
const placed = (...locationConfigurations) => ({
  ...A,
  locationConfigurations,
});

/** Faults between members of a calendar: the code, the members to put, where below the first member it is found, the members to drop. */
const RULES = [
  [
    "redirect_url_missing",
    { formSubmitType: "RedirectURL" },
    [],
    ["formSubmitRedirectURL"],
  ],
  [
    "recurring_missing",
    { enableRecurring: true },
    [],
    ["recurring", "teamMembers"],
  ],
  [
    "recurring_members",
    { enableRecurring: true, recurring: {}, teamMembers: [A, B] },
  ],
  ["recurring_count", { recurring: { count: 25 } }, ["count"]],
  ["user_duplicate", { teamMembers: [A, A] }, [1, "userId"]],
  [
    "primary_several",
    {
      teamMembers: [
        { ...A, isPrimary: true },
        { ...B, isPrimary: true },
      ],
    },
    [1, "isPrimary"],
  ],
  [
    "places_several",
    { teamMembers: [placed({ kind: "custom" }, { kind: "physical" }), B] },
    [0, "locationConfigurations"],
  ],
  [
    "conference_location",
    { teamMembers: [placed({ kind: "zoom_conference", location: "a" })] },
    [0, "locationConfigurations", 0, "location"],
  ],
  ["places_dropped", { locationConfigurations: [{ kind: "custom" }] }],
  ["team_empty", { teamMembers: [] }],
  ["empty_detaches", { openHours: [] }],
  ["empty_detaches", { availabilities: [] }],
  ["date_duplicate", { availabilities: [CLOSED, CLOSED] }, [1, "date"]],
  [
    "deleted_without_id",
    { availabilities: [{ ...CLOSED, deleted: true }] },
    [0, "id"],
  ],
  ["dates_unused", { availabilities: [CLOSED], availabilityType: 0 }],
  ["not_active", { isActive: false }],
  [
    "no_open_day",
    { openHours: [{ daysOfTheWeek: [0], hours: [] }], availabilityType: 0 },
  ],
  ["dates_missing", { availabilityType: 1, availabilities: [CLOSED] }],
  [
    "notice_beyond",
    {
      allowBookingAfter: 7,
      allowBookingAfterUnit: "days",
      allowBookingFor: 1,
      allowBookingForUnit: "weeks",
    },
  ],
  [
    "look_busy_all",
    { lookBusyConfig: { enabled: true, LookBusyPercentage: 100 } },
    ["LookBusyPercentage"],
  ],
  ["appointments_none", { appoinmentPerSlot: 0 }],
  ["appointments_none", { appoinmentPerDay: 0 }],
  [
    "range_short",
    {
      openHours: [{ daysOfTheWeek: [0], hours: [spelled([540, 584])] }],
      slotDuration: 45,
      slotDurationUnit: "mins",
    },
    [0, "hours", 0],
  ],
];
