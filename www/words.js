/**
 * What the page says itself, in the language it is in: `words/` has all sentences of each by key, and what the package
 * finds and does, that says. English comes with the page; another language comes once it is wanted.
 */

import en from "./words/en.js";

/** By what each calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", pt: "Português" };

const COME = {
  de: () => import("./words/de.js"),
  es: () => import("./words/es.js"),
  fr: () => import("./words/fr.js"),
  ja: () => import("./words/ja.js"),
  pt: () => import("./words/pt.js"),
};

/** The sentences of a language, and the package's language, which for English it has already. */
export const come = async (tag) => (tag === "en" ? { tag, default: en } : { tag, ...(await COME[tag]()) });

const NAME = "calendiff.language";

/** The tag of the language that the page is in. */
export let LANGUAGE = "en";
let words = en;
let rules;
let number;
const makers = [];

/** Does it now, and again whenever the page is in another language: for what is made of a language. */
export function inLanguage(make) {
  makers.push(make);
  make();
}

inLanguage(() => {
  rules = new Intl.PluralRules(LANGUAGE);
  number = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });
});

/** The language that was chosen here before, or the first of the browser's that the page has. */
export function wanted() {
  let chosen;
  try {
    chosen = localStorage.getItem(NAME);
  } catch {
    // Storage may be forbidden.
  }
  const tags = [chosen, ...navigator.languages].map((tag) => tag?.toLowerCase().split("-")[0]);
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** The page is in that language from here on. */
export function speak(tag, sentences) {
  words = sentences;
  LANGUAGE = tag;
  document.documentElement.lang = tag;
  for (const make of makers) make();
}

/** The page is to be in that language the next time as well. */
export function remember(tag) {
  try {
    localStorage.setItem(NAME, tag);
  } catch {
    // Storage may be forbidden; it is then chosen anew.
  }
}

/** The sentence of a key, filled with what it is about. */
export const t = (key, about = {}) => filled(words[key] ?? en[key] ?? key, about);

/** How many, in words: `count("errors", 3)`. */
export function count(what, n) {
  const forms = words[`count.${what}`] ?? en[`count.${what}`];
  return filled(forms[rules.select(n)] ?? forms.other, { n: number.format(n) });
}

/** A number as the language writes it. */
export const figure = (n) => number.format(n);

/** Words one after the other. */
export const listed = (all) => all.join(t("comma"));

const filled = (template, about) => template.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(about, name) ? about[name] : whole));
