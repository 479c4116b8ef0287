/** The navigation: the sections of the open record, each with its marks, and the search for a field. */

import { worst } from "./desk.js";
import { attribute, button, capital, h, say } from "./element.js";
import { count, listed, t } from "./words.js";

/** Creates the navigation. `show` receives the section that someone chose, `go` the path of a field. */
export function makeNavigation(desk, { show, go }) {
  /** The sections, each with its rows of the table and its elements. */
  let sections = [];
  const list = h("ul");
  const search = h("input", {
    type: "search",
    list: "field-names",
    placeholder: t("find"),
    "aria-label": t("find"),
    autocomplete: "off",
    input: find,
  });
  const notFound = h("p", { class: "hint", role: "status" });
  const names = h("datalist", { id: "field-names" });
  const choose = h("select", {
    "aria-label": t("section"),
    class: "choose",
    change: () => show(choose.value),
  });
  const element = h(
    "nav",
    { class: "sections", "aria-label": t("sections") },
    h(
      "form",
      { class: "find", role: "search", submit: find },
      search,
      names,
      notFound,
    ),
    choose,
    list,
  );

  /** Shows the sections of the record that was opened. */
  function open(given) {
    sections = given.map(({ id, rows }) => {
      const mark = h("span", { class: "marks" });
      const link = button("", () => show(id, true), { class: "section" });
      link.append(h("span", {}, t(`section.${id}`)), mark);
      return {
        id,
        rows,
        mark,
        link,
        item: h("li", {}, link),
        option: h("option", { value: id }),
      };
    });
    list.replaceChildren(...sections.map(({ item }) => item));
    choose.replaceChildren(...sections.map(({ option }) => option));
    names.replaceChildren(
      ...sections.flatMap(({ rows }) =>
        rows.map(({ label, name }) =>
          h("option", { value: capital(label) }, name),
        ),
      ),
    );
  }

  /** Marks the section that is shown. */
  function turn(shown) {
    for (const { id, link } of sections)
      attribute(link, "aria-current", id === shown && "true");
    choose.value = shown;
  }

  /** Goes to the field chosen from the list, or with Enter to the first field whose name contains the typed text. */
  function find(event) {
    event.preventDefault();
    say(notFound, "");
    const wanted = search.value.trim().toLowerCase();
    const isEntered = event.type === "submit";
    // Typed text such as "form" may still become "form submit".
    const isChosen =
      isEntered ||
      event.inputType === undefined ||
      event.inputType === "insertReplacementText";
    if (wanted === "" || !isChosen) return;
    const rows = sections.flatMap(({ rows }) =>
      rows.map((row) => ({
        ...row,
        names: [row.label.toLowerCase(), row.name.toLowerCase()],
      })),
    );
    const found =
      rows.find(({ names }) => names.includes(wanted)) ??
      (isEntered &&
        rows.find(({ names }) => names.some((name) => name.includes(wanted))));
    if (found) {
      search.value = "";
      go({ path: [found.name] });
    } else if (isEntered) say(notFound, t("find.none"));
  }

  /** Marks the sections that have issues, changes or conflicts. */
  function mark() {
    const { form, table } = desk;
    const found = new Map();
    for (const issue of form.getSnapshot().issues) {
      const [name] = issue.path;
      // One issue of each severity is enough to find the worst.
      if (!found.has(name)) found.set(name, {});
      found.get(name)[issue.severity] ??= issue;
    }
    const disputed = form.getSnapshot().conflicts.map(({ path }) => path[0]);
    const changed = new Set(
      form.getSnapshot().changes.map(({ path }) => path[0]),
    );
    const units = new Map(
      table.members
        .filter(({ unit }) => unit)
        .map(({ name, unit }) => [name, unit]),
    );
    const known = new Set(
      sections.flatMap(({ rows }) =>
        rows.flatMap(({ name }) => [name, units.get(name)]),
      ),
    );
    const strange = Object.keys(form.getSnapshot().draft).filter(
      (name) => !known.has(name),
    );
    for (const { id, rows, mark, link, item, option } of sections) {
      const own = rows
        .flatMap(({ name }) => [name, units.get(name)])
        .filter(Boolean);
      if (id === "other") own.push(...strange);
      // Text with an error is not in the draft.
      const isUnread = id === "json" && desk.view.json !== undefined;
      const severity = isUnread
        ? "error"
        : worst(own.flatMap((name) => Object.values(found.get(name) ?? {})));
      const isChanged = id !== "json" && own.some((name) => changed.has(name));
      item.hidden = option.hidden = id === "other" && own.length === 0;
      attribute(mark, "data-severity", severity);
      const conflicts =
        id === "json"
          ? 0
          : disputed.filter((name) => own.includes(name)).length;
      mark.classList.toggle("is-changed", isChanged);
      mark.classList.toggle("is-disputed", conflicts > 0);
      const about = listed(
        [
          isUnread ? t("json.unread") : severity && t(`severity.${severity}`),
          conflicts > 0 && count("conflicts", conflicts),
          isChanged && t("legend.edited"),
        ].filter(Boolean),
      );
      attribute(
        link,
        "aria-label",
        about ? `${t(`section.${id}`)}${t("comma")}${about}` : undefined,
      );
      say(
        option,
        about ? `${t(`section.${id}`)} (${about})` : t(`section.${id}`),
      );
    }
  }

  return {
    element,
    open,
    turn,
    mark,
    leave: () => search.value,
    enter: (text) => (search.value = text),
  };
}
