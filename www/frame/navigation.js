/** The navigation: the places of the open record, each with a summary and its marks, and the search for a field. */

import { hasNames } from "./api-names.js";
import { worst } from "../store/store.js";
import {
  attribute,
  button,
  capital,
  h,
  heard,
  say,
} from "../elements/element.js";
import { makeSource } from "../elements/later.js";
import { count, listed, t } from "../words/words.js";

/** Number of milliseconds without a key after which the summaries are updated. */
const PAUSE = 150;
const SUMMARIES = makeSource(() => import("../fields/summaries.js"));

/** Creates the marks of a place or a topic, with their words for screen readers. */
const makeMark = () => h("span", { class: "marks" }, heard());

/** Creates the navigation. `show` receives the section that someone chose, `go` the path of a field. */
export function makeNavigation(store, { show, go }) {
  /** The places, each with its rows of the table, its topics and its elements. */
  let sections = [];
  let timer;
  let isSummarized;
  const list = h("ul");
  /** Other views of the whole record. */
  const views = h("ul", { class: "views" });
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
    views,
  );

  /** Shows the places of the record that was opened. */
  function open(given) {
    isSummarized = false;
    sections = given.map((place) => {
      const { id, isView, columns } = place;
      const mark = makeMark();
      const sum = h("small", { class: "sum" });
      const link = button("", () => show(id, true), { class: "section" });
      link.append(h("span", {}, h("span", {}, t(`section.${id}`)), sum), mark);
      for (const topic of columns?.flat() ?? []) topic.mark = makeMark();
      return {
        ...place,
        topics: columns?.flat() ?? [],
        mark,
        sum,
        link,
        list: isView ? views : list,
        option: h("option", { value: id }),
      };
    });
    for (const one of [list, views])
      one.replaceChildren(
        ...sections
          .filter(({ list }) => list === one)
          .map(({ link }) => h("li", {}, link)),
      );
    choose.replaceChildren(...sections.map(({ option }) => option));
    suggest();
  }

  /** Lists the fields for the search, with their names in the API if these are shown. */
  function suggest() {
    names.replaceChildren(
      ...sections.flatMap(({ rows }) =>
        rows.map(({ label, name }) =>
          h("option", { value: capital(label) }, hasNames() && name),
        ),
      ),
    );
  }

  /** Marks the place that is shown. */
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

  /** Marks the places and topics that have issues, changes or conflicts, and summarizes them. */
  function mark() {
    const { form, table } = store;
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
    /** Shows the marks of a place or a topic, and returns them in words. */
    function show({ id, rows, topics, mark }) {
      const own = rows
        .flatMap(({ name }) => [name, units.get(name)])
        .filter(Boolean);
      if (id === "other" || topics?.some(({ id }) => id === "other"))
        own.push(...strange);
      // Text with an error is not in the draft.
      const isUnread = id === "json" && store.view.json !== undefined;
      const severity = isUnread
        ? "error"
        : worst(own.flatMap((name) => Object.values(found.get(name) ?? {})));
      const isChanged = own.some((name) => changed.has(name));
      attribute(mark, "data-severity", severity);
      const conflicts = disputed.filter((name) => own.includes(name)).length;
      mark.classList.toggle("is-changed", isChanged);
      mark.classList.toggle("is-disputed", conflicts > 0);
      const about = listed(
        [
          isUnread ? t("json.unread") : severity && t(`severity.${severity}`),
          conflicts > 0 && count("conflicts", conflicts),
          isChanged && t("legend.edited"),
        ].filter(Boolean),
      );
      say(mark.firstChild, about && `(${about})`);
      return about;
    }
    for (const section of sections) {
      const { id, topics, option } = section;
      const about = show(section);
      for (const topic of topics) {
        show(topic);
        if (topic.element && topic.id === "other")
          topic.element.hidden = topic.rows.length + strange.length === 0;
      }
      const name = t(`section.${id}`);
      say(option, about ? `${name} (${about})` : name);
    }
    clearTimeout(timer);
    timer = setTimeout(summarize, isSummarized ? PAUSE : 0);
  }

  /** Shows the summaries, which are not updated with each key. */
  async function summarize() {
    try {
      await SUMMARIES.come();
    } catch {
      return;
    }
    if (!store.isOpen) return;
    isSummarized = true;
    for (const { id, sum } of sections)
      say(sum, SUMMARIES.module.summaryOf(store, id));
  }

  return {
    element,
    open,
    turn,
    mark,
    suggest,
    leave: () => search.value,
    enter: (text) => (search.value = text),
  };
}
