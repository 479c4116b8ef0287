/** The frame of the page in the current language: the sections to edit on one side, their results on the other. */

import { address, addressed } from "./address.js";
import { makeChanges } from "./changes.js";
import { makeConflicts } from "./conflict.js";
import { makeDates } from "./dates.js";
import { worst } from "./desk.js";
import { attribute, button, capital, copyButton, cut, h, say } from "./element.js";
import { makeFindings } from "./findings.js";
import { makeJson } from "./json.js";
import { forget } from "./keep.js";
import { makeLanguages } from "./languages.js";
import { pack } from "./link.js";
import { makePart } from "./list.js";
import { makeLoad } from "./load.js";
import { makeOther } from "./other.js";
import { sectionsOf } from "./sections.js";
import { makeSend } from "./send.js";
import { makeStart } from "./start.js";
import { makeWeek } from "./week.js";
import { figure, listed, t } from "./words.js";

/** Matches widths that show one side at a time, as in `frame.css`. */
const narrow = matchMedia("(max-width: 74.99rem)");

/** Maximum length of a name in the head of the page. */
const NAMED = 100;

const guide = () => h("a", { href: "guide/index.html" }, t("guide"));

/** Creates the view of the desk. `speak` is called with the language that someone chose. */
export function makeFrame(desk, speak) {
  /** The sections of the open record, each with its parts, which are created at the first visit. */
  let sections = [];
  let current;
  let panel = "findings";
  /** The panel that is shown until another is chosen. */
  let usual = panel;
  /** True while showing a section or panel adds a step that Back reverts. */
  let isStep = true;

  const undo = button("↶", () => desk.undo(), { class: "icon", "aria-label": t("undo"), title: t("undo.keys") });
  const redo = button("↷", () => desk.redo(), { class: "icon", "aria-label": t("redo"), title: t("redo.keys") });
  const named = h("p", { class: "record", dir: "auto" });
  const toMany = button(t("many.back"), () => showMany(), { class: "quiet" });
  const openButton = button(t("open"), () => showLoad());
  /** The guide and the language, which stand below an open record. */
  const first = h("div", { class: "row first" }, guide(), makeLanguages(speak));
  const header = h("header", { class: "banner" }, h("h1", {}, "calendiff"), named, h("div", { class: "row" }, toMany, undo, redo, openButton, first));

  const firstLoad = makeLoad(desk, opened, openMany);
  /** The button that restores a record that was forgotten a moment ago, until the page is left. */
  const bringBack = h("div", { class: "row" });
  const start = makeStart(firstLoad, bringBack);

  const laterLoad = makeLoad(desk, opened, openMany);
  const dialog = h("dialog", { class: "card", "aria-labelledby": "load-title", close: () => laterLoad.clear() }, h("div", { class: "bar" }, h("h2", { id: "load-title" }, t("load")), button("✕", () => dialog.close(), { class: "icon", "aria-label": t("close") })), laterLoad.element);

  const nav = h("ul");
  const search = h("input", { type: "search", list: "field-names", placeholder: t("find"), "aria-label": t("find"), autocomplete: "off", input: find });
  const notFound = h("p", { class: "hint", role: "status" });
  const names = h("datalist", { id: "field-names" });
  const choose = h("select", { "aria-label": t("section"), class: "choose", change: () => show(choose.value) });
  const failedWords = h("p", { class: "hint", role: "alert" });
  const keptWords = h("p", { class: "hint" });
  const forgetButton = button(t("forget"), () => {
    desk.settle();
    desk.forgotten = desk.state;
    forget();
    history.replaceState(null, "", location.pathname);
    desk.close();
    desk.announce(t("forgotten"));
  }, { class: "quiet" });
  const linkButton = copyButton(link, { label: t("link.copy"), done: t("link.copied"), selected: t("copy.selected"), stays: 2500 });
  const aside = h("nav", { class: "sections", "aria-label": t("sections") }, h("form", { class: "find", role: "search", submit: find }, search, names, notFound), choose, nav);
  const foot = h("footer", { class: "foot" }, failedWords, keptWords, forgetButton, linkButton, guide(), makeLanguages(speak));

  const heading = h("h2", { id: "section-title", tabindex: "-1" });
  const body = h("div", { class: "body" });
  const editor = h("main", { class: "editor", "aria-labelledby": "section-title" }, heading, body);

  const profile = h("select", { id: "profile", change: () => desk.judge(profile.value) }, ...["specification", "service", "specification-only"].map((name) => h("option", { value: name }, t(`profile.${name}`))));
  const panels = { findings: makeFindings(desk, { go, turn }), changes: makeChanges(desk, { go, turn }), send: makeSend(desk, { go }), conflicts: makeConflicts(desk, { go, turn }) };
  panels.findings.element.prepend(h("div", { class: "profile" }, h("label", { for: "profile" }, t("profile")), profile));
  const review = h("aside", { class: "review", "aria-label": t("review") }, ...Object.values(panels).map(({ element }) => element));
  const tabs = new Map(["edit", ...Object.keys(panels)].map((name) => [name, button("", () => (name === "edit" ? edit() : turn(name)), { class: "tab", "data-tab": name })]));
  const bar = h("nav", { class: "tabs", "aria-label": t("review") }, ...tabs.values());
  const work = h("div", { class: "work", "data-side": "edit" }, aside, editor, bar, review, foot);

  async function link() {
    const { edition, profile, ...record } = desk.state;
    return location.href.replace(/#.*/, "") + (await pack({ calendiff: 1, ...record }));
  }

  // Sections

  function open() {
    sections = sectionsOf(desk.kind, desk.table).map((section) => ({ ...section, parts: undefined }));
    current = undefined;
    nav.replaceChildren(
      ...sections.map((section) => {
        section.mark = h("span", { class: "marks" });
        section.link = button("", () => show(section.id, true), { class: "section" });
        section.link.append(h("span", {}, t(`section.${section.id}`)), section.mark);
        section.item = h("li", {}, section.link);
        section.option = h("option", { value: section.id });
        return section.item;
      }),
    );
    choose.replaceChildren(...sections.map(({ option }) => option));
    names.replaceChildren(...sections.flatMap(({ rows }) => rows.map(({ label, name }) => h("option", { value: capital(label) }, name))));
    body.replaceChildren();
    const { panel: before, side, section } = desk.view;
    usual = desk.form.conflicts.length > 0 ? "conflicts" : desk.form.issues.length > 0 ? "findings" : "changes";
    look({ section, panel: before, side });
  }

  /** Shows a section and a panel without adding a step to the history. */
  function look({ section, panel: wanted, side }) {
    isStep = false;
    panel = Object.hasOwn(panels, wanted) ? wanted : usual;
    desk.view.panel = wanted && panel;
    show(section);
    if (side === "review") turn(panel);
    isStep = true;
  }

  /** Returns the parts of a section, which are created at the first visit. */
  function partsOf(section) {
    section.parts ??= section.id === "json" ? new Map([["", makeJson(desk)]]) : new Map(section.rows.map((row) => [row.name, partOf(row)]));
    if (section.id === "other") section.parts.set("", makeOther(desk));
    if (section.id === "identity") section.parts.set("facts", facts());
    section.element ??= h("div", { class: section.id === "week" || section.id === "dates" || section.id === "json" ? "parts" : "parts fields" }, ...[...section.parts.values()].map(({ element }) => element));
    return section.parts;
  }

  /** Creates the read-only list of members that only responses contain. */
  function facts() {
    const element = h("dl", { class: "facts" });
    const rows = desk.table.members.filter(({ access }) => access === "response-only");
    return {
      element,
      focus: () => heading.focus(),
      update() {
        const known = rows.filter(({ name }) => desk.form.stored[name] !== undefined);
        element.replaceChildren(...known.map(({ name, label }) => h("div", {}, h("dt", {}, capital(label)), h("dd", { dir: "auto" }, said(desk.form.stored[name])))));
      },
    };
  }

  const said = (value) => cut(typeof value === "string" ? value : JSON.stringify(value));

  function partOf(row) {
    if (row.identity === "week") return makeWeek(desk, row);
    if (row.identity === "date") return makeDates(desk, row);
    return makePart(desk, row, () => [row.name], desk.table);
  }

  function show(id, focus = false) {
    desk.settle();
    const section = sections.find((section) => section.id === id) ?? sections[0];
    if (current !== section) {
      current = section;
      desk.view.section = section.id;
      partsOf(section);
      body.replaceChildren(section.element);
      say(heading, t(`section.${section.id}`));
      editor.scrollTop = 0;
    }
    for (const { id, link } of sections) attribute(link, "aria-current", id === section.id && "true");
    choose.value = section.id;
    update();
    edit();
    if (focus) heading.focus();
  }

  function edit() {
    work.dataset.side = desk.view.side = "edit";
    address(desk.view, isStep);
    marks();
  }

  function turn(name, focus = false) {
    desk.settle();
    panel = desk.view.panel = name;
    work.dataset.side = desk.view.side = "review";
    address(desk.view, isStep);
    update();
    if (focus) panels[name].focus();
  }

  /** Goes to the control of an issue, a change or a conflict. */
  function go({ path }) {
    const [name, ...rest] = path;
    const units = desk.table.members.find(({ unit }) => unit === name)?.name;
    const section = sections.find(({ rows }) => rows.some((row) => row.name === name || row.name === units)) ?? sections.find(({ id }) => id === "other");
    show(section.id);
    const parts = partsOf(section);
    const part = parts.get(name) ?? parts.get(units) ?? parts.get("");
    if (!part) heading.focus();
    else if (part.reveal) part.reveal(rest);
    else part.focus();
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }

  /** Goes to the field chosen from the list, or with Enter to the first field whose name contains the typed text. */
  function find(event) {
    event.preventDefault();
    say(notFound, "");
    const wanted = search.value.trim().toLowerCase();
    const isEntered = event.type === "submit";
    // Typed text such as "form" may still become "form submit".
    const isChosen = isEntered || event.inputType === undefined || event.inputType === "insertReplacementText";
    if (wanted === "" || !isChosen) return;
    const rows = sections.flatMap(({ rows }) => rows.map((row) => ({ ...row, names: [row.label.toLowerCase(), row.name.toLowerCase()] })));
    const found = rows.find(({ names }) => names.includes(wanted)) ?? (isEntered && rows.find(({ names }) => names.some((name) => name.includes(wanted))));
    if (found) {
      search.value = "";
      go({ path: [found.name] });
    } else if (isEntered) say(notFound, t("find.none"));
  }

  // Updates

  function update() {
    if (!desk.isOpen) return;
    for (const part of current.parts.values()) part.update();
    if (panel === "conflicts" && desk.form.conflicts.length === 0 && work.dataset.side === "edit" && !review.contains(document.activeElement)) {
      panel = desk.view.panel = "changes";
      address(desk.view, false);
    }
    for (const [name, { element }] of Object.entries(panels)) element.hidden = name !== panel;
    panels[panel].update();
    marks();
  }

  /** Shows the numbers of issues and changes in the navigation. */
  function marks() {
    const { form } = desk;
    undo.hidden = redo.hidden = !form;
    undo.disabled = !form?.canUndo;
    redo.disabled = !form?.canRedo;
    if (!form) return;
    const found = new Map();
    for (const issue of form.issues) {
      const [name] = issue.path;
      // One issue of each severity is enough to find the worst.
      if (!found.has(name)) found.set(name, {});
      found.get(name)[issue.severity] ??= issue;
    }
    const changed = new Set(form.changes.map(({ path }) => path[0]));
    const units = new Map(desk.table.members.filter(({ unit }) => unit).map(({ name, unit }) => [name, unit]));
    const known = new Set(sections.flatMap(({ rows }) => rows.flatMap(({ name }) => [name, units.get(name)])));
    const strange = Object.keys(form.draft).filter((name) => !known.has(name));
    for (const section of sections) {
      const own = section.rows.flatMap(({ name }) => [name, units.get(name)]).filter(Boolean);
      if (section.id === "other") own.push(...strange);
      const severity = worst(own.flatMap((name) => Object.values(found.get(name) ?? {})));
      const isChanged = section.id !== "json" && own.some((name) => changed.has(name));
      section.item.hidden = section.option.hidden = section.id === "other" && own.length === 0;
      attribute(section.mark, "data-severity", severity);
      section.mark.classList.toggle("is-changed", isChanged);
      const about = listed([severity && t(`severity.${severity}`), isChanged && t("legend.edited")].filter(Boolean));
      attribute(section.link, "aria-label", about ? `${t(`section.${section.id}`)}${t("comma")}${about}` : undefined);
      say(section.option, about ? `${t(`section.${section.id}`)} (${about})` : t(`section.${section.id}`));
    }
    const errors = form.issues.filter(({ severity }) => severity === "error").length;
    const counts = { edit: "", findings: form.issues.length, changes: form.changes.length, send: "", conflicts: form.conflicts.length };
    for (const [name, tab] of tabs) {
      const n = counts[name];
      tab.replaceChildren(h("span", {}, t(name)), n > 0 ? h("span", { class: name === "findings" && errors > 0 ? "badge bad" : "badge" }, figure(n)) : "");
      const isCurrent = name === (narrow.matches && work.dataset.side === "edit" ? "edit" : panel);
      attribute(tab, "aria-current", isCurrent && "true");
    }
    tabs.get("conflicts").hidden = form.conflicts.length === 0 && panel !== "conflicts";
    const name = typeof form.draft.name === "string" ? cut(form.draft.name, NAMED) : "";
    say(named, [name || t(`kind.${desk.kind}`), typeof form.stored.id === "string" && cut(form.stored.id, NAMED)].filter(Boolean).join(" · "));
    document.title = `${name && `${name} · `}calendiff`;
  }

  /** Updates the frame after a change; `wasOpened` is true if another record was opened. */
  function changed(wasOpened) {
    const isFirst = !start.hidden;
    if (wasOpened) hideMany();
    arrange();
    offerBack();
    profile.value = desk.profile;
    if (!desk.isOpen) {
      marks();
      say(named, "");
      firstLoad.focus();
    } else if (wasOpened) {
      const isRefused = desk.answer?.refusal && desk.view.panel === undefined;
      if (isRefused) Object.assign(desk.view, { panel: "send", side: "review" });
      open();
      if (isRefused && isFirst) panels.send.focus();
      else if (isFirst) heading.focus();
    } else update();
  }

  function offerBack() {
    bringBack.replaceChildren(...(desk.forgotten ? [h("p", {}, t("forgotten")), button(t("forgotten.undo"), () => desk.open({ ...desk.forgotten, edition: undefined }))] : []));
  }

  // Loading

  function showLoad() {
    desk.settle();
    if (!desk.isOpen) return firstLoad.focus();
    if (!dialog.open) dialog.showModal();
  }

  function opened(what) {
    if (dialog.open) dialog.close();
    if (what === "refused") turn("send");
  }

  // Many records

  const place = h("div");
  let many;

  function openMany(source) {
    if (dialog.open) dialog.close();
    desk.settle();
    desk.many = { source };
    showMany();
  }

  async function showMany() {
    const { makeMany } = await import("./many.js");
    many?.end();
    many = makeMany(desk, {
      close: hideMany,
      open(text) {
        showLoad();
        (desk.isOpen ? laterLoad : firstLoad).takeText(text);
      },
    });
    place.replaceChildren(many.element);
    desk.many.isShown = true;
    arrange();
    many.focus();
  }

  function hideMany() {
    if (!many) return;
    many.end();
    many = undefined;
    desk.many.isShown = false;
    place.replaceChildren();
    arrange();
    (desk.isOpen ? heading : toMany).focus();
  }

  /** Shows the start, the open record, or many records. */
  function arrange() {
    start.hidden = desk.isOpen || many !== undefined;
    work.hidden = !desk.isOpen || many !== undefined;
    first.hidden = !work.hidden;
    openButton.hidden = !start.hidden;
    toMany.hidden = desk.many === undefined || many !== undefined;
  }

  work.hidden = toMany.hidden = openButton.hidden = true;
  offerBack();
  marks();
  narrow.onchange = marks;

  return {
    elements: [header, start, work, place, dialog],
    start,
    changed,
    turn,
    back: () => desk.isOpen && look(addressed()),
    showLoad,
    loader: () => (desk.isOpen ? laterLoad : firstLoad),
    isLoading: () => dialog.open,
    fail: (words) => say(failedWords, words),
    tell: (words) => say(keptWords, words),
    /** Returns the state of the screen that is not part of the record, for the frame in another language. */
    leave: () => ({ loads: [firstLoad.leave(), laterLoad.leave()], search: search.value, scrolled: [editor.scrollTop, review.scrollTop, document.documentElement.scrollTop] }),
    enter({ loads, search: sought, scrolled }) {
      [firstLoad, laterLoad].forEach((load, at) => load.enter(loads[at]));
      search.value = sought;
      arrange();
      profile.value = desk.profile;
      if (desk.isOpen) open();
      if (desk.many?.isShown) showMany();
      [editor.scrollTop, review.scrollTop, document.documentElement.scrollTop] = scrolled;
      (work.hidden ? first : foot).querySelector(".language select").focus();
    },
  };
}
