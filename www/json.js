/** The draft as JSON, in step with the controls both ways. */

import { attribute, button, copyButton, h } from "./element.js";
import { parse } from "./calendiff.js";
import { failed } from "./failed.js";
import { t } from "./words.js";

/** What is typed is taken once no key came for so many milliseconds. */
const DELAY = 400;

export function makeJson(desk) {
  const trouble = h("div", { class: "trouble", role: "status", id: "json-trouble" });
  const place = button(t("show.place"), () => showPlace(), { class: "quiet", hidden: true });
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
      desk.begin(take);
      clearTimeout(timer);
      timer = setTimeout(() => desk.settle(), DELAY);
    },
    blur: () => timer && desk.settle(),
  });
  const stored = h("textarea", { class: "json", rows: 16, readonly: true, wrap: "off", dir: "ltr", "aria-label": t("json.stored") });
  const storedPart = h("details", { toggle: () => update() }, h("summary", {}, t("json.stored")), stored);
  let timer;
  let shown;
  let found;

  function take() {
    clearTimeout(timer);
    timer = undefined;
    found = undefined;
    try {
      const draft = parse(area.value);
      // Before the form tells of it, so that what is typed stays as it is typed.
      shown = draft;
      if (JSON.stringify(draft) !== JSON.stringify(desk.form.draft)) desk.form.set([], draft);
      shown = desk.form.draft;
    } catch (thrown) {
      found = thrown;
    }
    // So that it is still there to be mended when the page is in another language.
    desk.view.json = found && area.value;
    tell();
  }

  function tell() {
    trouble.replaceChildren(...(found ? failed(found) : []));
    place.hidden = !found?.line;
    attribute(area, "aria-invalid", found && "true");
  }

  /** Selects from the place to the end of its line. */
  function showPlace() {
    const lines = area.value.split("\n");
    const start = lines.slice(0, found.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + found.column - 1;
    area.focus();
    area.setSelectionRange(start, Math.max(start + 1, start - found.column + 1 + (lines[found.line - 1] ?? "").length));
  }

  function update() {
    if (shown === undefined && desk.view.json !== undefined) {
      area.value = desk.view.json;
      take();
      shown = desk.form.draft;
    }
    // What cannot be read is left to be mended, until something else is edited.
    if (shown !== desk.form.draft && !(timer || (found && document.activeElement === area))) {
      shown = desk.form.draft;
      desk.view.json = found = undefined;
      area.value = JSON.stringify(shown, null, 2);
      tell();
    }
    if (storedPart.open) stored.value = JSON.stringify(desk.form.stored, null, 2);
  }

  const copy = copyButton(() => area.value, { label: t("copy"), done: t("copied"), failed: t("copy.failed") });
  return {
    element: h("section", { class: "json-view" }, h("p", { class: "hint" }, t("json.hint")), h("div", { class: "row" }, copy, place), area, trouble, storedPart),
    update,
    focus: () => area.focus(),
  };
}
