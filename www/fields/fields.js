/** A control for a single value, chosen by its row of the table, with its help, its change and its issues. */

import { changeMark } from "./change-mark.js";
import { worst } from "../store/store.js";
import { directionOf } from "../elements/direction.js";
import { attribute, capital, cut, fresh, h, say } from "../elements/element.js";
import { issueList } from "../panels/findings.js";
import { kept } from "./kept.js";
import { LONG } from "../frame/sections.js";
import { t } from "../words/words.js";

/**
 * Creates the field of a member. `path` returns its place, which moves with its item; `unit` is the row of a number's
 * unit.
 *
 * @returns {{ element: HTMLElement, update: () => void, focus: () => void }}
 */
export function makeField(store, member, path, { unit } = {}) {
  const id = fresh(member.name);
  const issues = issueList(store, { id: `${id}-issues` });
  const control = controlOf(member, id);
  const isSwitch = member.type === "boolean";
  const unitControl =
    unit && unit.access !== "response-only"
      ? controlOf(unit, `${id}-unit`)
      : undefined;
  const unitText =
    unit && !unitControl ? h("span", { class: "unit" }) : undefined;
  const unitPath = () => [...path().slice(0, -1), unit.name];
  const unitIssues = unitControl && issueList(store);
  const mark = changeMark(store, () => control.focus());

  control.setAttribute(
    "aria-describedby",
    `${isSwitch ? `${id}-state ` : ""}${id}-help ${id}-issues`,
  );
  control.addEventListener("input", () =>
    enter(store, member, path(), control),
  );
  if (unitControl) {
    unitControl.setAttribute("aria-label", capital(unit.label));
    unitControl.addEventListener("input", () =>
      enter(store, unit, unitPath(), unitControl),
    );
  }
  const swatch =
    member.format === "color" &&
    h("input", {
      type: "color",
      "aria-label": t("pick", { label: member.label }),
      input: () => store.form.set(path(), swatch.value),
    });

  const help = [
    member.help,
    member.default === undefined
      ? undefined
      : t("default", {
          value:
            typeof member.default === "boolean"
              ? yesOrNo(member.default)
              : choiceOf(member, shown(member.default)) +
                (unit ? ` ${choiceOf(unit, usualUnit(unit))}` : ""),
        }),
  ]
    .filter(Boolean)
    .join(" ");
  const state = isSwitch && h("span", { class: "state", id: `${id}-state` });
  const element = h(
    "div",
    { class: "field", "data-member": member.name },
    h(
      "div",
      { class: "name" },
      h("label", { for: id }, capital(member.label)),
      mark.element,
    ),
    h(
      "div",
      { class: "control" },
      control,
      swatch,
      unitControl ?? unitText,
      state,
    ),
    h(
      "p",
      { class: "hint" },
      h("span", { class: "api" }, h("code", {}, member.name), help && " · "),
      h("span", { id: `${id}-help` }, help),
    ),
    issues.element,
    unitIssues?.element,
  );

  return {
    element,
    focus: () => control.focus(),
    update() {
      const at = path();
      const value = store.form.getSnapshot().get(at);
      const stored = value === undefined ? kept(store, at) : undefined;
      const own = store.allIssuesIn(at);
      // Without its key, an item is completed from the stored item at the same position.
      const isGuess = own.some(({ code }) => code === "missing_member");
      fill(
        control,
        member,
        value,
        stored,
        isGuess ? "by.position" : "as.stored",
      );
      if (state) say(state, capital(stateOf(value, stored)));
      if (swatch) {
        const isColor = /^#[0-9a-f]{6}$/i.test(value);
        swatch.value = isColor ? value.toLowerCase() : "#808080";
        swatch.classList.toggle("unclear", !isColor);
      }
      if (unitControl)
        fill(
          unitControl,
          unit,
          store.form.getSnapshot().get(unitPath()),
          kept(store, unitPath()),
        );
      if (unitText)
        say(unitText, choiceOf(unit, shown(kept(store, unitPath()) ?? "")));
      issues.show(own, { fixed: () => control.focus() });
      unitIssues?.show(store.allIssuesIn(unitPath()), {
        fixed: () => unitControl.focus(),
      });
      attribute(control, "aria-invalid", worst(own) === "error" && "true");
      const changes = [
        ...store.changesAt(at),
        ...(unitControl ? store.changesAt(unitPath()) : []),
      ];
      mark.show(changes);
      element.classList.toggle("dirty", changes.length > 0);
    },
  };
}

const yesOrNo = (value) => t(value ? "yes" : "no");

/** Returns the words of a switch: a value that the draft leaves out is the one as stored. */
function stateOf(value, stored) {
  if (typeof value === "boolean") return yesOrNo(value);
  if (value === undefined)
    return typeof stored === "boolean"
      ? t("as.stored", { value: yesOrNo(stored) })
      : t("unset");
  return t(typeof value === "string" ? "as.text" : "neither", {
    value: cut(JSON.stringify(value), 40),
  });
}

/** Returns the unit of a number without one: that of the specification. */
export const usualUnit = (unit) =>
  unit.known.find(({ basis }) => basis === "specification").value;

/**
 * Returns the words of a known value beside the value itself, or the value alone if the page has no words for it. `style`
 * changes words that stand alone, but no unit after its number.
 */
export function choiceOf(member, value, style = (words) => words) {
  const isUnit = member.name.endsWith("Unit");
  const words = t(`choice.${isUnit ? "unit" : member.name}.${value}`);
  return words.startsWith("choice.")
    ? value
    : /^\d+$/.test(value)
      ? `${value} · ${words}`
      : isUnit
        ? words
        : style(words);
}

export function controlOf(member, id) {
  if (member.type === "boolean")
    return h("input", { id, type: "checkbox", class: "toggle" });
  if (member.known)
    return h(
      "select",
      { id },
      ...member.known.map(({ value }) =>
        h("option", { value }, choiceOf(member, value, capital)),
      ),
    );
  if (member.type !== "text")
    return h("input", {
      id,
      type: "number",
      step: "any",
      min:
        member.min ?? (member.above === undefined ? undefined : member.above),
      max: member.max,
      inputmode: "decimal",
    });
  const text = {
    id,
    dir: "auto",
    autocomplete: "off",
    spellcheck: LONG.has(member.name) ? "true" : "false",
  };
  if (LONG.has(member.name)) return h("textarea", { ...text, rows: 2 });
  if (member.format === "date") return h("input", { ...text, type: "date" });
  const type =
    { email: "email", url: "url", website: "url" }[member.format] ?? "text";
  return h("input", {
    ...text,
    type,
    maxlength: member.format === "color" ? 40 : undefined,
  });
}

/** Enters the typed text into the draft. Text that is not a number is entered as text, for the package to report. */
function enter(store, member, path, control) {
  if (control.validity.badInput) return;
  store.settle();
  if (member.type === "boolean")
    return void store.form.set(path, control.checked);
  const text = control.value;
  if (control.type === "date" && text !== "")
    return void store.form.set(path, `${text}T00:00:00.000Z`);
  const isNumber = member.type === "number" || member.type === "integer";
  if (isNumber && text !== "") return void store.form.type(path, text);
  // An emptied field of a member that is not stored counts as never typed; an emptied number stays as stored.
  const isGone =
    text === "" &&
    (isNumber ||
      member.known ||
      (path.length === 1 &&
        store.form.getSnapshot().stored[member.name] === undefined));
  store.form.set(path, isGone ? undefined : text);
}

/**
 * Shows the draft's value in a control, whatever its type; text that is being typed stays. `as` is the key of the words for a
 * stored value that the draft leaves out.
 */
function fill(control, member, value, stored, as = "as.stored") {
  if (control.type === "checkbox") {
    control.checked = value === true;
    // A switch has two states only; a check box can also be neither.
    control.indeterminate = typeof value !== "boolean";
    attribute(control, "role", !control.indeterminate && "switch");
    return;
  }
  if (control.tagName === "SELECT") {
    const text = value === undefined ? "" : shown(value);
    const none = () =>
      stored === undefined
        ? capital(t("unset"))
        : t(as, { value: choiceOf(member, shown(stored), capital) });
    for (const odd of control.querySelectorAll("[data-odd]"))
      if (odd.value !== text) odd.remove();
    if (![...control.options].some((option) => option.value === text)) {
      control.prepend(
        h("option", { value: text, "data-odd": true }, text || none()),
      );
    }
    if (text === "") control.options[0].textContent = none();
    control.value = text;
    return;
  }
  const isNumber = member.type === "number" || member.type === "integer";
  const isDate = member.format === "date";
  let text = value === undefined ? "" : shown(value);
  if (isNumber && control !== document.activeElement)
    control.type =
      value === undefined || typeof value === "number" ? "number" : "text";
  if (isDate) {
    const isPlain = text === "" || isMidnight(text);
    if (control !== document.activeElement)
      control.type = isPlain ? "date" : "text";
    if (control.type === "date") text = text.slice(0, 10);
  }
  attribute(
    control,
    "placeholder",
    value === undefined && stored !== undefined
      ? t(as, { value: cut(shown(stored)) })
      : undefined,
  );
  if (control.hasAttribute("dir")) attribute(control, "dir", directionOf(text));
  const says =
    isNumber && control.value !== "" && typeof value === "number"
      ? Number(control.value) === value
      : control.value === text;
  if (
    !says &&
    !(control.validity.badInput && control === document.activeElement)
  )
    control.value = text;
}

/** Returns true for an existing day in the service's format. */
function isMidnight(text) {
  const time = /^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/.test(text)
    ? Date.parse(text)
    : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

const shown = (value) =>
  typeof value === "string" ? value : JSON.stringify(value);
