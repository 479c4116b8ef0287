/** A thread that answers records: each is edited as wished, and judged. */

import { serve } from "../pkg/stream.js";
import { counting, isOnSchedule } from "../dates/counting.js";
import { capital } from "../elements/element.js";
import { come, listed, ranged, speak, t } from "../words/words.js";

/** Number of sentences about one record. */
const MOST = 20;

// The first message says what is wished; all others are lines.
const asked = new Promise((resolve) => {
  const first = ({ data }) => {
    serve(async (text) => (await asked)(text));
    resolve(prepare(data));
  };
  addEventListener("message", first, { once: true });
});

/** Returns the function that answers the text of a record. */
async function prepare({
  edits,
  kind,
  fallback,
  tag,
  profile,
  mode,
  resolve,
  date,
  base,
}) {
  const [
    { calendar, configure, guess, location, parse, say },
    { language, default: words },
  ] = await Promise.all([import("../pkg/index.js"), come(tag)]);
  speak(tag, words);
  if (language) configure({ language });
  const kinds = { calendar, location };
  const labels = Object.fromEntries(
    Object.entries(kinds).map(([kind, verbs]) => [
      kind,
      new Map(
        verbs
          .describe()
          .members.map(({ name, label }) => [name, capital(label)]),
      ),
    ]),
  );
  const wished = Object.fromEntries(
    Object.entries(edits).map(([kind, list]) => [
      kind,
      kinds[kind].edits(list),
    ]),
  );
  return (text) => {
    const record = parse(text);
    const own = kind ?? guess(record) ?? fallback;
    if (!own)
      throw Object.assign(new Error("no kind"), { code: "kind_unknown" });
    if (!wished[own])
      return {
        kind: own,
        result: "unread",
        ...namesOf(kinds[own].read(record).value),
        words: [t("many.kind.other")],
        errors: [],
        warnings: 0,
        body: "",
      };
    if (date) return openOn(date, own, kinds[own], record, say);
    const edited = kinds[own].edit(record, wished[own], {
      profile,
      mode,
      resolve,
    });
    const requestOf = (id, body) =>
      kinds[own].request({ baseUrl: base, id, token: "TOKEN", body });
    return told(own, kinds[own].read(record).value, edited, {
      labels: labels[own],
      isCheck: wished[own].length === 0,
      requestOf,
    });
  };
}

/** Returns the openings of a record on a date, in words. A location has none, and neither has a week that cannot be read. */
function openOn(date, kind, verbs, record, told) {
  const { value } = verbs.read(record);
  const answer = (result, words) => ({
    kind,
    result,
    ...namesOf(value),
    words: [words],
    errors: [],
    warnings: 0,
    body: "",
  });
  if (kind !== "calendar") return answer("unread", t(`load.is.${kind}`));
  if (!isReadable(verbs, record, value)) return answer("unread", t("week.odd"));
  const [{ hours, why }] = verbs.openings(record, { from: date, days: 1 }).days;
  if (hours === null) return answer("schedule", told({ opening: why }));
  return hours.length > 0
    ? answer("open", listed(hours.map(ranged)))
    : answer("closed", told({ opening: why }));
}

/** Returns true if the hours of the week can be read, do not count, or are on a schedule. */
function isReadable(verbs, record, value) {
  if (
    !counting(value.availabilityType).week ||
    isOnSchedule({ draft: {}, stored: value })
  )
    return true;
  if (!Array.isArray(value.openHours)) return false;
  const form = verbs.form(record);
  try {
    return form.getSnapshot().week() !== undefined;
  } finally {
    form.free();
  }
}

/** Returns the name and the ID of a record for its row. */
const namesOf = ({ id, name }) => ({
  name: [name, id].find((text) => typeof text === "string" && text !== ""),
  id: typeof id === "string" ? id : undefined,
});

/** Returns what the page says of a record, and the line of its request, if there is something to send. */
function told(
  kind,
  record,
  { ok, changes, words, conflicts, issues, body },
  { labels, isCheck, requestOf },
) {
  const errors = issues.filter(({ severity }) => severity === "error");
  const said = errors
    .slice(0, MOST)
    .map(({ message, path: [member] }) =>
      member === undefined
        ? message
        : `${labels.get(member) ?? member}${t("colon")}${message}`,
    );
  const isNameless = typeof record.id !== "string" || record.id === "";
  const judged = isCheck
    ? errors.length > 0
      ? "faulty"
      : "sound"
    : changes.length === 0
      ? "same"
      : !ok || isNameless
        ? "refused"
        : "changed";
  const result = conflicts.length > 0 ? "conflict" : judged;
  return {
    kind,
    result,
    ...namesOf(record),
    words: (result === "conflict"
      ? conflicts.map(({ words }) => words)
      : words
    ).slice(0, MOST),
    errors:
      result === "refused" && isNameless ? [t("many.no.id"), ...said] : said,
    warnings: issues.filter(({ severity }) => severity === "warning").length,
    body: result === "changed" ? lineOf(record.id, body.value, requestOf) : "",
  };
}

/** Returns the request of an update as a line: `{ id, method, url, body }`. */
function lineOf(id, body, requestOf) {
  const { url, init } = requestOf(id, body);
  return JSON.stringify({ id, method: init.method, url, body });
}
