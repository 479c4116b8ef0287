/** The ways to load a record: a sample, text or files, and two files; and where people find the JSON. */

import { button, fresh, h, say } from "../elements/element.js";
import { makeLater, makeSource } from "../elements/later.js";
import { IDS } from "../frame/sample-week.js";
import { t } from "../words/words.js";

const WHERE = makeSource(() => import("./where.js"));

/** The files that can be chosen. */
const FILES = ".json,.jsonl,.ndjson,.txt,application/json,text/plain";

/**
 * Creates the ways. `sample` receives the name of the sample, `text` and `files` the choice; `two` receives the file of the stored record and that
 * of the draft. `look` is the class of the button that opens pasted text.
 */
export function makeWays({ sample, text, files, two, look = "primary" }) {
  const id = fresh("paste");
  const area = h("textarea", {
    id,
    rows: 5,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    placeholder: '{ "calendar": { … } }',
    dir: "ltr",
    wrap: "off",
  });
  const samples = h(
    "div",
    { class: "row samples" },
    IDS.map((id) => button(t(`sample.${id}`), () => sample(id))),
  );
  const sides = {};
  /** Creates the control for one of two files. */
  const side = (name) => {
    const chosen = h("span", { class: "chosen", dir: "auto" });
    const control = chooser(
      t(`load.two.${name}`),
      { multiple: false },
      ([file]) => {
        sides[name] = file;
        say(chosen, `✓ ${file.name}`);
        if (sides.stored && sides.draft) two(sides.stored, sides.draft);
      },
    );
    return h("div", { class: "row" }, control, chosen);
  };
  const way = (heading, ...children) =>
    h("section", { class: "card way" }, heading, ...children);
  const element = h(
    "div",
    { class: "ways" },
    way(
      h("h3", {}, t("load.sample")),
      h("p", { class: "hint" }, t("load.sample.hint")),
      samples,
    ),
    way(
      h("h3", {}, h("label", { for: id }, t("load.paste"))),
      h("p", { class: "hint" }, t("load.drop")),
      area,
      h(
        "div",
        { class: "row" },
        button(t("load.open"), () => text(area.value), { class: look }),
        chooser(t("load.file"), { multiple: true }, files),
      ),
    ),
    way(
      h("h3", {}, t("load.two")),
      h("p", { class: "hint" }, t("load.two.hint")),
      side("stored"),
      side("draft"),
    ),
  );
  return { element, samples, area, where: where() };
}

/** Creates a button for files, which it passes on. */
function chooser(label, attributes, take) {
  const control = h("input", {
    type: "file",
    accept: FILES,
    "aria-label": label,
    ...attributes,
    async change() {
      if (control.files.length > 0) await take([...control.files]);
      control.value = "";
    },
  });
  return h("label", { class: "file" }, label, control);
}

/** Creates the explanation of where people find the JSON of their record. */
function where() {
  const part = makeLater(WHERE, ({ makeWhere }) => makeWhere());
  // Nobody waits for it before it is unfolded.
  part.element.hidden = true;
  function toggle({ target }) {
    part.element.hidden = !target.open;
    if (target.open) part.update();
  }
  return h(
    "details",
    { class: "where", toggle },
    h("summary", {}, t("where")),
    part.element,
  );
}
