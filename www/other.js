/** Members of the draft that the tables do not know. */

import { button, h } from "./element.js";
import { issueList } from "./findings.js";
import { t } from "./words.js";

const SHOWN = 100;

export function makeOther(desk) {
  const list = h("ul", { class: "others" });
  const element = h("section", {}, h("p", { class: "hint" }, t("other.hint")), list);
  const made = new Map();
  const known = new Set(desk.table.members.filter(({ access }) => access !== "response-only").map(({ name }) => name));

  function itemOf(name) {
    const value = h("code", { dir: "auto" });
    const issues = issueList(desk);
    const remove = button("✕", () => {
      desk.settle();
      desk.form.remove([name]);
    }, { class: "icon", "aria-label": t("other.remove", { name }) });
    return { element: h("li", { class: "card item", tabindex: "-1" }, h("div", { class: "bar" }, h("b", { dir: "auto" }, name), remove), value, issues.element), value, issues };
  }

  return {
    element,
    focus: () => list.firstChild?.focus(),
    update() {
      const names = Object.keys(desk.form.draft).filter((name) => !known.has(name)).slice(0, SHOWN);
      for (const [name, { element }] of made) {
        if (names.includes(name)) continue;
        element.remove();
        made.delete(name);
      }
      for (const name of names) {
        if (!made.has(name)) {
          made.set(name, itemOf(name));
          list.append(made.get(name).element);
        }
        const { value, issues } = made.get(name);
        const text = JSON.stringify(desk.form.get([name]));
        value.textContent = text.length > 300 ? `${text.slice(0, 300)}…` : text;
        issues.show(desk.allIssuesIn([name]));
      }
    },
  };
}
