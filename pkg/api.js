/** The verbs. `core` returns the exports of the WebAssembly on demand. */

import { makeCalls } from "./calls.js";
import { copy, put } from "./copy.js";
import { VERBS } from "./dist/verbs.js";
import { Form } from "./form.js";
import { labeled, part } from "./language.js";
import { failure, optionsOf, typeName } from "./load.js";
import { makeValidator } from "./validation.js";

export function makeApi(core) {
  const calls = makeCalls(core);
  const { ask, call, checked, say, speaking, configure } = calls;
  const validator = makeValidator(calls);

  const reword = (findings, options) => {
    const { language } = optionsOf(options);
    if (!Array.isArray(findings)) throw noFindings(typeName(findings));
    const other = findings.findIndex((finding) => !isObject(finding));
    if (other >= 0) throw noFindings(`${typeName(findings[other])} in it`);
    // The proxy of a framework around them cannot be cloned.
    return say(JSON.parse(JSON.stringify(findings)), language);
  };

  /**
   * Merges records. A function `resolve` is called for each conflict; the choices do not affect which conflicts there
   * are.
   */
  const merge = (kind, records, merging) => {
    const { resolve, ...options } = optionsOf(merging);
    const given = [kind, ...records];
    if (typeof resolve !== "function")
      return checked(
        "merge",
        given,
        resolve === undefined ? options : { ...options, resolve },
      );
    const merged = checked("merge", given, options);
    const choices = merged.conflicts.map(
      (conflict) => resolve(conflict) ?? null,
    );
    return choices.length === 0
      ? merged
      : checked("merge", given, { ...options, resolve: choices });
  };

  /**
   * Compares records. Values of the draft that a merge patch contains unchanged do not cross the boundary, but come
   * from a copy.
   */
  const diff = (given, options) => {
    const { language, ...others } = optionsOf(options);
    const answered = ask(
      ["diff", ...given, others],
      ({ call }, words, text, draft) => {
        const [answer, envelopes, own] = JSON.parse(call(words, text));
        const record = envelopes.reduce((around, name) => around[name], draft);
        for (const path of own) {
          const last = path.pop();
          const inside = (value) =>
            path.reduce((inner, name) => inner[name], value);
          inside(answer.mergePatch)[last] = inside(record)[last];
        }
        return answer;
      },
      3,
    );
    return say(answered, language);
  };

  /** Returns the verbs of a kind as the table has them: a call has the arguments in order, then the options. */
  const plain = (kind) => {
    const verbs = {};
    for (const [verb, { takes, speaks }] of Object.entries(VERBS))
      verbs[verb] = (...given) => {
        const all = [kind, ...takes.map((_, at) => given[at])];
        const [options = {}] = given.slice(takes.length);
        return speaks
          ? checked(verb, all, options)
          : call(verb, ...all, options);
      };
    return verbs;
  };

  /** Returns the verbs of a kind. Those that are named here do more than to call the core. */
  const record = (kind) =>
    Object.freeze({
      ...plain(kind),
      ...validator(kind),
      diff: (stored, draft, options) => diff([kind, stored, draft], options),
      merge: (base, ours, theirs, options) =>
        merge(kind, [base, ours, theirs], options),
      form: (stored, options) => new Form(ask, kind, stored, speaking, options),
      request: (options) => discreet(call("request", kind, options)),
      response: (answer) => checked("response", [kind], answerOptions(answer)),
      describe: (options) =>
        labeled(speaking(optionsOf(options).language), call("describe", kind)),
    });

  const sandbox = (records, given) => {
    const options = optionsOf(given);
    let state = stateOf(records);
    const faults = [];
    const answer = ({ method, url, headers }, body) => {
      const sent = { method, url, body };
      for (const name of ["authorization", "version"])
        if (headers.has(name)) sent[name] = headers.get(name);
      const found = call("concerned", sent, options);
      const asked =
        faults.length > 0 ? { ...options, fault: faults.shift() } : options;
      const { status, contentType, retryAfter, ...answered } = call(
        "sandbox",
        found ? concerned(state, found) : shallow(state),
        sent,
        asked,
      );
      const isSilent = status === 0;
      if (
        (status === 200 || isSilent) &&
        method === "PUT" &&
        isObject(state[found?.folder]) &&
        Object.hasOwn(state[found.folder], found.id)
      ) {
        const records = { ...state[found.folder] };
        put(records, found.id, answered.state[found.folder][found.id]);
        state = { ...state, [found.folder]: records };
      }
      if (isSilent)
        throw new TypeError("fetch failed: the sandbox was told to be silent");
      const answerHeaders = { "content-type": contentType };
      if (retryAfter !== undefined)
        answerHeaders["retry-after"] = `${retryAfter}`;
      return new Response(answered.body, { status, headers: answerHeaders });
    };
    // Wrong arguments are refused at once, not by the first request.
    const check = (options) =>
      call(
        "sandbox",
        shallow(state),
        { method: "GET", url: "/", body: "" },
        options,
      );
    check(options);
    return Object.freeze({
      get state() {
        return state;
      },
      fail: (...next) => {
        for (const fault of next) check({ ...options, fault });
        faults.push(...next);
      },
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const body = await request.text();
        request.signal.throwIfAborted();
        return answer(request, body);
      },
    });
  };

  return {
    calendar: record("calendar"),
    location: record("location"),
    guess: (value) => call("guess", value),
    parse: (text) => call("parse", text),
    configure,
    say: (said, options) => part(speaking(optionsOf(options).language), said),
    reword,
    sandbox,
    apply: (document, patch) => call("apply", document, patch),
    invert: (document, patch) => call("invert", document, patch),
    applyMergePatch: (document, patch) =>
      call("applyMergePatch", document, patch),
    invertMergePatch: (document, patch) =>
      call("invertMergePatch", document, patch),
  };
}

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const noFindings = (found) =>
  failure(
    "option",
    `reword: expected a list of issues, changes, conflicts or decisions, found ${found}`,
  );

/** Returns the options of `response`, in which a content type of null is none. */
function answerOptions(answer) {
  if (!isObject(answer))
    throw failure(
      "option",
      `response: expected an object with status and text, found ${typeName(answer)}`,
    );
  if (typeof answer.text === "function")
    throw failure(
      "option",
      "text: expected the text of the answer, as `await answer.text()` returns it, found function",
    );
  const { contentType, ...others } = answer;
  return contentType == null ? others : { ...others, contentType };
}

/** Returns a copy of the first state of a sandbox, or throws `option`. */
function stateOf(records) {
  const wrong = (what, expected, found) =>
    failure("option", `${what}: expected ${expected}, found ${found}`);
  if (!isObject(records)) throw wrong("state", "an object", typeName(records));
  for (const [name, folder] of Object.entries(records)) {
    if (!FOLDERS.includes(name))
      throw wrong("state", FOLDERS.join(" and "), name);
    if (folder !== undefined && !isObject(folder))
      throw wrong(`state.${name}`, "records by id", typeName(folder));
    for (const [id, record] of Object.entries(folder ?? {}))
      if (record !== undefined && !isObject(record))
        throw wrong(`state.${name}.${id}`, "a record", typeName(record));
  }
  return copy(records);
}

const FOLDERS = ["calendars", "locations"];

/** Returns the state without its records. */
const shallow = (state) => (isObject(state) ? {} : state);

/** Returns the part of a state that an answer depends on: the addressed record, and all with the slug of the body. */
function concerned(state, { folder, id, slug }) {
  const all = isObject(state) ? state[folder] : undefined;
  if (!isObject(all)) return shallow(state);
  const records = {};
  for (const other of Object.keys(all))
    if (other === id || (slug !== null && all[other]?.slug === slug))
      put(records, other, all[other]);
  return { [folder]: records };
}

/**
 * Hides the token of a request from logs: from Node's `console.log` and from `JSON.stringify`. `fetch` still reads it.
 */
function discreet(request) {
  const { init } = request;
  const value = () => ({
    ...init,
    headers: { ...init.headers, authorization: "Bearer ***" },
  });
  for (const name of ["toJSON", Symbol.for("nodejs.util.inspect.custom")])
    Object.defineProperty(init, name, { value });
  return request;
}
