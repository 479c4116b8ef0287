/** Renders texts in a language, like `src/knowledge/language/render.rs`. A language is data; both read the same file. */

import { failure } from "./load.js";

const HIDDEN = /[\p{Cc}\p{Bidi_C}]/gu;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns the text with control characters and bidirectional controls as escapes. */
export function visible(text) {
  return text.replace(
    HIDDEN,
    (hidden) => SHORT[hidden] ?? `\\u{${hidden.codePointAt(0).toString(16)}}`,
  );
}

// Number of characters at the beginning and at the end of a long message that are shown.
const [FIRST, LAST] = [700, 300];

/** Returns the message; if it is long, its beginning and its end with `…` between them. */
function shortened(message) {
  if (message.length <= FIRST + LAST) return message;
  // A character takes one or two UTF-16 code units.
  const [first, last] = [
    [...message.slice(0, 2 * FIRST + 1)],
    [...message.slice(-2 * LAST - 1)],
  ];
  if (
    message.length <= 2 * (FIRST + LAST) &&
    [...message].length <= FIRST + LAST
  )
    return message;
  return `${first.slice(0, FIRST).join("")}…${last.slice(-LAST).join("")}`;
}

/** The callers' languages that passed `checkLanguage`. */
const checked = new WeakSet();

const refused = (place, expected) =>
  failure("option", `${place}: expected ${expected}, found something else`);

/** Refuses a section, a key or a parameter that English does not have, as `Language::with` does. */
export function checkLanguage(en, own) {
  if (own == null || own === en || checked.has(own)) return;
  if (own[Symbol.toStringTag] === "Module")
    throw failure(
      "option",
      "language: expected a language, found a module; pass its default export",
    );
  // A complete language has its own parameters of dates and times.
  for (const [name, section] of own.name ? [] : Object.entries(own)) {
    if (section === undefined) continue;
    if (!Object.hasOwn(en, name))
      throw refused(name, "a section of a language file");
    const known = en[name];
    if (typeof known !== "object" || Array.isArray(known)) {
      const isLike =
        typeof section === typeof known &&
        Array.isArray(section) === Array.isArray(known);
      if (
        !isLike ||
        (Array.isArray(known) &&
          name !== "one" &&
          section.length !== known.length)
      )
        throw refused(name, "what English has there, in other words");
      continue;
    }
    if (typeof section === "function") continue;
    if (
      typeof section !== "object" ||
      section === null ||
      Array.isArray(section)
    )
      throw refused(name, "an object of texts, or a function");
    for (const [key, text] of Object.entries(section)) {
      if (text === undefined) continue;
      const place = `${name}.${key}`;
      if (!has(known, key))
        throw refused(place, "a key of the English language file");
      if (typeof text !== "string") throw refused(place, "text");
      const other = { message: "detail", detail: "message" }[name];
      // Both messages of a code have the same parameters. A text that is empty in English may use any parameter.
      const templates = [
        known[key],
        ...(other && has(en[other], key) ? [en[other][key]] : []),
      ];
      const names = new Set(
        templates.flatMap((template) =>
          open(template).holes.map((hole) => hole.name),
        ),
      );
      const isLeftOut = other && known[key] === "";
      if (!isLeftOut && !open(text).holes.every((hole) => names.has(hole.name)))
        throw refused(place, "no other parameters than the English text has");
    }
  }
  checked.add(own);
}

/** The language below each partial one, and the complete language made of both. */
const known = new WeakMap();

/**
 * Returns a language with the sections or keys of another on top. A section that is a function is called first. A
 * section with a function on top or below is one, and has `texts`, those of the sections that are data.
 */
export function over(language, own) {
  if (!own || own === language) return language;
  let made = known.get(own);
  if (made?.language !== language) {
    const whole = { ...language };
    for (const [name, section] of Object.entries(own))
      if (section != null) whole[name] = layered(language[name], section);
    known.set(own, (made = { language, whole }));
  }
  return made.whole;
}

/** Returns a section of a language over the one below. An undefined text leaves the one below. */
function layered(below, section) {
  const isCalled = typeof section === "function";
  if (!isCalled && (typeof section !== "object" || Array.isArray(section)))
    return section;
  const texts = { ...(typeof below === "function" ? below.texts : below) };
  if (!isCalled)
    for (const [key, text] of Object.entries(section))
      if (text !== undefined) texts[key] = text;
  if (!isCalled && typeof below !== "function") return texts;
  const own = isCalled ? (key, params) => section(key, params) : section;
  // Called with the whole language, since this may be a lower layer of it.
  const called = (key, params, language) =>
    sentence(language, own, key, params) ??
    sentence(language, below, key, params);
  return Object.assign(called, { texts });
}

/** Returns the sentence of a key with its parameters, or undefined if the section lacks it. */
function sentence(language, section, key, params) {
  if (typeof section === "function")
    return section(key, params, language) ?? undefined;
  return has(section, key)
    ? shortened(fill(language, section[key], params))
    : undefined;
}

/** Returns the text of a key that has no parameters, or undefined if the section lacks it. */
function entry(language, name, key) {
  const section = language[name];
  if (typeof section === "function")
    return sentence(language, section, key, {});
  return has(section, key) ? section[key] : undefined;
}

const say = (language, name, key, params) =>
  String(sentence(language, language[name], key, params) ?? "");

const has = (section, key) =>
  typeof section === "object" &&
  Object.hasOwn(section, key) &&
  typeof section[key] === "string";

/** `{name}`, `{name:how}`, or by number `{name|# day|# days}`. Other braces are literal. */
const HOLE = /\{([A-Za-z]+)(?:([:|])([^}]*))?\}/g;

/** Parsed templates: their holes, and the text around them. The maximum number is enough for several languages. */
const opened = new Map();
const MOST = 5_000;

function open(template) {
  const found = opened.get(template);
  if (found) return found;
  let end = 0;
  const holes = [...template.matchAll(HOLE)].map(
    ({ 0: whole, 1: name, 2: mark, 3: how, index }) => {
      const before = template.slice(end, index);
      end = index + whole.length;
      return { before, whole, name, mark, how };
    },
  );
  const made = { holes, rest: template.slice(end) };
  if (opened.size === MOST) opened.clear();
  opened.set(template, made);
  return made;
}

function fill(language, template, params) {
  const { holes, rest } = open(template);
  let text = "";
  for (const { before, whole, name, mark, how } of holes) {
    text += before;
    if (!Object.hasOwn(params, name)) text += whole;
    else if (mark === ":") text += format(language, how, params[name]);
    else
      text += mark
        ? byNumber(language, how.split("|"), params[name])
        : part(language, params[name]);
  }
  return text + rest;
}

/** Returns the first form for numbers that take the singular, else the last. */
function byNumber(language, forms, number) {
  return forms
    .at(language.one.includes(number) ? 0 : -1)
    .replaceAll("#", () => part(language, number));
}

/** Renders a part of a sentence: text, a number, or an object that names the way to write its value. */
export function part(language, value) {
  if (typeof value === "string") return visible(value);
  if (typeof value === "number")
    return String(value).replace(".", symbol(language, "decimal"));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return format(language, "list", value);
  // A sentence has parameters beside its code. Which of them comes first depends on who printed the JSON.
  if (typeof value.say === "string")
    return say(language, "words", value.say, value);
  const [[tag, inner] = []] = Object.entries(value);
  return tag === undefined ? "" : format(language, tag, inner);
}

/**
 * The ways to write a value. Any other name is a section of the language with the value as key. A capitalized name
 * capitalizes the text.
 */
const FORMATS = {
  quote: (language, text) =>
    pattern(language, "quote", { text: part(language, text) }),
  list: (language, all) =>
    all.map((each) => part(language, each)).join(symbol(language, "comma")),
  series: (language, all) =>
    all.map((each) => part(language, each)).join(symbol(language, "series")),
  time(language, text) {
    const [hour, minute] = text.split(":");
    return pattern(language, "time", {
      hour,
      h: hour.replace(/^0/, ""),
      minute,
    });
  },
  range: (language, [open, close]) =>
    pattern(language, "range", {
      open: FORMATS.time(language, open),
      close: FORMATS.time(language, close),
    }),
  hours: (language, ranges) =>
    ranges
      .map((range) => FORMATS.range(language, range))
      .join(symbol(language, "comma")),
  date(language, text) {
    const [year, month, day] = text.split("-");
    const short = (digits) => digits.replace(/^0+/, "");
    const params = {
      day: short(day),
      month: word(language, "month", month - 1),
      year: short(year) || "0",
    };
    return (
      (day === "01" && pattern(language, "first", params)) ||
      pattern(language, "date", params)
    );
  },
  /** Lists days, with the week beginning on Monday. Three or more consecutive days are a range. */
  days(language, days) {
    const order = days.map((day) => (day + 6) % 7).sort();
    const name = (day) => word(language, "day", (day + 1) % 7);
    const parts = [];
    for (let from = 0, to; from < order.length; from = to) {
      for (to = from + 1; order[to] === order[to - 1] + 1; ) to++;
      if (to - from > 2)
        parts.push(
          pattern(language, "to", {
            first: name(order[from]),
            last: name(order[to - 1]),
          }),
        );
      else parts.push(...order.slice(from, to).map(name));
    }
    const last = parts.pop() ?? "";
    return parts.length > 0
      ? pattern(language, "and", {
          rest: parts.join(symbol(language, "comma")),
          last,
        })
      : last;
  },
};

function format(language, how, value) {
  if (Object.hasOwn(FORMATS, how)) return FORMATS[how](language, value);
  const lower = how[0].toLowerCase() + how.slice(1);
  if (lower !== how)
    return format(language, lower, value).replace(/^./u, (first) =>
      first.toUpperCase(),
    );
  return Array.isArray(value)
    ? value
        .map((key) => word(language, how, key))
        .join(symbol(language, "comma"))
    : word(language, how, value);
}

/** Returns the text of a key in a section, or the key itself if the section lacks it. */
const word = (language, name, key) =>
  (typeof key === "object" ? undefined : entry(language, name, key)) ??
  part(language, key);

const symbol = (language, key) => entry(language, "format", key) ?? "";
const pattern = (language, key, params) => say(language, "format", key, params);

/** Words a finding in place: an issue with its fix, a change, a conflict or a decision. */
export function reword(language, finding) {
  const { code, params, basis, fix } = finding;
  if (fix) fix.title = say(language, "words", fix.code, fix.params);
  if (basis) {
    finding.message = say(language, "message", code, params);
    finding.detail = pattern(language, "detail", {
      detail: say(language, "detail", code, params),
      basis,
    });
  } else {
    finding[finding.action ? "reason" : "words"] = say(
      language,
      "words",
      code,
      params,
    );
  }
  return finding;
}

/** The lists of an answer whose items are worded, and the answers inside an answer. */
const LISTS = [
  "issues",
  "applied",
  "changes",
  "unexpected",
  "notApplied",
  "filledIn",
  "conflicts",
  "taken",
  "decisions",
];
const ANSWERS = ["report", "diff", "body", "refusal", "stored", "effect"];

/** Words all findings in an answer of a verb. */
export function worded(language, answer) {
  const each = (findings) =>
    findings.forEach((finding) => reword(language, finding));
  if (Array.isArray(answer)) each(answer);
  for (const name of LISTS) if (answer[name]) each(answer[name]);
  for (const name of ANSWERS) if (answer[name]) worded(language, answer[name]);
  // An answer has a sentence of its own, or a list of sentences.
  if (answer.code && answer.params) reword(language, answer);
  else if (answer.words)
    answer.words = answer.words.map(({ code, params }) =>
      say(language, "words", code, params),
    );
  return answer;
}

/** Adds the language's labels and help texts to the rows of a table. */
export function labeled(language, table) {
  for (const row of table.members) {
    if (row.table) labeled(language, row.table);
    row.label = word(language, "label", row.name);
    const help = entry(language, "help", row.name);
    if (help !== undefined) row.help = help;
  }
  return table;
}
