/** Offers for loaded contents: open, merge, explain or check them, or the reason why they cannot be read. */

import { say as told } from "../store/calendiff.js";
import { bringIn } from "../panels/came-in.js";
import { KINDS } from "../store/store.js";
import { button, cut, h, say } from "../elements/element.js";
import { failed } from "./failed.js";
import { makeMore } from "../elements/more.js";
import { aboutRequest } from "../panels/refused.js";
import { whatIs } from "./understand.js";
import { count, countOf, figure, t } from "../words/words.js";

/** Number of records of a list on a page. A longer list can be searched. */
const PAGE = 50;
/** Number of names of members in a sentence. */
const NAMES = 10;

/** Returns true for a value that is set: empty ones are not. */
const isSet = (value) =>
  value !== null &&
  value !== "" &&
  !(typeof value === "object" && Object.keys(value).length === 0);

/**
 * Creates the element of one loaded content. `doing` has the functions that open it, merge it, explain it or take all of a
 * list.
 */
export function makeOffer(store, found, doing) {
  const { offer, many, open, openPair, openSaved, explain, finished } = doing;
  const {
    name,
    trouble,
    refusal,
    record,
    list,
    lines,
    kind,
    saved,
    isSample,
    inside,
    strange,
    pair,
    as,
  } = found;
  const lost =
    store.isOpen && store.form.getSnapshot().changes.length > 0
      ? ` ${t("load.lost", { changes: count("changes", store.form.getSnapshot().changes.length) })}`
      : "";
  const choices = [];
  let part;
  let words = trouble;
  if (saved) {
    words = (isSample ? "" : t("load.is.saved")) + lost;
    choices.push(
      button(t(lost ? "load.replace" : "load.as.new"), () => openSaved(saved)),
    );
  } else if (refusal) {
    const { texts } = refusal;
    const about = aboutRequest(refusal.status);
    words = about
      ? `${refusal.status}${t("colon")}${t(about)}`
      : store.isOpen
        ? t("load.is.refusal")
        : t("load.refusal.alone");
    if (about) store.waiting = undefined;
    else if (store.isOpen)
      choices.push(button(t("load.explain"), () => explain(refusal)));
    else store.waiting = refusal;
    if (texts.length > 0) words += ` ${quoted(texts.slice(0, 5))}`;
  } else if (lines) {
    words = t("load.is.lines");
    choices.push(button(t("many.begin"), () => many(found)));
  } else if (list) {
    if (list.length > 1)
      choices.push(button(t("many.begin"), () => many(found)));
    words =
      list.length > 0
        ? t("load.is.list", {
            items: countOf(kind ?? whatIs(list[0]).kind, list.length),
          })
        : t("load.is.empty");
    part = partOf(list, kind, offer);
  } else if (pair) {
    words = t("load.is.pair") + lost;
    for (const stored of pair)
      choices.push(
        button(
          t("load.as.pair", {
            stored: stored.name,
            draft: pair.find((other) => other !== stored).name,
          }),
          () => openPair(found, stored),
          { dir: "auto" },
        ),
      );
  } else if (strange && !record) {
    words = strangeWords(strange);
  } else if (record) {
    words = strange
      ? strangeWords(strange)
      : kind
        ? t(`load.is.${kind}`)
        : t("load.is.either");
    if (as) words += ` ${t(`load.from.${as}`)}`;
    if (inside) words += ` ${t("load.inside", { names: quoted(inside) })}`;
    if (store.isOpen && !strange && (kind ?? store.kind) === store.kind) {
      choices.push(
        button(t("load.as.theirs"), () => merge(kind ?? store.kind)),
      );
      choices.push(
        button(t("load.as.draft"), () =>
          attempt(() => store.form.set([], record)),
        ),
      );
      words += ` ${t("load.which")}`;
    }
    words += lost;
    for (const one of kind ? [kind] : Object.keys(KINDS))
      choices.push(
        button(kind ? t("load.as.new") : t(`load.as.${one}`), () =>
          open({ kind: one, stored: record }),
        ),
      );
  }
  /** Merges the current record. Asks first if it lacks members that are stored: then it may be only a part of it. */
  function merge(kind) {
    const { stored } = store.form.getSnapshot();
    const theirs = KINDS[kind].read(record).value;
    const gone = Object.keys(stored).filter(
      (name) => isSet(stored[name]) && !Object.hasOwn(theirs, name),
    );
    const bring = (whole) => attempt(() => bringIn(store, whole));
    if (gone.length === 0) return bring(record);
    row.replaceChildren(
      h(
        "p",
        {},
        t("load.partial", {
          members: count("members", gone.length),
          names:
            quoted(gone.slice(0, NAMES)) + (gone.length > NAMES ? "…" : ""),
        }),
      ),
      button(t("load.partial.kept"), () => bring({ ...stored, ...theirs }), {
        class: "primary",
      }),
      button(
        t("load.partial.whole", { members: count("members", gone.length) }),
        () => bring(record),
        { class: "danger" },
      ),
    );
    row.querySelector("button").focus();
  }
  const row = h("div", { class: "row" }, ...choices);
  const note = h("div", { class: "trouble" });
  function attempt(what) {
    try {
      store.settle();
      what();
      finished();
    } catch (thrown) {
      note.replaceChildren(...failed(thrown));
    }
  }
  return h(
    "li",
    { class: trouble || (strange && !record) ? "result bad" : "result" },
    h(
      "div",
      {},
      trouble && h("span", { class: "sign", "aria-hidden": "true" }, "✕ "),
      name && h("b", { dir: "auto" }, name + t("colon")),
      trouble?.message === undefined ? words : failed(trouble),
    ),
    choices.length > 0 && row,
    part,
    note,
  );
}

const quoted = (names) =>
  told({ list: names.map((name) => ({ quote: name })) });

const strangeWords = (names) =>
  names.length > 0
    ? t("load.is.strange", {
        names:
          quoted(names.slice(0, NAMES)) + (names.length > NAMES ? "…" : ""),
      })
    : t("load.is.nothing");

/** Creates the part that offers the records of a list, with a search. */
function partOf(list, kind, offer) {
  const all = list.map((record, at) => {
    const [name] = [
      record.name,
      record.id,
      t("item", { number: figure(at + 1) }),
    ].filter((text) => typeof text === "string" && text !== "");
    return {
      record,
      name: cut(name, 100),
      sought: [record.name, record.id]
        .filter((text) => typeof text === "string")
        .join(" ")
        .toLowerCase(),
    };
  });
  const choice = ({ record, name }) =>
    h(
      "li",
      {},
      button(name, () => offer([{ name, ...whatIs(record, kind) }]), {
        dir: "auto",
      }),
    );
  const part = makeMore(h("ul", { class: "choices" }), PAGE);
  const none = h("p", { class: "hint", role: "status" });
  const seek = () => {
    const sought = search.value.trim().toLowerCase();
    const found = all.filter((one) => one.sought.includes(sought));
    part.show(found, choice);
    say(
      none,
      found.length > 0 || all.length === 0 ? "" : t("load.search.none"),
    );
  };
  const search = h("input", {
    type: "search",
    "aria-label": t("load.search"),
    placeholder: t("load.search"),
    autocomplete: "off",
    input: seek,
  });
  seek();
  return h(
    "div",
    { class: "found" },
    all.length > PAGE && search,
    none,
    part.element,
  );
}
