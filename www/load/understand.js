/** Detects the content of a text: a record, several records, a refusal, or a state saved by this page. */

import { guess, parse } from "../store/calendiff.js";
import { KINDS } from "../store/store.js";
import { recognized, unwrapped } from "./not-json.js";
import { statusIn, UNSAID } from "../panels/refused.js";
import { t } from "../words/words.js";

/** Maximum number of levels to search for a record, inside the members in which a service or a program may wrap it. */
const DEPTH = 4;
/** The kind of a record by the name of the member that contains it, if its own members do not tell. */
const NAMED = {
  calendar: "calendar",
  calendars: "calendar",
  location: "location",
  locations: "location",
  business: "location",
  businesses: "location",
};

/**
 * Returns `{ record, kind }`, `{ list, kind }` of records, `{ lines }` with a record each, `{ refusal }`, `{ saved }` by this
 * page, or `{ trouble }`. A
 * record found inside other members has `inside`, their names. An object without known members has `strange`, its
 * names, and JSON in a fenced block or a curl command has `as`, which tells that.
 */
export function understand(text) {
  if (text.trim() === "") return { trouble: t("load.empty") };
  let value;
  try {
    value = parse(text);
  } catch (thrown) {
    if (areLines(text)) return { lines: text };
    const inner = unwrapped(text);
    return inner
      ? { ...understand(inner.text), as: inner.as }
      : { trouble: recognized(text, thrown) };
  }
  return isSaved(value) ? { saved: value } : whatIs(value);
}

/** Returns true if the first line of several is an object by itself: a record a line. */
export function areLines(text) {
  const lines = text.replace(/^\ufeff/, "").trim();
  const end = lines.indexOf("\n");
  if (end < 0) return false;
  try {
    return isObject(parse(lines.slice(0, end)));
  } catch {
    return false;
  }
}

/** Like `understand`, but takes a value; `kind` is that of its record, if it is known. */
export function whatIs(value, kind) {
  try {
    const found = direct(value) ?? within(value) ?? strange(value);
    return kind && found.record ? { ...found, kind } : found;
  } catch (thrown) {
    return { trouble: thrown };
  }
}

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns true for the content of a link of this page. */
const isSaved = (value) =>
  value?.calendiff === 1 &&
  Object.hasOwn(KINDS, value.kind) &&
  Object.hasOwn(value, "stored");

/**
 * Returns the kinds of record that have a member of the value, in any of the service's spellings. Throws if it is a
 * refusal.
 */
function kindsOf(value) {
  return Object.keys(KINDS).filter((kind) => {
    let record;
    try {
      record = KINDS[kind].read(value).value;
    } catch (thrown) {
      if (thrown.code === "a_refusal") throw thrown;
      return false;
    }
    return KINDS[kind]
      .describe()
      .members.some(({ name }) => Object.hasOwn(record, name));
  });
}

/** Returns a record, a list of them, or a refusal, without searching inside the value. */
function direct(value, name) {
  const list = listOf(value, name);
  if (list) return list;
  if (!isObject(value)) return undefined;
  let kinds;
  try {
    kinds = kindsOf(value);
  } catch {
    return refusalOf(value);
  }
  if (kinds.length === 0) return statusIn(value) && refusalOf(value);
  return {
    record: value,
    kind: kinds.length === 1 ? kinds[0] : (guess(value) ?? NAMED[name]),
  };
}

function refusalOf(value) {
  const status = statusIn(value) ?? UNSAID;
  return {
    refusal: {
      status,
      texts: KINDS.calendar.response({ status, text: JSON.stringify(value) })
        .refusal.texts,
    },
  };
}

/**
 * Returns the list with which services return several records: by itself, or as the only list among members that no
 * record has.
 */
function listOf(value, name) {
  if (Array.isArray(value))
    return value.every(isObject)
      ? { list: value, kind: NAMED[name] }
      : undefined;
  if (!isObject(value)) return undefined;
  const members = Object.entries(value);
  const known = new Set(
    Object.values(KINDS).flatMap((verbs) =>
      verbs.describe().members.map(({ name }) => name),
    ),
  );
  if (members.some(([name]) => known.has(name))) return undefined;
  const [[own, list] = [], another] = members.filter(
    ([, list]) => Array.isArray(list) && list.every(isObject),
  );
  return list && !another ? { list, kind: NAMED[own] } : undefined;
}

/** Returns the first record or list inside an object, at the lowest depth. */
function within(value) {
  let level = isObject(value) ? [{ value, inside: [] }] : [];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    level = level.flatMap(({ value, inside }) =>
      Object.entries(value)
        .filter(([, inner]) => isObject(inner))
        .map(([name, value]) => ({ value, inside: [...inside, name] })),
    );
    for (const { value, inside } of level) {
      const found = direct(value, inside.at(-1));
      if (found) return { ...found, inside };
    }
  }
  return undefined;
}

/** Returns an object without known members, with `record` if it can be opened anyway. Throws for any other value. */
function strange(value) {
  const { calendar } = KINDS;
  try {
    calendar.read(value);
  } catch (thrown) {
    if (thrown.code !== "envelope_unknown") throw thrown;
    return { strange: Object.keys(value) };
  }
  return { record: value, strange: Object.keys(value) };
}
