/** The draft as JSON, synchronized with the controls in both directions. */

import { copyButton } from "../elements/copy.js";
import { attribute, button, h, say } from "../elements/element.js";
import { parse } from "../store/calendiff.js";
import { failed } from "../load/failed.js";
import { pieceIn, piecesOf, resize, withPiece } from "../week/pieces.js";
import { figure, ranged, t } from "../words/words.js";

/** Number of milliseconds without a key after which typed text is entered. */
const DELAY = 400;
/** Maximum number of characters of the stored record that are shown; copying copies all of it. */
const SHOWN = 20_000;

const pretty = (value) => JSON.stringify(value, null, 2);

export function makeJson(store) {
  const trouble = h("div", {
    class: "trouble",
    role: "status",
    id: "json-trouble",
  });
  const place = button(t("show.place"), () => showPlace(), {
    class: "quiet",
    hidden: true,
  });
  const area = h("textarea", {
    class: "json",
    rows: 24,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    wrap: "off",
    dir: "ltr",
    "aria-label": t("json"),
    "aria-describedby": "json-trouble",
    input: () => {
      store.begin(take);
      clearTimeout(timer);
      timer = setTimeout(() => store.settle(), DELAY);
    },
    blur: () => timer && store.settle(),
  });
  /** The choice of a piece, for a long draft. */
  const choose = h("select", {
    "aria-label": t("json.piece"),
    change: () => turn(Number(choose.value)),
  });
  const chosen = h(
    "p",
    { class: "row json-piece" },
    h("span", { class: "hint" }, t("json.pieces")),
    choose,
  );
  const stored = h("textarea", {
    class: "json",
    rows: 16,
    readonly: true,
    wrap: "off",
    dir: "ltr",
    "aria-label": t("json.stored"),
  });
  const rest = h("p", { class: "hint" });
  const copyStored = copyButton(
    () => pretty(store.form.getSnapshot().stored),
    copyWords(),
  );
  copyStored.setAttribute(
    "aria-label",
    t("copy.what", { what: t("json.stored") }),
  );
  const storedPart = h(
    "details",
    { toggle: () => update() },
    h("summary", {}, t("json.stored")),
    copyStored,
    stored,
    rest,
  );
  let timer;
  let shown;
  let found;
  let pieces = [{}];
  let at = 0;

  function take() {
    clearTimeout(timer);
    timer = undefined;
    found = undefined;
    try {
      const value = parse(area.value);
      const { draft } = store.form.getSnapshot();
      const whole = withPiece(draft, pieces[at], value, pieces);
      if (whole === undefined)
        throw Object.assign(
          new Error(
            `expected ${pieces[at].from === undefined ? "an object" : "an array"}, the part of the draft that is shown`,
          ),
          { code: "json_piece" },
        );
      // Set before the form notifies, so that the typed text stays.
      shown = whole;
      if (
        JSON.stringify(value) !==
        JSON.stringify(pieceIn(draft, pieces[at], pieces))
      )
        store.form.set([], whole);
      shown = store.form.getSnapshot().draft;
      if (pieces[at].from !== undefined)
        pieces = resize(pieces, pieces[at], value.length);
      list();
    } catch (thrown) {
      found = thrown;
    }
    // Keeps erroneous text for correction when the page changes its language.
    const wasUnread = store.view.json;
    store.view.json = found && area.value;
    tell();
    // The menu marks it, and it is kept.
    if (store.view.json !== wasUnread) store.changed();
  }

  function tell() {
    trouble.replaceChildren(...(found ? failed(found) : []));
    place.hidden = !found?.line;
    attribute(area, "aria-invalid", found && "true");
  }

  /** Selects another piece, unless the text of this one has an error. */
  function turn(to) {
    store.settle();
    if (!found) at = store.view.piece = to;
    fill();
  }

  /** Shows the piece, unless the typed text has an error. */
  function fill() {
    choose.value = at;
    if (!found)
      area.value =
        pretty(pieceIn(store.form.getSnapshot().draft, pieces[at], pieces)) ??
        "";
  }

  function list() {
    chosen.hidden = pieces.length === 1;
    const words = pieces.map(({ name, from, to }) =>
      name === undefined
        ? t("json.rest")
        : from === undefined
          ? name
          : `${name} ${ranged([from + 1, to].map(figure))}`,
    );
    if (
      words.some(
        (text, index) => choose.options[index]?.textContent !== text,
      ) ||
      choose.options.length !== words.length
    )
      choose.replaceChildren(
        ...words.map((text, index) => h("option", { value: index }, text)),
      );
    choose.value = at;
  }

  /** Divides the draft again, and selects the piece nearest to the previous one. */
  function divide() {
    const before = pieces[at];
    pieces = piecesOf(store.form.getSnapshot().draft);
    if (store.view.piece === undefined) at = 0;
    else if (before.name === undefined)
      at = Math.min(store.view.piece, pieces.length - 1);
    else
      at = Math.max(
        0,
        pieces.findLastIndex(
          ({ name, from = 0 }) =>
            name === before.name && from <= (before.from ?? 0),
        ),
      );
    list();
  }

  /** Selects the text from the place of the error to the end of its line. */
  function showPlace() {
    const lines = area.value.split("\n");
    const start =
      lines
        .slice(0, found.line - 1)
        .reduce((sum, line) => sum + line.length + 1, 0) +
      found.column -
      1;
    area.focus();
    area.setSelectionRange(
      start,
      Math.max(
        start + 1,
        start - found.column + 1 + (lines[found.line - 1] ?? "").length,
      ),
    );
  }

  function update() {
    if (shown === undefined && store.view.json !== undefined) {
      divide();
      area.value = store.view.json;
      take();
      shown = store.form.getSnapshot().draft;
    }
    // Unreadable text is kept for correction until something else is edited.
    if (
      shown !== store.form.getSnapshot().draft &&
      !(timer || (found && document.activeElement === area))
    ) {
      shown = store.form.getSnapshot().draft;
      store.view.json = found = undefined;
      divide();
      fill();
      tell();
    }
    if (!storedPart.open) return;
    const text = pretty(store.form.getSnapshot().stored);
    stored.value = text.slice(0, SHOWN);
    say(
      rest,
      text.length > SHOWN
        ? `… ${t("rest", { characters: figure(text.length - SHOWN) })}`
        : "",
    );
  }

  const copy = copyButton(
    () =>
      pieces.length === 1 ? area.value : pretty(store.form.getSnapshot().draft),
    copyWords(),
  );
  return {
    element: h(
      "section",
      { class: "json-view" },
      h("p", { class: "hint" }, t("json.hint")),
      h("div", { class: "row" }, copy, place),
      chosen,
      area,
      trouble,
      storedPart,
    ),
    update,
    focus: () => area.focus(),
  };
}

const copyWords = () => ({
  label: t("copy"),
  done: t("copied"),
  selected: t("copy.selected"),
});
