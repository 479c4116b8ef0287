/** Where both changed the same thing: base, mine and theirs side by side, and a choice for each. */

import { afterPaint, button, capital, h, say } from "./element.js";
import { count, t } from "./words.js";

const SHOWN = 50;

export function makeConflicts(desk, go) {
  const title = h("h2", { tabindex: "-1" }, t("conflicts"));
  const sum = h("p", { class: "sum" });
  const list = h("ul", { class: "conflicts" });
  let shown;

  function resolve(conflict, side) {
    desk.settle();
    const at = desk.form.conflicts.indexOf(conflict);
    desk.form.resolve(conflict, side);
    desk.announce(t("resolved", { side: t(`side.${side}`), left: count("conflicts", desk.form.conflicts.length) }));
    afterPaint(() => (list.children[Math.min(at, list.children.length - 1)]?.querySelector(".side button") ?? title).focus());
  }

  function item(conflict) {
    const [about] = conflict.words.split(/: ours /);
    const side = (name) =>
      h(
        "div",
        { class: `side ${name}` },
        h("h4", {}, t(`side.${name}`)),
        h("p", { class: "value", dir: "auto" }, Object.hasOwn(conflict, name) ? said(conflict[name]) : t("not.there")),
        button(t(`take.${name}`), () => resolve(conflict, name), { class: name === "base" ? "quiet" : "", "aria-label": `${t(`take.${name}`)}: ${about}` }),
      );
    return h("li", { class: "card conflict", "data-key": conflict.key }, button(capital(about), () => go(conflict), { class: "jump" }), h("div", { class: "sides" }, side("ours"), side("theirs"), side("base")));
  }

  return {
    element: h("section", { class: "panel" }, h("div", { class: "bar" }, title), sum, list),
    focus: () => title.focus(),
    update() {
      const { conflicts } = desk.form;
      if (conflicts === shown) return;
      shown = conflicts;
      say(sum, conflicts.length === 0 ? t("conflicts.none") : t("conflicts.sum", { conflicts: count("conflicts", conflicts.length) }));
      list.replaceChildren(...conflicts.slice(0, SHOWN).map(item));
    },
  };
}

const time = (hour, minute) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

/** A value as a person would say it. */
function said(value) {
  if (typeof value === "string") return value === "" ? t("empty") : value;
  if (typeof value === "boolean") return t(value ? "on" : "off");
  if (Array.isArray(value) && value.every((range) => typeof range?.openHour === "number")) {
    return value.length === 0 ? t("closed") : value.map((range) => `${time(range.openHour, range.openMinute)}–${time(range.closeHour, range.closeMinute)}`).join(", ");
  }
  if (Array.isArray(value?.hours) && typeof value.date === "string") return said(value.hours);
  const text = JSON.stringify(value, null, 1);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
