/** Members of the draft that the tables do not know. */

import { button, cut, h, say } from "../elements/element.js";
import { issueList } from "../panels/findings.js";
import { figure, t } from "../words/words.js";

const PAGE = 100;

export function makeOther(store) {
  const list = h("ul", { class: "others" });
  const more = button(
    t("more"),
    () => {
      limit += PAGE;
      update();
    },
    { class: "quiet" },
  );
  const sum = h("span", { class: "hint" });
  const row = h("div", { class: "row" }, more, sum);
  const element = h(
    "section",
    {},
    h("p", { class: "hint" }, t("other.hint")),
    list,
    row,
  );
  let limit = PAGE;
  const made = new Map();
  const known = new Set(
    store.table.members
      .filter(({ access }) => access !== "response-only")
      .map(({ name }) => name),
  );

  function itemOf(name) {
    const value = h("code", { dir: "auto" });
    const issues = issueList(store);
    const remove = button(
      "−",
      () => {
        store.settle();
        store.form.remove([name]);
      },
      { class: "icon", "aria-label": t("other.remove", { name }) },
    );
    return {
      element: h(
        "li",
        { class: "card item", tabindex: "-1" },
        h("div", { class: "bar" }, h("b", { dir: "auto" }, name), remove),
        value,
        issues.element,
      ),
      value,
      issues,
    };
  }

  function update() {
    const all = Object.keys(store.form.getSnapshot().draft).filter(
      (name) => !known.has(name),
    );
    const names = new Set(all.slice(0, limit));
    row.hidden = all.length <= limit;
    say(
      sum,
      t("more.of", { shown: figure(names.size), all: figure(all.length) }),
    );
    for (const [name, { element }] of made) {
      if (names.has(name)) continue;
      element.remove();
      made.delete(name);
    }
    for (const name of names) {
      if (!made.has(name)) {
        made.set(name, itemOf(name));
        list.append(made.get(name).element);
      }
      const { value, issues } = made.get(name);
      say(value, cut(JSON.stringify(store.form.getSnapshot().get([name]))));
      issues.show(store.allIssuesIn([name]));
    }
  }

  return {
    element,
    update,
    focus: () => list.firstChild?.focus(),
  };
}
