/** A list of items, such as a team or meeting places: add, remove, sort and edit them. Made from its rows. */

import { changeMark } from "./change-mark.js";
import {
  attribute,
  button,
  capital,
  fresh,
  h,
  say,
} from "../elements/element.js";
import { makeField } from "./fields.js";
import { issueList } from "../panels/findings.js";
import { kept } from "./kept.js";
import { nameOfItem, SHORT_DAYS, WEEK } from "./places.js";
import { count, t } from "../words/words.js";

/** Number of items on a page. */
const PAGE = 10;
/** The lists whose items have a word of their own. */
const ADDED = new Set(["user-id", "place", "date", "ranges"]);

/**
 * Creates the part of a form for a row of any type. The members of an object and the items of a list are parts inside
 * it.
 */
export function makePart(store, member, path, table) {
  if (member.type === "array" && member.items === "object")
    return makeList(store, member, path);
  if (member.type === "array") return makeDays(store, member, path);
  if (member.type === "object") return makeGroup(store, member, path);
  return makeField(store, member, path, {
    unit: table?.members.find(({ name }) => name === member.unit),
  });
}

function makeGroup(store, member, path) {
  const issues = issueList(store);
  const mark = changeMark(store);
  const parts = new Map(
    member.table.members.map((inner) => [
      inner.name,
      makePart(store, inner, () => [...path(), inner.name], member.table),
    ]),
  );
  const element = h(
    "fieldset",
    { class: "group", "data-member": member.name },
    h("legend", {}, capital(member.label)),
    mark.element,
    issues.element,
    h(
      "div",
      { class: "fields" },
      ...[...parts.values()].map(({ element }) => element),
    ),
  );
  return {
    element,
    update() {
      issues.show(store.issuesIn(path()).issues);
      mark.show(store.changesAt(path()));
      for (const part of parts.values()) part.update();
    },
    reveal([step, ...rest]) {
      const part = parts.get(step) ?? [...parts.values()][0];
      part.reveal ? part.reveal(rest) : part.focus();
    },
  };
}

/**
 * Creates a list. `indexes` returns the items to show, if not all; an item that is being edited stays until it is left.
 */
export function makeList(
  store,
  member,
  path,
  { indexes, canAdd = true, heading = capital(member.label) } = {},
) {
  const title = fresh("list");
  const issues = issueList(store);
  const mark = changeMark(store);
  const sum = h("span", { class: "hint" });
  const cards = h("ol", { class: "cards" });
  const gone = h("ul", { class: "gone" });
  const add = button(
    t(ADDED.has(member.identity) ? `add.${member.identity}` : "add"),
    () => insert(),
    { class: "quiet" },
  );
  const more = button(
    t("more"),
    () => {
      limit += PAGE;
      update();
    },
    { class: "quiet" },
  );
  const element = h(
    "section",
    { class: "list", "aria-labelledby": title, "data-member": member.name },
    h(
      "div",
      { class: "bar" },
      h("h3", { id: title }, heading),
      sum,
      mark.element,
    ),
    issues.element,
    cards,
    h("div", { class: "row" }, canAdd && add, more),
    gone,
  );
  let limit = PAGE;
  const made = [];
  if (indexes)
    element.addEventListener(
      "focusout",
      ({ relatedTarget }) =>
        !element.contains(relatedTarget) && requestAnimationFrame(update),
    );

  /** Returns the indexes of the wanted items, and of the one that has the focus. */
  function wanted(list) {
    if (!indexes) return list.map((_, index) => index);
    const { index } =
      made.find(({ element }) => element.contains(document.activeElement)) ??
      {};
    const all = indexes();
    return index === undefined || index >= list.length || all.includes(index)
      ? all
      : [...all, index].sort((a, b) => a - b);
  }

  const items = () => {
    const list = store.form.getSnapshot().get(path());
    return Array.isArray(list) ? list : undefined;
  };

  function insert() {
    store.settle();
    const list = items();
    const item = itemOf(member.table);
    if (list) store.form.insert([...path(), list.length], item);
    else store.form.set(path(), [item]);
    limit = Math.max(limit, (list?.length ?? 0) + 1);
    update();
    made.at(-1)?.focus();
  }

  function update() {
    const list = items() ?? [];
    const all = wanted(list);
    if (indexes) element.hidden = all.length === 0;
    const shown = all.slice(0, limit);
    while (made.length > shown.length) made.pop().element.remove();
    while (made.length < shown.length) {
      const card = makeCard(made.length);
      made.push(card);
      cards.append(card.element);
    }
    made.forEach((card, at) => card.update(shown[at], list));
    const whole =
      store.form.getSnapshot().get(path()) === undefined && kept(store, path());
    say(
      sum,
      whole?.length > 0
        ? t("as.stored", { value: count("items", whole.length) })
        : count("items", all.length),
    );
    more.hidden = all.length <= limit;
    const isOdd =
      store.form.getSnapshot().get(path()) !== undefined && !items();
    add.hidden = isOdd;
    issues.show(store.issuesIn(path()).issues);
    // A removed item has its path in the stored record.
    const changes = store.changesAt(path());
    mark.show(changes);
    const removed = indexes
      ? []
      : store.form
          .getSnapshot()
          .changes.filter(
            (change) =>
              change.kind === "remove" &&
              change.path.length === path().length + 1 &&
              path().every((step, at) => step === change.path[at]),
          );
    gone.replaceChildren(
      ...removed.map((change) =>
        h(
          "li",
          {},
          change.words,
          " ",
          button(t("revert"), () => store.form.revert(change), {
            class: "quiet",
          }),
        ),
      ),
    );
  }

  function makeCard(slot) {
    let index;
    let item;
    const at = () => [...path(), index];
    const name = h("h4", { id: fresh("item"), tabindex: "-1" });
    const issues = issueList(store);
    const mark = changeMark(store);
    const rows = member.table.members.filter(
      ({ access }) => access !== "response-only",
    );
    const parts = new Map(
      rows.map((row) => [
        row.name,
        makePart(store, row, () => [...at(), row.name], member.table),
      ]),
    );
    const move = (to) => {
      store.settle();
      store.form.move(at(), to);
      store.announce(t("moved", { what: name.textContent, number: to + 1 }));
      update();
      const card = made.find(({ index }) => index === to);
      (to < index ? card?.up : card?.down)?.focus();
      if (document.activeElement === document.body) card?.name.focus();
    };
    const up = button("↑", () => move(index - 1), { class: "icon" });
    const down = button("↓", () => move(index + 1), { class: "icon" });
    const remove = button(
      "−",
      () => {
        store.settle();
        const words = name.textContent;
        store.form.remove(at());
        store.announce(t("removed", { what: words }));
        update();
        (made[slot] ?? made[slot - 1])?.name.focus();
        if (made.length === 0) add.focus();
      },
      { class: "icon" },
    );
    const isOrdered =
      member.identity === "user-id" || member.identity === "place";
    const element = h(
      "li",
      { class: "card item" },
      h(
        "div",
        { class: "bar" },
        name,
        mark.element,
        h("div", { class: "row" }, isOrdered && [up, down], remove),
      ),
      issues.element,
      h(
        "div",
        { class: "fields" },
        ...[...parts.values()].map(({ element }) => element),
      ),
    );
    return {
      element,
      name,
      up,
      down,
      get index() {
        return index;
      },
      focus: () => ([...parts.values()][0].focus ?? (() => name.focus()))(),
      update(now, list) {
        index = now;
        item = list[index];
        const words = nameOfItem(member, index, item);
        say(name, nameOfItem(member, index, item, capital));
        attribute(remove, "aria-label", t("remove", { what: words }));
        attribute(up, "aria-label", t("up", { what: words }));
        attribute(down, "aria-label", t("down", { what: words }));
        up.disabled = index === 0;
        down.disabled = index === list.length - 1;
        const isItem =
          typeof item === "object" && item !== null && !Array.isArray(item);
        issues.show(store.issuesIn(at()).issues);
        const changes = store.changesAt(at());
        mark.show(changes);
        element.classList.toggle(
          "new",
          changes.some(({ kind }) => kind === "add"),
        );
        for (const part of parts.values()) {
          part.element.hidden = !isItem;
          if (isItem) part.update();
        }
      },
      reveal([step, ...rest]) {
        const part = parts.get(step);
        if (!part) return name.focus();
        part.reveal ? part.reveal(rest) : part.focus();
      },
    };
  }

  return {
    element,
    update,
    focus: () => (made[0]?.name ?? add).focus(),
    reveal([step, ...rest]) {
      const slot = indexes ? indexes().indexOf(step) : step;
      if (typeof step !== "number" || slot < 0)
        return (made[0]?.name ?? add).focus();
      if (slot >= limit) {
        limit = Math.ceil((slot + 1) / PAGE) * PAGE;
        update();
      }
      made[slot]?.reveal(rest);
    },
  };
}

/** Creates days of the week as numbers, one check box each. */
function makeDays(store, member, path) {
  const issues = issueList(store);
  const boxes = WEEK.map(([, day]) =>
    h("input", {
      type: "checkbox",
      value: day,
      change: ({ target }) => {
        store.settle();
        const now = store.form.getSnapshot().get(path());
        const others = (Array.isArray(now) ? now : []).filter(
          (other) => other !== day,
        );
        store.form.set(
          path(),
          target.checked ? [...others, day].sort((a, b) => a - b) : others,
        );
      },
    }),
  );
  const element = h(
    "fieldset",
    { class: "days", "data-member": member.name },
    h("legend", {}, capital(member.label)),
    ...boxes.map((box, at) =>
      h("label", {}, box, ` ${SHORT_DAYS[WEEK[at][1]]}`),
    ),
    issues.element,
  );
  return {
    element,
    update() {
      const days = store.form.getSnapshot().get(path());
      WEEK.forEach(
        ([, day], at) =>
          (boxes[at].checked = Array.isArray(days) && days.includes(day)),
      );
      issues.show(store.allIssuesIn(path()));
    },
    focus: () => boxes[0].focus(),
  };
}

/** Returns a new item: its required members, as empty as possible, and the defaults. */
function itemOf(table) {
  const item = {};
  for (const {
    name,
    type,
    required,
    known,
    default: value,
    access,
    min,
  } of table.members) {
    if (
      access !== "both" ||
      !(required || (value !== undefined && type !== "boolean"))
    )
      continue;
    const empty = {
      text: known?.[0].value ?? "",
      number: min ?? 0,
      integer: min ?? 0,
      boolean: false,
      array: [],
      object: {},
    };
    item[name] = value ?? empty[type];
  }
  return item;
}
