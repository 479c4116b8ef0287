/** The verbs. `core` gives the exports of the WebAssembly, once it is wanted. */

import { put } from "./copy.js";
import en from "./dist/languages/en.js";
import { Form } from "./form.js";
import { checkLanguage, labeled, over, part, worded } from "./language.js";
import { failure } from "./load.js";
import { makeEncoder } from "./tree.js";

/** Why a value could not be read as a record; what else a getter in it throws is no JSON. */
const UNREAD = ["not_a_record", "a_refusal", "json_depth", "json_size"];

export function makeApi(core) {
  let encode;
  /** What `question` answers, given the core and the arguments on a tree, and a copy of the argument at `kept`. */
  const ask = (given, question, kept) => {
    encode ??= makeEncoder(JSON.parse(core().names()));
    // A getter in what is given may have made another core of it.
    return encode(given, (words, text, copy) => question(core(), words, text, copy), kept);
  };
  const call = (...given) => JSON.parse(ask(given, ({ call }, words, text) => call(words, text)));

  /** What all calls are answered in that ask for no language of their own. */
  let chosen = en;
  const configure = ({ language } = {}) => {
    chosen = speaking(language, en);
  };
  /** A language of one's own lies over the chosen one; one with a name is whole, and what it lacks is English. */
  const speaking = (own, below = chosen) => {
    if (own != null && typeof own !== "object") throw failure("option", `language: expected one such as "calendiff/languages/de" exports, found ${typeof own}`);
    checkLanguage(en, own);
    return over(own?.name ? en : below, own);
  };
  const say = (answer, language) => worded(speaking(language), answer);
  const reword = (findings, { language } = {}) => {
    if (!Array.isArray(findings)) throw failure("option", `reword: expected a list of issues, changes, conflicts or decisions, found ${findings === null ? "null" : typeof findings}`);
    // A proxy around them, as of a framework, cannot be cloned.
    return say(JSON.parse(JSON.stringify(findings)), language);
  };

  const checked = (verb, given, { language, ...options } = {}) => say(call(verb, ...given, options), language);

  /** What is canonical in the draft already does not cross, but comes from a copy. */
  const validate = (kind, draft, { language, ...options } = {}) => say(ask(["validate", kind, draft, options], reported, 2), language);

  /** Where a function chooses, it is asked about each conflict; which there are does not depend on the choices. */
  const merge = (kind, records, { resolve, ...options } = {}) => {
    const given = [kind, ...records];
    if (typeof resolve !== "function") return checked("merge", given, resolve === undefined ? options : { ...options, resolve });
    const merged = checked("merge", given, options);
    const choices = merged.conflicts.map((conflict) => resolve(conflict) ?? null);
    return choices.length === 0 ? merged : checked("merge", given, { ...options, resolve: choices });
  };

  /** What a merge patch has from the draft as it stands there does not cross, but comes from a copy. */
  const diff = (given, { language, ...options } = {}) => {
    const answered = ask(["diff", ...given, options], ({ call }, words, text, draft) => {
      const [answer, envelope, own] = JSON.parse(call(words, text));
      const record = envelope === null ? draft : draft[envelope];
      for (const path of own) {
        const last = path.pop();
        const inside = (value) => path.reduce((inner, name) => inner[name], value);
        inside(answer.mergePatch)[last] = inside(record)[last];
      }
      return answer;
    }, 3);
    return say(answered, language);
  };

  /** Standard Schema, version 1: what cannot even be read as a record is an issue too, and only a fault of the program is thrown. */
  const standard = (kind, { leaves = false, ...options } = {}) => ({
    "~standard": {
      version: 1,
      vendor: "calendiff",
      validate(draft) {
        core();
        try {
          const { ok, value, issues } = validate(kind, draft, options);
          if (ok) return { value };
          const errors = issues.filter(({ severity }) => severity === "error");
          return { issues: leaves ? errors.map((issue) => ({ ...issue, path: leafOf(draft, issue.path) })) : errors };
        } catch (thrown) {
          if (["option", "core_failed", "envelope_unknown"].includes(thrown?.code)) throw thrown;
          const code = UNREAD.includes(thrown?.code) ? thrown.code : "not_json";
          return { issues: [{ code, message: String(thrown?.message ?? thrown), path: [] }] };
        }
      },
    },
  });

  const record = (kind) =>
    Object.freeze({
      kind,
      ...standard(kind),
      standard: (options) => standard(kind, options),
      validate: (draft, options) => validate(kind, draft, options),
      validateText: (text, options) => checked("validateText", [kind, text], options),
      fix: (draft, options) => checked("fix", [kind, draft], options),
      normalize: (draft) => call("normalize", kind, draft),
      read: (response, { language } = {}) => say(call("read", kind, response), language),
      diff: (stored, draft, options) => diff([kind, stored, draft], options),
      body: (stored, draft, options) => checked("body", [kind, stored, draft], options),
      review: (stored, draft, options) => checked("review", [kind, stored, draft], options),
      outcome: (stored, sent, options = {}) => call("outcome", kind, stored, sent, options),
      verify: (stored, sent, after, { language } = {}) => say(call("verify", kind, stored, sent, after), language),
      merge: (base, ours, theirs, options) => merge(kind, [base, ours, theirs], options),
      setDay: (draft, day, hours) => call("setDay", kind, draft, day, hours),
      setDate: (draft, date, hours) => call("setDate", kind, draft, date, hours ?? null),
      form: (stored, options) => new Form(ask, kind, stored, speaking, options),
      request: (options) => discreet(call("request", kind, options)),
      response: ({ contentType, ...answer }) => checked("response", [kind], contentType == null ? answer : { ...answer, contentType }),
      explain: (texts, options) => checked("explain", [kind, texts], options),
      describe: ({ language } = {}) => labeled(speaking(language), call("describe", kind)),
    });

  const sandbox = (state, options = {}) => {
    const answer = ({ method, url, headers }, body) => {
      const sent = { method, url, body };
      for (const name of ["authorization", "version"]) if (headers.has(name)) sent[name] = headers.get(name);
      const found = call("concerned", sent, options);
      const { status, contentType, ...answered } = call("sandbox", found ? concerned(state, found) : shallow(state), sent, options);
      if (status === 200 && method === "PUT") {
        const records = { ...state[found.folder] };
        put(records, found.id, answered.state[found.folder][found.id]);
        state = { ...state, [found.folder]: records };
      }
      return new Response(answered.body, { status, headers: { "content-type": contentType } });
    };
    return Object.freeze({
      get state() {
        return state;
      },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        return answer(request, await request.text());
      },
    });
  };

  return {
    calendar: record("calendar"),
    location: record("location"),
    guess: (value) => call("guess", value),
    parse: (text) => call("parse", text),
    configure,
    say: (said, { language } = {}) => part(speaking(language), said),
    reword,
    sandbox,
    apply: (document, patch) => call("apply", document, patch),
    invert: (document, patch) => call("invert", document, patch),
    applyMergePatch: (document, patch) => call("applyMergePatch", document, patch),
    invertMergePatch: (document, patch) => call("invertMergePatch", document, patch),
  };
}

/** The path, or where an object or a list is there, that of the first value inside of it that is neither. */
function leafOf(draft, path) {
  let here = path.reduce((inner, step) => inner?.[step], draft);
  const leaf = [...path];
  while (typeof here === "object" && here !== null) {
    const [name] = Object.keys(here);
    if (name === undefined) return path;
    leaf.push(Array.isArray(here) ? Number(name) : name);
    here = here[name];
  }
  return leaf;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The state without its records. */
const shallow = (state) => (isObject(state) ? {} : state);

/** Returns the part of a state that an answer depends on: the record of the address, and all with the slug of the body. */
function concerned(state, { folder, id, slug }) {
  const all = isObject(state) ? state[folder] : undefined;
  if (!isObject(all)) return shallow(state);
  const records = {};
  for (const other of Object.keys(all)) if (other === id || (slug !== null && all[other]?.slug === slug)) put(records, other, all[other]);
  return { [folder]: records };
}

/** The report that the core's text and the draft's copy make. */
function reported({ call }, words, cells, copy) {
  const text = call(words, cells);
  if (text === "") return { ok: true, value: copy, issues: [] };
  const { ok, value = copy, members = {}, order, issues } = JSON.parse(text);
  for (const name of Object.keys(members)) put(value, name, members[name]);
  if (!order) return { ok, value, issues };
  const ordered = {};
  for (const name of order) put(ordered, name, value[name]);
  return { ok, value: ordered, issues };
}

/** A request whose token logs do not show: neither Node's `console.log` nor `JSON.stringify`. To `fetch` it is plain. */
function discreet(request) {
  const { init } = request;
  const value = () => ({ ...init, headers: { ...init.headers, authorization: "Bearer ***" } });
  for (const name of ["toJSON", Symbol.for("nodejs.util.inspect.custom")]) Object.defineProperty(init, name, { value });
  return request;
}
