/**
 * The page's sentences in the current language: a file beside this has those of each language by key; the package words its own
 * findings and changes. English is part of the page; other languages are loaded on demand.
 */

import en from "./en.js";

/** The languages by their own names. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  pt: "Português",
};

const COME = {
  de: () => import("./de.js"),
  es: () => import("./es.js"),
  fr: () => import("./fr.js"),
  ja: () => import("./ja.js"),
  pt: () => import("./pt.js"),
};

/** Loads the sentences of a language, and the package's language, except for English, which it has already. */
export const come = async (tag) =>
  tag === "en" ? { tag, default: en } : { tag, ...(await COME[tag]()) };

const NAME = "calendiff.language";

/** The tag of the page's language. */
export let LANGUAGE = "en";
/** The tag for dates. In English they are written as the package writes them: the day before the month, 24 hours. */
export let DATE_TAG = "en-GB";
let words = en;
let rules;
let number;
const makers = [];

/** Runs a function now and whenever the language changes, for values that depend on the language. */
export function inLanguage(make) {
  makers.push(make);
  make();
}

inLanguage(() => {
  rules = new Intl.PluralRules(LANGUAGE);
  number = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });
});

/** Returns the language that was chosen here before, or the first of the browser's languages that the page has. */
export function wanted() {
  let chosen;
  try {
    chosen = localStorage.getItem(NAME);
  } catch {
    // Storage may be forbidden.
  }
  const tags = [chosen, ...navigator.languages].map(
    (tag) => tag?.toLowerCase().split("-")[0],
  );
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** Sets the language of the page. */
export function speak(tag, sentences) {
  words = sentences;
  LANGUAGE = tag;
  DATE_TAG = tag === "en" ? "en-GB" : tag;
  // A worker has no document.
  if (globalThis.document) document.documentElement.lang = tag;
  for (const make of makers) make();
}

/** Stores the language for the next visit. */
export function remember(tag) {
  try {
    localStorage.setItem(NAME, tag);
  } catch {
    // If storage is forbidden, people choose the language again next time.
  }
}

/** Returns the sentence of a key with its parameters. */
export const t = (key, about = {}) =>
  filled(words[key] ?? en[key] ?? key, about);

/** Returns a number in words: `count("errors", 3)`. */
export function count(what, n) {
  const forms = words[`count.${what}`] ?? en[`count.${what}`];
  return filled(forms[rules.select(n)] ?? forms.other, { n: number.format(n) });
}

/** Returns a number of records of a kind in words; those of an unknown kind are called calendars. */
export const countOf = (kind, n) =>
  kind === "location" ? count("locations", n) : count("calendars", n);

/** Formats a number in the page's language. */
export const figure = (n) => number.format(n);

/** Joins words with commas. */
export const listed = (all) => all.join(t("comma"));

/** Joins the ends of a range, such as 9:00–17:00. */
export const ranged = ([from, until]) => t("range", { from, until });

const filled = (template, about) =>
  template.replace(/\{(\w+)\}/g, (whole, name) =>
    Object.hasOwn(about, name) ? about[name] : whole,
  );
