/** The verbs. `core` gives the exports of the WebAssembly, once it is wanted. */

import { makeEncoder, put } from "./tape.js";

export function makeApi(core) {
  let encode;
  /** The text of the core's answer, or what `use` makes of it and a copy of the argument at `kept`. */
  const ask = (given, use, kept) => {
    const { call, names } = core();
    encode ??= makeEncoder(JSON.parse(names()));
    const answer = (words, text, copy) => {
      let answered;
      try {
        answered = call(words, text);
      } catch (thrown) {
        throw typeof thrown === "string" ? refusal(JSON.parse(thrown)) : thrown;
      }
      return use(answered, copy);
    };
    return encode(given, answer, kept);
  };
  const call = (...given) => ask(given, JSON.parse);

  /** A verb that answers with issues, whose messages the caller may have in other words. */
  const checked = (verb, given, { messages, ...options } = {}) => {
    const answer = call(verb, ...given, options);
    if (messages) for (const issue of issuesOf(answer)) reword(issue, messages);
    return answer;
  };

  /** What is canonical in the draft already does not cross, but comes from a copy. */
  const validate = (kind, draft, { messages, ...options } = {}) => {
    const report = ask(["validate", kind, draft, options], reported, 2);
    if (messages) for (const issue of report.issues) reword(issue, messages);
    return report;
  };

  /** Where a function chooses, it is asked about each conflict; which there are does not depend on the choices. */
  const merge = (kind, records, { resolve, ...options } = {}) => {
    const given = [kind, ...records];
    if (typeof resolve !== "function") return checked("merge", given, resolve === undefined ? options : { ...options, resolve });
    const merged = checked("merge", given, options);
    const choices = merged.conflicts.map((conflict) => resolve(conflict) ?? null);
    return choices.length === 0 ? merged : checked("merge", given, { ...options, resolve: choices });
  };

  /** Standard Schema, version 1: what cannot even be read as a record is an issue too, and only a fault of the program is thrown. */
  const standard = (kind, options) => ({
    "~standard": {
      version: 1,
      vendor: "calendiff",
      validate(draft) {
        core();
        try {
          const { ok, value, issues } = validate(kind, draft, options);
          return ok ? { value } : { issues: issues.filter(({ severity }) => severity === "error") };
        } catch (thrown) {
          if (thrown.code === "option" || thrown instanceof WebAssembly.RuntimeError) throw thrown;
          return { issues: [{ code: thrown.code ?? "not_json", message: String(thrown.message ?? thrown), path: [] }] };
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
      read: (response) => call("read", kind, response),
      diff: (stored, draft, options = {}) => call("diff", kind, stored, draft, options),
      body: (stored, draft, options = {}) => call("body", kind, stored, draft, options),
      review: (stored, draft, options = {}) => call("review", kind, stored, draft, options),
      outcome: (stored, sent) => call("outcome", kind, stored, sent),
      verify: (stored, sent, after) => call("verify", kind, stored, sent, after),
      merge: (base, ours, theirs, options) => merge(kind, [base, ours, theirs], options),
      request: (options) => discreet(call("request", kind, options)),
      response: ({ contentType, ...answer }) => checked("response", [kind], contentType == null ? answer : { ...answer, contentType }),
      explain: (texts, options) => checked("explain", [kind, texts], options),
      describe: () => call("describe", kind),
    });

  const sandbox = (state, options = {}) => {
    const answer = ({ method, url, headers }, body) => {
      const sent = { method, url, body };
      for (const name of ["authorization", "version"]) if (headers.has(name)) sent[name] = headers.get(name);
      const { status, contentType, ...answered } = call("sandbox", state, sent, options);
      state = answered.state;
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
    sandbox,
    apply: (document, patch) => call("apply", document, patch),
    invert: (document, patch) => call("invert", document, patch),
    applyMergePatch: (document, patch) => call("applyMergePatch", document, patch),
    invertMergePatch: (document, patch) => call("invertMergePatch", document, patch),
  };
}

/** The report that the core's text and the draft's copy make. */
function reported(text, copy) {
  if (text === "") return { ok: true, value: copy, issues: [] };
  const { ok, value = copy, members = {}, order, issues } = JSON.parse(text);
  for (const name of Object.keys(members)) put(value, name, members[name]);
  if (!order) return { ok, value, issues };
  const ordered = {};
  for (const name of order) put(ordered, name, value[name]);
  return { ok, value: ordered, issues };
}

function issuesOf(answer) {
  if (Array.isArray(answer)) return answer;
  const { issues = [], applied = [], refusal } = answer;
  return [...issues, ...applied, ...(refusal?.issues ?? [])];
}

/** A function gives the message of an issue; a table gives templates by code. What neither gives stays as it is. */
function reword(issue, messages) {
  const given = typeof messages === "function" ? messages(issue) : Object.hasOwn(messages, issue.code) && messages[issue.code];
  if (typeof given !== "string") return;
  const fill = (whole, name) => (Object.hasOwn(issue.params, name) ? String(issue.params[name]) : whole);
  issue.message = typeof messages === "function" ? given : given.replace(/\{([A-Za-z]+)\}/g, fill);
}

/** A request whose token logs do not show: neither Node's `console.log` nor `JSON.stringify`. To `fetch` it is plain. */
function discreet(request) {
  const { init } = request;
  const value = () => ({ ...init, headers: { ...init.headers, authorization: "Bearer ***" } });
  for (const name of ["toJSON", Symbol.for("nodejs.util.inspect.custom")]) Object.defineProperty(init, name, { value });
  return request;
}

/** "Could not run": an `Error` with the core's code and, where there is one, the place. */
function refusal({ message, ...details }) {
  return Object.assign(new Error(message), details);
}
