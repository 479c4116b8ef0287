/** The frame of the page in the current language: the first screen, or the sections of a record beside their results. */

import { address, addressed } from "../store/address.js";
import { makeNames } from "./api-names.js";
import { joined } from "../panels/changes.js";
import { copyButton } from "../elements/copy.js";
import { button, cut, h, say } from "../elements/element.js";
import { forget } from "../store/keep.js";
import { forgetMany } from "../many/keep-many.js";
import { makeLanguages } from "./languages.js";
import { makeLater, makeSource } from "../elements/later.js";
import { makeLoad } from "../load/load.js";
import { makeManyPlace, sizeOf } from "../many/many-place.js";
import { makeNavigation } from "./navigation.js";
import { makePanels } from "../panels/panels.js";
import { makeParts } from "./parts.js";
import { sectionsOf } from "./sections.js";
import { makeStart } from "./start.js";
import { count, figure, t } from "../words/words.js";

const STEP = makeSource(() => import("./step.js"));
const STANDING = makeSource(() => import("../customers/standing.js"));

/** Matches widths that show one side at a time, as in `frame.css`. */
const narrow = matchMedia("(max-width: 74.99rem)");

/** Maximum length of a name in the head of the page. */
const NAMED = 100;

/** Returns the beginning of the name of the open record, or "". */
const nameOf = ({ form }) =>
  typeof form.getSnapshot().draft.name === "string"
    ? cut(form.getSnapshot().draft.name, NAMED)
    : "";

/** Returns true for the columns that have the topic of all other members. */
const hasOther = (columns) => columns?.flat().some(({ id }) => id === "other");

const guide = () => h("a", { href: "guide/index.html" }, t("guide"));

/** Creates the frame around a store. `speak` is called with the language that someone chose. */
export function makeFrame(store, speak) {
  /** The sections of the open record, each with its parts, which are created at the first visit. */
  let sections = [];
  let current;
  let panel = "findings";
  /** True while showing a section or panel adds a step that Back reverts. */
  let isStep = true;

  const undo = button("↶", () => store.undo(), {
    class: "icon",
    "aria-label": t("undo"),
    title: t("undo.keys"),
  });
  const redo = button("↷", () => store.redo(), {
    class: "icon",
    "aria-label": t("redo"),
    title: t("redo.keys"),
  });
  const logo = button("calendiff", home, {
    class: "logo",
    title: t("home"),
  });
  const named = h("p", { class: "record", dir: "auto" });
  const toMany = button(t("many.back"), () => many.show(), { class: "quiet" });
  const openButton = button(t("open"), () => showLoad());
  /** The guide and the language, which are below an open record. */
  const first = h("div", { class: "row first" }, guide(), makeLanguages(speak));
  const header = h(
    "header",
    { class: "banner" },
    h("h1", {}, logo),
    named,
    h("div", { class: "row" }, toMany, undo, redo, openButton, first),
  );

  const skip = button(
    t("skip"),
    () => (many.isShown ? many : start.hidden ? heading : start).focus(),
    { class: "skip" },
  );

  // The sections stay in sight below it, on one line or on two.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty(
      "--banner",
      `${header.offsetHeight}px`,
    ),
  ).observe(header);

  const many = makeManyPlace(store, {
    arrange,
    take: (text) => (showLoad(), loader().takeText(text)),
  });
  const openMany = (source) => (dialog.close(), many.open(source));
  const firstLoad = makeLoad(store, opened, openMany, "quiet");
  /** The way back to the open record, or the button that restores one that was forgotten a moment ago, until the page is left. */
  const bringBack = h("div", { class: "row" });
  const start = makeStart(store, firstLoad, bringBack);

  const laterLoad = makeLoad(store, opened, openMany);
  const dialog = h(
    "dialog",
    {
      class: "card",
      "aria-labelledby": "load-title",
      close: () => laterLoad.clear(),
    },
    h(
      "div",
      { class: "bar" },
      h("h2", { id: "load-title" }, t("load")),
      button("✕", () => dialog.close(), {
        class: "icon",
        "aria-label": t("close"),
      }),
    ),
    laterLoad.element,
  );

  const failedWords = h("p", { class: "hint", role: "alert" });
  const keptWords = h("p", { class: "hint" });
  const forgetButton = button(
    t("forget"),
    () => {
      store.settle();
      store.forgotten = store.state;
      forget();
      forgetMany();
      store.many = undefined;
      history.replaceState(null, "", location.pathname);
      store.close();
      store.announce(t("forgotten"));
    },
    { class: "quiet" },
  );
  const linkButton = copyButton(link, {
    label: t("link.copy"),
    done: t("link.copied"),
    selected: t("copy.selected"),
    stays: 2500,
  });
  const foot = h(
    "footer",
    { class: "foot" },
    failedWords,
    keptWords,
    forgetButton,
    linkButton,
    h("div", { class: "row first" }, guide(), makeLanguages(speak)),
  );

  const heading = h("h2", { id: "section-title", tabindex: "-1" });
  /** The button that does what was changed here to each record of the list that was opened before. */
  const toAll = button(
    "",
    () => {
      store.settle();
      store.many.wish = "like";
      many.show();
    },
    { class: "quiet to-all" },
  );
  const names = makeNames(() => navigation.suggest());
  const body = h("div", { class: "body" });
  const editor = h(
    "main",
    { class: "editor", "aria-labelledby": "section-title" },
    h("div", { class: "bar" }, heading, toAll, names),
    body,
  );
  const navigation = makeNavigation(store, { show, go });
  const panels = makePanels(store, { go, turn, edit, show });
  const standing = makeLater(STANDING, ({ makeStanding }) =>
    makeStanding(store, { go, show }),
  );
  /** The place of the line that tells if customers can book. The height of the sides depends on it. */
  const below = h("div", { class: "below" }, standing.element);
  new ResizeObserver(() =>
    document.documentElement.style.setProperty(
      "--below",
      `${below.offsetHeight}px`,
    ),
  ).observe(below);
  const work = h(
    "div",
    { class: "work", "data-side": "edit" },
    navigation.element,
    editor,
    panels.bar,
    panels.element,
    foot,
  );

  async function link() {
    const { edition, profile, unread, ...record } = store.state;
    const { pack } = await import("../load/link.js");
    return (
      location.href.replace(/#.*/, "") +
      (await pack({ calendiff: 1, ...record }))
    );
  }

  // Sections and panels

  function open() {
    sections = sectionsOf(store.kind, store.table);
    current = undefined;
    navigation.open(sections);
    body.replaceChildren();
    look(store.view);
  }

  /** Shows the start, or a section and a panel, without adding a step to the history. */
  function look({ at, section, panel: wanted, side }) {
    isStep = false;
    store.view.at = at;
    arrange();
    panel = panels.has(wanted) ? wanted : panels.usual();
    store.view.panel = wanted && panel;
    show(section);
    if (side === "review") turn(panel);
    isStep = true;
  }

  /** Shows a section, whose parts are created at the first visit. */
  function show(id, focus = false) {
    store.settle();
    const section =
      sections.find((section) => section.id === id) ??
      // Addresses of before name a topic.
      sections.find(({ columns }) =>
        columns?.flat().some((topic) => topic.id === id),
      ) ??
      sections[0];
    if (current !== section) {
      current = section;
      store.view.section = section.id;
      section.made ??= makeParts(store, section, go);
      body.replaceChildren(section.made.element);
      say(heading, t(`section.${section.id}`));
      names.hidden = !section.columns;
      editor.scrollTop = 0;
      toTop();
    }
    navigation.turn(section.id);
    update();
    edit();
    if (focus) heading.focus();
  }

  function edit() {
    if (store.view.side === "review") toTop();
    work.dataset.side = store.view.side = "edit";
    address(store.view, isStep);
    marks();
  }

  /** Shows a panel. With `focus`, the focus moves to it, or to its item of a key. */
  function turn(name, focus = false, key) {
    store.settle();
    if (panel !== name || store.view.side !== "review") toTop();
    panel = store.view.panel = name;
    work.dataset.side = store.view.side = "review";
    address(store.view, isStep);
    update();
    if (focus) panels.focus(name, key);
  }

  /** Begins another panel or section at its top, where the page scrolls as a whole. */
  function toTop() {
    if (narrow.matches) document.documentElement.scrollTop = 0;
  }

  /** Shows the place of a change that undo reverted or restored. */
  function showStep(change) {
    // The text shows all of the record, and a phone the changes alone.
    if (
      current.id === "json" ||
      (narrow.matches && work.dataset.side === "review")
    )
      return;
    go(change, change.key);
  }

  const toast = h("p", { class: "toast", hidden: true, "aria-hidden": "true" });
  store.onStep = async (step) =>
    (await STEP.come()).stepped(store, step, toast, showStep);

  /** Goes to the control of an issue, a change or a conflict. With `key`, to the day or the date of a change that is gone. */
  function go({ path }, key) {
    const [name, ...rest] = path;
    const units = store.table.members.find(({ unit }) => unit === name)?.name;
    const section =
      sections.find(({ rows }) =>
        rows.some((row) => row.name === name || row.name === units),
      ) ?? sections.find(({ columns }) => hasOther(columns));
    show(section.id);
    const { parts } = section.made;
    const part = parts.get(name) ?? parts.get(units) ?? parts.get("");
    const topic = part?.element.closest(".topic");
    if (topic && !topic.open) {
      topic.open = true;
      part.update();
    }
    if (!part) heading.focus();
    else if (key && part.showKey) part.showKey(key.slice(name.length + 1));
    else if (part.reveal) part.reveal(rest);
    else part.focus();
    document.activeElement?.scrollIntoView({ block: "nearest" });
  }

  // Updates

  function update() {
    if (!store.isOpen || !current) return;
    current.made.update();
    if (
      panel === "conflicts" &&
      store.form.getSnapshot().conflicts.length === 0 &&
      work.dataset.side === "edit" &&
      !panels.element.contains(document.activeElement)
    ) {
      panel = store.view.panel = "changes";
      address(store.view, false);
    }
    panels.show(panel);
    if (store.kind === "calendar") standing.update();
    marks();
  }

  /** Shows what can be undone, the marks of the navigation and the tabs, and the name of the record. */
  function marks() {
    const { form } = store;
    undo.hidden = redo.hidden = !form;
    const isForAll =
      store.many !== undefined &&
      Boolean(form) &&
      (store.many.source.kind ?? store.kind) === store.kind;
    toAll.hidden = !isForAll || form.getSnapshot().changes.length === 0;
    if (!toAll.hidden)
      say(toAll, t("many.do", { n: figure(sizeOf(store.many)) }));
    undo.disabled = !form?.getSnapshot().canUndo;
    redo.disabled = !form?.getSnapshot().canRedo;
    if (!form) return;
    navigation.mark();
    panels.mark(
      panel,
      narrow.matches && work.dataset.side === "edit" ? "edit" : panel,
    );
    const name = nameOf(store);
    const id =
      typeof form.getSnapshot().stored.id === "string"
        ? ` · ${cut(form.getSnapshot().stored.id, NAMED)}`
        : "";
    const shown = name || t(`kind.${store.kind}`);
    if (named.textContent !== shown + id)
      named.replaceChildren(shown, h("span", { class: "id" }, id));
    document.title = `${name && `${name} · `}calendiff`;
  }

  /** Updates the frame after a change; `wasOpened` is true if another record was opened. */
  function changed(wasOpened) {
    const isFirst = !start.hidden;
    if (wasOpened) many.hide();
    arrange();
    offerBack();
    panels.showProfile();
    if (!store.isOpen) {
      marks();
      say(named, "");
      firstLoad.focus();
      bringBack.scrollIntoView({ block: "nearest" });
    } else if (wasOpened) {
      const isRefused =
        store.answer?.isPasted && store.view.panel === undefined;
      if (isRefused)
        Object.assign(store.view, { panel: "findings", side: "review" });
      open();
      if (isFirst && (isRefused || store.view.compared)) panels.focus(panel);
      else if (isFirst) heading.focus();
    } else {
      update();
      if (isFirst && start.hidden) heading.focus();
    }
  }

  /** Shows the start. What is open stays, with a way back to it. */
  function home() {
    store.settle();
    if (many.isShown) many.hide();
    if (store.isOpen) {
      store.view.at = "start";
      address(store.view, true);
    }
    offerBack();
    arrange();
    toTop();
    start.focus();
  }

  /** Leaves the start for the open record. */
  function goOn() {
    if (!isHome()) return;
    store.view.at = undefined;
    address(store.view, true);
  }

  /** Returns true if the start is shown while a record is open. */
  const isHome = () => store.isOpen && store.view.at === "start";

  function offerBack() {
    const { changes } = store.form?.getSnapshot() ?? {};
    bringBack.hidden = !store.isOpen && !store.forgotten;
    bringBack.replaceChildren(
      ...(store.isOpen
        ? [
            h(
              "p",
              { dir: "auto" },
              t("home.open", {
                name: nameOf(store) || t(`kind.${store.kind}`),
                changes: count("changes", joined(store, changes).length),
              }),
            ),
            button(t("home.back"), () => {
              goOn();
              arrange();
              update();
              heading.focus();
            }),
          ]
        : store.forgotten
          ? [
              h("p", {}, t("forgotten")),
              button(t("forgotten.undo"), () =>
                store.open({ ...store.forgotten, edition: undefined }),
              ),
            ]
          : []),
    );
  }

  /** Shows the start, the open record, or many records. `isLeft` is true after many records: the focus then moves on. */
  function arrange(isLeft) {
    start.hidden = (store.isOpen && !isHome()) || many.isShown;
    work.hidden = !start.hidden || many.isShown;
    below.hidden = work.hidden;
    standing.element.hidden = store.kind !== "calendar";
    first.hidden = !work.hidden;
    named.hidden = undo.hidden = redo.hidden = work.hidden;
    openButton.hidden = !start.hidden;
    logo.classList.toggle("leads-back", start.hidden);
    toMany.hidden = store.many === undefined || many.isShown;
    if (isLeft) (work.hidden ? toMany : heading).focus();
  }

  // Loading

  const loader = () => (start.hidden ? laterLoad : firstLoad);

  function showLoad() {
    store.settle();
    if (!start.hidden) return firstLoad.focus();
    if (!dialog.open) dialog.showModal();
  }

  function opened(what) {
    if (dialog.open) dialog.close();
    goOn();
    if (what !== "refused") return;
    arrange();
    turn("findings", true);
  }

  work.hidden = below.hidden = toMany.hidden = openButton.hidden = true;
  offerBack();
  marks();
  narrow.onchange = marks;

  return {
    elements: [skip, header, below, start, work, many.element, toast, dialog],
    start,
    changed,
    turn,
    back: () => store.isOpen && look(addressed()),
    showLoad,
    showMany: () => many.show(),
    arrange: () => (arrange(), marks()),
    loader,
    isLoading: () => dialog.open || isHome(),
    fail: (words) => say(failedWords, words),
    tell: (words) => say(keptWords, words),
    /** Returns the state of the screen that is not part of the record, for the frame in another language. */
    leave: () => ({
      loads: [firstLoad.leave(), laterLoad.leave()],
      search: navigation.leave(),
      scrolled: [
        editor.scrollTop,
        panels.element.scrollTop,
        document.documentElement.scrollTop,
      ],
    }),
    enter({ loads, search, scrolled }) {
      [firstLoad, laterLoad].forEach((load, at) => load.enter(loads[at]));
      navigation.enter(search);
      arrange();
      panels.showProfile();
      if (store.isOpen) open();
      if (store.many?.isShown) many.show();
      [
        editor.scrollTop,
        panels.element.scrollTop,
        document.documentElement.scrollTop,
      ] = scrolled;
      (work.hidden ? first : foot).querySelector(".language select").focus();
    },
  };
}
