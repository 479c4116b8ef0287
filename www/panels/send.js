/** The update to send: the body with its decisions, the patch, and the request for curl and for fetch. */

import { copyButton } from "../elements/copy.js";
import { button, capital, cut, h, say } from "../elements/element.js";
import { failed } from "../load/failed.js";
import { makeMore } from "../elements/more.js";
import { makeSandbox } from "./sandbox.js";
import { count, figure, t } from "../words/words.js";

/** Maximum number of characters of a text that are shown; copying copies all of it. */
const SHOWN = 20_000;
/** Number of decisions on a page. */
const PAGE = 100;
/** Number of milliseconds after an edit before the panel is updated. */
const DELAY = 120;

export function makeSend(store, { go, turn, show }) {
  const title = h("h2", { tabindex: "-1" }, t("send"));
  const mode = h(
    "select",
    { id: "mode", change: () => paint() },
    h("option", { value: "full" }, capital(t("mode.full"))),
    h("option", { value: "changed" }, capital(t("mode.changed"))),
  );
  const base = h("input", {
    id: "base-url",
    type: "url",
    value: store.view.base ?? "https://api.example.com",
    autocomplete: "off",
    spellcheck: "false",
    input: () => paint(),
  });
  const trouble = h("div", { class: "trouble", role: "status" });
  const sandbox = makeSandbox(store, go, () => mode.value);
  /** The obstacles to sending: no changes, errors, open conflicts, and text that is not in the draft. */
  const before = h("div", { class: "caution" });
  /** The method and the address. */
  const call = h("p", { class: "call", dir: "ltr" });
  const body = code("body", true);
  const curl = code("curl");
  const fetched = code("fetch");
  const patch = code("patch");
  const mergePatch = code("merge.patch");
  const decisions = makeMore(h("ul", { class: "decisions" }), PAGE);
  const decided = h(
    "details",
    {},
    h("summary", {}, t("decisions")),
    decisions.element,
  );
  const element = h(
    "section",
    { class: "panel send" },
    h("div", { class: "bar" }, title),
    trouble,
    before,
    call,
    body.element,
    h(
      "div",
      { class: "options" },
      h("div", {}, h("label", { for: "mode" }, t("mode")), mode),
      h("div", {}, h("label", { for: "base-url" }, t("base.url")), base),
    ),
    decided,
    curl.element,
    fetched.element,
    sandbox.element,
    patch.element,
    mergePatch.element,
  );
  /** The parts about an update that changes something. */
  const changing = [
    call,
    decided,
    ...[body, curl, fetched, patch, mergePatch].map(({ element }) => element),
  ];
  let timer;
  /** The form whose request is shown. */
  let painted;
  mode.value = store.view.mode ?? "full";

  function code(name, open = false) {
    let text = "";
    const pre = h("pre", {
      tabindex: "0",
      role: "group",
      "aria-label": t(name),
      dir: "ltr",
    });
    const copy = copyButton(() => text, {
      label: t("copy"),
      done: t("copied"),
      selected: t("copy.selected"),
      class: open ? "primary" : "quiet",
    });
    copy.setAttribute("aria-label", t("copy.what", { what: t(name) }));
    const sum = h("span", {}, t(name));
    return {
      element: h(
        "details",
        { open, class: "code", "data-code": name },
        h("summary", {}, sum),
        copy,
        pre,
      ),
      show(now, about) {
        text = now;
        say(sum, about ? `${t(name)} ${about}` : t(name));
        say(
          pre,
          text.length > SHOWN
            ? `${text.slice(0, SHOWN)}\n… ${t("rest", { characters: figure(text.length - SHOWN) })}`
            : text,
        );
      },
    };
  }

  function paint() {
    clearTimeout(timer);
    if (!store.isOpen) return;
    const { verbs, form, view } = store;
    painted = form;
    view.base = base.value;
    view.mode = mode.value;
    let built;
    let request;
    say(trouble, "");
    try {
      built = form.body({ mode: mode.value });
      request = verbs.request({
        baseUrl: base.value,
        id: store.id,
        token: "TOKEN",
        body: built.value,
      });
    } catch (thrown) {
      trouble.replaceChildren(...failed(thrown));
    }
    warn();
    const isNothing = form.getSnapshot().changes.length === 0;
    for (const part of changing) part.hidden = isNothing;
    sandbox.allow(!isNothing);
    if (built) {
      body.show(pretty(built.value));
      decisions.show(built.decisions, ({ action, pointer, reason }) =>
        h(
          "li",
          {},
          h("b", {}, t(`decision.${action}`)),
          " ",
          h("code", {}, cut(pointer)),
          t("colon") + reason,
        ),
      );
      say(
        decided.firstChild,
        `${t("decisions")} (${figure(built.decisions.length)})`,
      );
    }
    call.replaceChildren(
      ...(request
        ? [h("code", {}, h("b", {}, request.init.method), ` ${request.url}`)]
        : []),
    );
    curl.show(request ? curlOf(request) : "");
    fetched.show(request ? fetchOf(request) : "");
    const diff = verbs.diff(
      form.getSnapshot().stored,
      form.getSnapshot().draft,
    );
    patch.show(
      pretty(diff.patch),
      `(${count("operations", diff.patch.length)})`,
    );
    mergePatch.show(
      diff.mergePatch ? pretty(diff.mergePatch) : t("merge.patch.none"),
    );
  }

  /** Says that nothing changes, or that the draft has errors or open conflicts, or lacks typed text, with the way to them. */
  function warn() {
    const {
      changes,
      conflicts: { length },
    } = store.form.getSnapshot();
    const isUnread = store.view.json !== undefined;
    const errors = refused().length;
    // After a save, its answer below names the next step.
    const isIdle = changes.length === 0 && !store.answer?.verified;
    before.hidden = errors === 0 && length === 0 && !isUnread && !isIdle;
    before.replaceChildren(
      ...(isUnread
        ? [
            h("p", {}, t("request.unread")),
            button(t("next.json"), () => show("json", true)),
          ]
        : []),
      ...(isIdle ? [h("p", {}, t("request.nothing"))] : []),
      ...(errors > 0
        ? [
            h(
              "p",
              {},
              t("request.errors", { errors: count("errors", errors) }),
            ),
            button(t("next.findings"), () => turn("findings", true)),
          ]
        : []),
      ...(length > 0
        ? [
            h(
              "p",
              {},
              t("request.conflicts", { conflicts: count("conflicts", length) }),
            ),
            button(t("next.conflicts"), () => turn("conflicts", true)),
          ]
        : []),
    );
  }

  /** Returns the errors of the draft, without those that a refusal reported and that an edit may have corrected. */
  function refused() {
    const { answer, form, verbs, profile } = store;
    // Only after a refusal does the form have issues besides the draft's, until the next answer. A save that fails is
    // not an answer.
    const { issues } =
      answer?.refusal || answer?.trouble
        ? verbs.validate(form.getSnapshot().draft, {
            stored: form.getSnapshot().stored,
            profile,
          })
        : form.getSnapshot();
    return issues.filter(({ severity }) => severity === "error");
  }

  return {
    element,
    focus: () => title.focus(),
    update() {
      sandbox.update();
      clearTimeout(timer);
      if (store.form === painted) timer = setTimeout(paint, DELAY);
      else paint();
    },
  };
}

const pretty = (value) => JSON.stringify(value, null, 2);
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the curl command. The token stays in a variable of the shell. */
function curlOf({ url, init }) {
  const { authorization, ...headers } = init.headers;
  const lines = [
    `curl -X PUT ${quoted(url)}`,
    `-H "authorization: Bearer $TOKEN"`,
  ];
  for (const [name, value] of Object.entries(headers))
    lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  return [...lines, `--data-raw ${quoted(init.body)}`].join(" \\\n  ");
}

function fetchOf({ url, init }) {
  const { authorization, ...headers } = init.headers;
  const others = Object.entries(headers).map(
    ([name, value]) =>
      `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  );
  const body = pretty(JSON.parse(init.body)).replaceAll("\n", "\n  ");
  return `await fetch(${JSON.stringify(url)}, {\n  method: "PUT",\n  headers: {\n    authorization: \`Bearer \${token}\`,\n${others.join("")}  },\n  body: JSON.stringify(${body}),\n});`;
}
