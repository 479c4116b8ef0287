/** The changes to send, in words, each with a button that reverts it. */

import { copyButton } from "../elements/copy.js";
import { afterPaint, button, h, say, whole } from "../elements/element.js";
import { makeLater, makeSource } from "../elements/later.js";
import { topicsOf } from "../frame/sections.js";
import { count, t } from "../words/words.js";

const PASS_ON = makeSource(() => import("./pass-on.js"));

const PAGE = 50;

/** Returns the numbers of changes and conflicts between the two files that were opened, in words. */
export const comparison = ({ view, form }) =>
  t("compared", {
    ...view.compared,
    changes: count("changes", form.getSnapshot().changes.length),
    conflicts: count("conflicts", form.getSnapshot().conflicts.length),
  });

/** Returns the class of words that begin with a label, which gets a capital letter, and not with an unknown name. */
export const labelled = (store, { path }) =>
  store.table.members.some(({ name }) => name === path[0]) ? "labelled" : "";

/** Creates the button that copies the body that was saved. Once it is stored, the request has nothing of it any more. */
export const copySent = (store, look) =>
  copyButton(() => JSON.stringify(store.answer.sent, null, 2), {
    label: t("saved.copy"),
    done: t("copied"),
    selected: t("copy.selected"),
    class: look,
  });

/** Creates the button that goes back to before the save, which undo does not reach. */
export const undoSave = (store) =>
  button(t("saved.undo"), () => store.unsave(), { class: "quiet" });

/** Returns the changes, an amount with its unit as one: the words of the number name the unit too. */
export function joined(store, changes) {
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const pairs = store.table.members.filter(
    ({ name, unit }) => unit && byKey.has(name) && byKey.has(unit),
  );
  if (pairs.length === 0) return changes;
  const units = new Map(pairs.map(({ name, unit }) => [name, byKey.get(unit)]));
  const others = new Set(units.values());
  return changes
    .filter((change) => !others.has(change))
    .map((change) =>
      units.has(change.key)
        ? { ...change, with: [units.get(change.key)] }
        : change,
    );
}

export function makeChanges(store, { go, turn }) {
  const title = h("h2", { tabindex: "-1" }, t("changes"));
  const all = button(
    t("revert.all"),
    () => {
      store.settle();
      store.form.reset();
      store.announce(t("reverted.all"));
      title.focus();
    },
    { class: "quiet" },
  );
  const sum = h("p", { class: "sum" });
  const list = h("div", { class: "changes" });
  const more = button(
    t("more"),
    () => {
      limit += PAGE;
      update();
    },
    { class: "quiet" },
  );
  const next = button(t("next.send"), () => turn("send", true), {
    class: "primary",
  });
  const saved = h(
    "div",
    { class: "row" },
    copySent(store, "primary"),
    undoSave(store),
  );
  const passOn = makeLater(PASS_ON, ({ makePassOn }) => makePassOn(store));
  // Nobody waits for it before this panel is shown.
  passOn.element.hidden = true;
  let limit = PAGE;
  let shown;

  function item(change) {
    const revert = button(
      t("revert"),
      () => {
        const at = [...list.querySelectorAll(".revert")].indexOf(revert);
        store.settle();
        store.form.batch((form) =>
          [change, ...(change.with ?? [])].forEach((one) => form.revert(one)),
        );
        store.announce(t("reverted", { words: change.words }));
        // The button is removed: the focus moves to the next one, or to the heading.
        afterPaint(() => {
          const others = [...list.querySelectorAll(".revert")];
          (others[Math.min(at, others.length - 1)] ?? title).focus();
        });
      },
      {
        class: "quiet revert",
        "aria-label": t("revert.one", { words: change.words }),
      },
    );
    return h(
      "li",
      { "data-kind": change.kind, "data-key": change.key },
      h(
        "span",
        { class: "said" },
        button(whole(change.words), () => go(change), {
          class: `jump ${labelled(store, change)}`,
        }),
        swatches(change),
      ),
      revert,
    );
  }

  /** Returns the colors before and after a change of one. */
  function swatches({ path, before, after }) {
    const isColor = store.table.members.some(
      ({ name, format }) =>
        path.length === 1 && name === path[0] && format === "color",
    );
    const colors = [before, after].filter((color) =>
      /^#[0-9a-f]{6}$/i.test(color),
    );
    if (!isColor || colors.length === 0) return undefined;
    const swatch = (color) => {
      const element = h("span", { class: "swatch" });
      element.style.background = color;
      return element;
    };
    return h(
      "span",
      { class: "swatches", "aria-hidden": "true" },
      swatch(colors[0]),
      colors.length > 1 && ["→", swatch(colors[1])],
    );
  }

  /** Returns the changes below the names of their topics, in the order of the changes. */
  function grouped(changes) {
    const topics = topicsOf(store.kind, store.table);
    const topicOf = ([name]) =>
      topics.find(({ rows }) =>
        rows.some(
          (row) =>
            row.name === name ||
            store.table.members.find(({ name }) => name === row.name)?.unit ===
              name,
        ),
      )?.id ?? "other";
    const groups = new Map();
    for (const change of changes) {
      const id = topicOf(change.path);
      groups.set(id, [...(groups.get(id) ?? []), change]);
    }
    return [...groups].map(([id, own]) =>
      h(
        "section",
        {},
        h("h3", {}, t(`section.${id}`)),
        h("ul", {}, own.map(item)),
      ),
    );
  }

  function update() {
    const { changes, conflicts } = store.form.getSnapshot();
    const isSaved = changes.length === 0 && Boolean(store.answer?.verified);
    if (
      changes === shown?.changes &&
      conflicts === shown.conflicts &&
      limit === shown.limit &&
      isSaved === shown.isSaved
    )
      return;
    shown = { changes, conflicts, limit, isSaved };
    const lines = joined(store, changes);
    say(
      sum,
      isSaved
        ? t("reverted.all")
        : store.view.compared
          ? comparison(store)
          : changes.length > 0
            ? count("changes", lines.length)
            : t("changes.none"),
    );
    all.hidden = lines.length < 2;
    next.hidden = changes.length === 0;
    saved.hidden = !isSaved;
    more.hidden = lines.length <= limit;
    passOn.element.hidden = false;
    passOn.update();
    list.replaceChildren(...grouped(lines.slice(0, limit)));
  }

  return {
    element: h(
      "section",
      { class: "panel" },
      h("div", { class: "bar" }, title, all),
      sum,
      list,
      more,
      next,
      saved,
      passOn.element,
    ),
    update,
    focus: () => title.focus(),
  };
}
