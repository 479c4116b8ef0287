/** Conflicts: base, mine and theirs side by side, and a choice for each. */

import { hoursOf, makeBars } from "./bars.js";
import { say as told } from "../store/calendiff.js";
import { cameIn } from "./came-in.js";
import {
  afterPaint,
  button,
  capital,
  cut,
  h,
  say,
} from "../elements/element.js";
import { makeMore } from "../elements/more.js";
import { count, t } from "../words/words.js";

const PAGE = 50;

export function makeConflicts(store, { go, turn }) {
  const title = h("h2", { tabindex: "-1" }, t("conflicts"));
  const sum = h("p", { class: "sum" });
  const all = h(
    "div",
    { class: "row" },
    ...["ours", "theirs"].map((side) =>
      button(t(`take.all.${side}`), () => resolveAll(side)),
    ),
  );
  const next = button(t("next.send"), () => turn("send", true), {
    class: "primary",
  });
  const list = h("ul", { class: "conflicts" });
  const part = makeMore(list, PAGE);
  /** The other changes that came with them. */
  const others = h("div", { class: "answer" });
  let shown;

  function resolve(conflict, side) {
    store.settle();
    const at = store.form.getSnapshot().conflicts.indexOf(conflict);
    store.form.resolve(conflict, side);
    const left = store.form.getSnapshot().conflicts.length;
    store.announce(
      t("resolved", {
        side: t(`side.${side}`),
        left: count("conflicts", left),
      }),
    );
    afterPaint(() =>
      (left === 0
        ? next
        : (list.children[Math.min(at, list.children.length - 1)]?.querySelector(
            ".side button",
          ) ?? title)
      ).focus(),
    );
  }

  function resolveAll(side) {
    store.settle();
    store.form.batch((form) =>
      [...form.getSnapshot().conflicts].forEach((conflict) =>
        form.resolve(conflict, side),
      ),
    );
    store.announce(
      t("resolved", { side: t(`side.${side}`), left: count("conflicts", 0) }),
    );
    afterPaint(() => next.focus());
  }

  function item(conflict) {
    const { label, before, ours, theirs } = conflict.params;
    const about = told(label);
    const words = { ours, theirs, base: before };
    const hours = hoursOf(words);
    const bars = hours && makeBars(hours);
    const side = (name) =>
      h(
        "div",
        { class: `side ${name}` },
        h("h4", {}, t(`side.${name}`)),
        h(
          "p",
          { class: "value", dir: "auto" },
          has(conflict[name], words[name]),
        ),
        button(t(`take.${name}`), () => resolve(conflict, name), {
          class: name === "base" ? "quiet" : "",
          "aria-label": t(`take.${name}`) + t("colon") + about,
        }),
        bars?.bar(name),
      );
    return h(
      "li",
      { class: "card conflict", "data-key": conflict.key },
      button(capital(about), () => go(conflict), { class: "jump" }),
      h(
        "div",
        { class: "sides" },
        side("ours"),
        side("theirs"),
        side("base"),
        bars?.axis,
      ),
    );
  }

  return {
    element: h(
      "section",
      { class: "panel" },
      h("div", { class: "bar" }, title),
      sum,
      all,
      next,
      part.element,
      others,
    ),
    focus: () => title.focus(),
    reveal: (key) =>
      (
        [...list.children]
          .find(({ dataset }) => dataset.key === key)
          ?.querySelector("button") ?? title
      ).focus(),
    update() {
      const { conflicts } = store.form.getSnapshot();
      const theirs = store.answer?.theirs;
      if (conflicts === shown?.conflicts && theirs === shown.theirs) return;
      shown = { conflicts, theirs };
      others.replaceChildren(
        ...(theirs?.length > 0 ? cameIn(store, theirs, "sum") : []),
      );
      say(
        sum,
        conflicts.length === 0
          ? t("conflicts.none")
          : t("conflicts.sum", {
              conflicts: count("conflicts", conflicts.length),
            }),
      );
      all.hidden = conflicts.length < 2;
      next.hidden = conflicts.length > 0;
      part.show(conflicts, item);
    },
  };
}

/** Returns the value of one side: texts and records unchanged, other values in the package's words. */
function has(value, words) {
  if (typeof value === "string" && value !== "") return cut(value);
  if (typeof value !== "object" || !["changed", "there"].includes(words.say))
    return told(words);
  return cut(JSON.stringify(value, null, 1));
}
