/** The draft as a form: a field for every single value that an update takes, built from the table of `describe()`. */

import { button, capital, count, h, split } from "./dom.js";
import { issueItem, placeOf } from "./issues.js";

const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/**
 * Fills `root` with fields for the members of `table`. `edit(path, literal)` is called when someone changes one: with
 * JSON text, or with undefined when the field was emptied. `show` brings all of them up to date.
 */
export function makeForm(root, table, { edit, fix, go, reveal }) {
  const fields = new Map();
  const places = new Map();
  const other = placeFor("Other members of the draft", [], "Members that this form has no field for.");
  const members = table.members.filter(({ access }) => access !== "response-only");
  const [lists, single] = split(members, ({ type }) => type === "array" || type === "object");
  root.replaceChildren(
    h("fieldset", { class: "all" }, other.element, ...[...single, ...lists].map((member) => partFor(member, []))),
  );

  function partFor(member, above) {
    const path = [...above, member.name];
    if (member.type === "array") return arrayPart(member, path);
    if (member.type === "object") return groupPart(member, path);
    const field = makeField(member, path, edit);
    fields.set(key(path), field);
    return field.element;
  }

  function groupPart(member, path) {
    const place = placeFor(capital(member.label), path);
    places.set(key(path), place);
    place.inner = h("fieldset", { class: "grid", "aria-label": capital(member.label) });
    place.inner.append(...member.table.members.map((inner) => partFor(inner, path)));
    place.element.append(place.inner);
    return place.element;
  }

  function arrayPart(member, path) {
    const place = placeFor(capital(member.label), path, "");
    places.set(key(path), place);
    place.say = (draft, stored) => {
      const have = (list) => (Array.isArray(list) ? count(list.length, "entry", "entries") : "none");
      place.hint.textContent =
        draft === undefined
          ? `Not in the draft; ${have(stored)} stored.`
          : `${have(draft)} in the draft, ${have(stored)} stored.`;
      place.reveal.hidden = draft === undefined;
    };
    place.reveal = button("Show in the text", () => reveal(path), { class: "link" });
    place.element.querySelector("h3").after(place.reveal);
    return place.element;
  }

  /** A part of the form with a heading, and issues that belong to no field in it. */
  function placeFor(title, path, hint) {
    const issues = h("ul", { class: "issues" });
    const changed = changedMark();
    const place = { path, issues, changed, hint: h("p", { class: "hint" }, hint ?? "") };
    place.element = h(
      "section",
      { class: "part" },
      h("h3", {}, title),
      path.length > 0 && h("code", {}, path.at(-1)),
      changed,
      hint !== undefined && place.hint,
      issues,
    );
    place.element.dataset.words = `${title} ${path.join(" ")}`.toLowerCase();
    return place;
  }

  /** The field or the part where an issue is shown. */
  function homeOf({ path }) {
    for (let length = path.length; length > 0; length--) {
      const home = fields.get(key(path.slice(0, length))) ?? places.get(key(path.slice(0, length)));
      if (home) return home;
    }
    return other;
  }

  return {
    show({ draft, stored, issues, changes }) {
      const found = new Map();
      for (const issue of issues) {
        if (issue.code === "read_only_echo") continue;
        const home = homeOf(issue);
        found.set(home, [...(found.get(home) ?? []), issue]);
      }
      const changed = new Set(changes.map((change) => homeOf(change)));

      for (const home of [other, ...places.values(), ...fields.values()]) {
        const here = found.get(home) ?? [];
        home.issues.replaceChildren(
          ...here.map((issue) => {
            const below = placeOf(issue.path, draft, table).slice(home.path.length);
            return issueItem(issue, { fix, go, place: home.control ? undefined : below });
          }),
        );
        home.changed.hidden = home === other || !changed.has(home);
        const [mine, theirs] = [at(draft, home.path), at(stored, home.path)];
        home.show?.(mine, theirs, here);
        home.say?.(mine, theirs);
        // A field cannot be set inside what is no object.
        if (home.inner) home.inner.disabled = mine !== undefined && !isObject(mine);
      }
      other.element.hidden = !found.has(other);
    },

    /** Whether fields can be used at all. */
    enable(enabled) {
      root.firstElementChild.disabled = !enabled;
    },

    /** Shows only what has the words in its label or name, and what it is part of or consists of. */
    find(words) {
      const wanted = words.trim().toLowerCase();
      for (const element of root.querySelectorAll("[data-words]")) {
        const all = [element, element.closest(".part") ?? element, ...element.querySelectorAll("[data-words]")];
        element.classList.toggle("unfound", !all.some(({ dataset }) => dataset.words.includes(wanted)));
      }
    },

    /** Moves the focus to where an issue is shown. */
    focus(issue) {
      const home = homeOf(issue);
      (home.control ?? home.reveal)?.focus();
    },
  };
}

function makeField(member, path, edit) {
  const id = `field-${path.join("-")}`;
  const issues = h("ul", { class: "issues", id: `${id}-issues` });
  const changed = changedMark();
  const control = makeControl(member, id);
  control.setAttribute("aria-describedby", `${id}-help ${id}-issues`);
  let typing = false;
  control.addEventListener("input", () => {
    typing = true;
    edit(path, control.value === "" ? undefined : literal(member, control.value));
    typing = false;
  });

  const swatch =
    member.format === "color"
      ? h("input", {
          type: "color",
          "aria-label": `Pick the ${member.label}`,
          input: () => edit(path, JSON.stringify(swatch.value)),
        })
      : undefined;
  const help = [member.help, member.default === undefined ? undefined : `Default: ${sayDefault(member)}.`];
  const list = member.known && member.type !== "boolean" ? knownValues(member, control, id) : undefined;
  const element = h(
    "div",
    { class: "field", "data-words": `${member.label} ${path.join(" ")}`.toLowerCase() },
    h("p", { class: "name" }, h("label", { for: id }, capital(member.label)), changed),
    h("div", { class: "control" }, control, swatch, list),
    h(
      "p",
      { class: "hint" },
      h("code", {}, member.name),
      " ",
      h("span", { id: `${id}-help` }, help.filter(Boolean).join(" ")),
    ),
    issues,
  );

  const show = (draft, stored, here) => {
    // What is being typed stays as it is typed: "1." is on its way to 1.5.
    if (!typing || control.tagName === "SELECT") fill(control, draft);
    if (control.tagName === "SELECT") control.options[0].textContent = `as stored (${sayStored(stored)})`;
    else control.placeholder = stored === undefined ? "" : plain(stored);
    if (swatch) swatch.value = [draft, stored, "#000000"].find((color) => /^#[0-9a-f]{6}$/i.test(color)).toLowerCase();
    control.setAttribute("aria-invalid", String(here.some(({ severity }) => severity === "error")));
  };
  return { path, element, control, issues, changed, show };
}

function makeControl(member, id) {
  if (member.type === "boolean") {
    const option = (value, text) => h("option", { value }, text);
    return h("select", { id }, option("", "as stored"), option("true", "on"), option("false", "off"));
  }
  // Text that may run over lines needs a control that keeps them.
  const long = member.type === "text" && ["plain", "template"].includes(member.format) && !member.known;
  if (long) return h("textarea", { id, rows: 1 });
  return h("input", {
    id,
    type: "text",
    inputmode: member.type === "text" ? undefined : "decimal",
    spellcheck: "false",
  });
}

/** Suggestions; any other value may be typed all the same. */
function knownValues(member, control, id) {
  control.setAttribute("list", `${id}-known`);
  return h("datalist", { id: `${id}-known` }, ...member.known.map(({ value }) => h("option", { value })));
}

/** Puts the draft's value into a control, whatever its type. */
function fill(control, value) {
  const text = value === undefined ? "" : plain(value);
  if (control.tagName === "SELECT") {
    control.querySelector(".odd")?.remove();
    if (value !== undefined && typeof value !== "boolean")
      control.append(h("option", { class: "odd", value: "odd" }, JSON.stringify(value)));
    control.value = value === undefined || typeof value === "boolean" ? text : "odd";
  } else if (control.value !== text) {
    control.value = text;
  }
}

/** What was typed, as JSON. What is no number goes into the draft as text, for the package to complain of. */
function literal(member, typed) {
  if (member.type === "boolean") return typed;
  const number = typed.trim();
  if (member.type !== "text" && NUMBER.test(number) && Number.isFinite(Number(number))) return number;
  return JSON.stringify(typed);
}

const changedMark = () => h("span", { class: "changed", hidden: true }, "changed");
const plain = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const sayDefault = ({ default: value }) => (typeof value === "boolean" ? sayStored(value) : plain(value));
const sayStored = (value) =>
  value === undefined ? "not set" : value === true ? "on" : value === false ? "off" : plain(value);
const key = (path) => JSON.stringify(path);
const at = (value, path) =>
  path.reduce((inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
