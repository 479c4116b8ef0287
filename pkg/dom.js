/** Binds a plain form to a record. The names of its fields are the paths of members. */

import { meaningOf } from "./typed.js";

const WITHOUT_VALUE = new Set([
  "button",
  "submit",
  "reset",
  "image",
  "file",
  "fieldset",
  "output",
]);
/** The next number of an id, counted over all forms. */
let nextId = 0;

/**
 * Binds the fields of `element` to a `Form` over the stored record: each shows its value of the draft, and edits it. A
 * name is the path of a member with dots, as in `openHours.0.hours.1.closeHour`.
 */
export function bind(
  element,
  { kind, stored = {}, ignore = [], fixes = false, onUpdate, ...options },
) {
  const table = kind.describe();
  const document = element.ownerDocument;
  /**
   * The fields by name: path, row of the tables, inputs of that name, the value of the draft that they show, as JSON, and
   * the value that each input had then. The two differ where a control cannot show the draft's value, as a select
   * without that option.
   */
  let fields = new Map();
  /** The original attributes of each element. */
  const before = new Map();
  /** The elements made for issues, by the names of their fields. */
  const made = new Map();

  const storedAt = (path) => get(form.getSnapshot().stored, path) ?? undefined;
  const isField = ({ name, type }) =>
    name && !WITHOUT_VALUE.has(type) && !ignore.includes(name);

  function scan() {
    const found = new Map();
    for (const input of element.elements) {
      const { name } = input;
      if (!isField(input)) continue;
      if (!found.has(name)) {
        const path = name
          .split(".")
          .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
        const row = find(table, path);
        if (!row)
          throw Object.assign(
            new Error(
              `a ${table.name} takes no "${name}": correct the field's name, or list it in ignore`,
            ),
            { code: "unknown_field" },
          );
        found.set(name, { name, path, row, inputs: [] });
      }
      found.get(name).inputs.push(input);
    }
    for (const field of found.values()) {
      // Rails and ASP.NET put a hidden input beside each check box.
      const visible = field.inputs.filter(({ type }) => type !== "hidden");
      if (visible.length > 0) field.inputs = visible;
    }
    return found;
  }

  /**
   * Reads all fields again. New ones show the draft, or else enter their own value; the others enter values set by a
   * script, and `typed`, a new one, what a person has entered. Ones that are disabled leave the stored value, and enter
   * theirs again once they are enabled.
   */
  function update(known = fields, typed = undefined) {
    fields = scan();
    // A field with an attribute `form` may be outside the form, which a script may have moved to another root.
    element.getRootNode().addEventListener("input", onInputOutside, { signal });
    for (const [name, field] of fields) {
      const old = known.get(name);
      const isKnown = (input) => old?.inputs.includes(input);
      field.offers = offersOf(field);
      field.wasEnabled = old?.isEnabled;
      field.isEnabled = field.inputs.some(isEnabled);
      // Other choices than before say something else without anyone's doing.
      const isSame =
        field.inputs.every(isKnown) &&
        field.inputs.length === old.inputs.length &&
        field.offers === old.offers;
      if (isSame) [field.shown, field.said] = [old.shown, old.said];
      else if (field.inputs.includes(typed)) field.shown = old?.shown;
      else if (
        field.inputs.some(isKnown) ||
        form.getSnapshot().get(field.path) !== undefined ||
        field.inputs.every((input) => isEmpty(readOf(field, input), input))
      )
        show(field);
    }
    for (const field of fields.values()) {
      const enabled = field.inputs.filter(isEnabled);
      const changed = enabled.includes(typed)
        ? typed
        : changedOf(field, enabled);
      if (changed) enter(field, changed);
      else if (
        field.wasEnabled &&
        !field.isEnabled &&
        form.getSnapshot().isDirty(field.path)
      ) {
        [field.shown, field.said] = [
          JSON.stringify(storedAt(field.path)),
          undefined,
        ];
        leave(field.path);
      }
    }
    for (const [name, { path }] of known) if (!fields.has(name)) leave(path);
    paint([undefined, ...fields.values()]);
    onUpdate?.(bound);
  }

  /** Returns the input whose value is another than it was shown with; of new ones, the first that has a value. */
  function changedOf(field, inputs) {
    const changed = inputs.filter(
      (input) =>
        JSON.stringify(readOf(field, input)) !== field.said?.get(input),
    );
    return (
      (field.said
        ? undefined
        : changed.find((input) => !isEmpty(readOf(field, input), input))) ??
      changed[0]
    );
  }

  function show(field) {
    const value = get(form.getSnapshot().draft, field.path);
    field.shown = JSON.stringify(value);
    for (const input of field.inputs) write(input, field.row, value);
    listen(field);
  }

  /** Records the value of each input. */
  function listen(field) {
    field.said = new Map(
      field.inputs.map((input) => [
        input,
        JSON.stringify(readOf(field, input)),
      ]),
    );
  }

  /**
   * Enters an input's value into the draft, and shows it in the others of its name. An empty field of a member that is
   * not stored is no change.
   */
  function enter(field, input) {
    const { path } = field;
    const own = readOf(field, input);
    const said = Array.isArray(own)
      ? [...own, ...unshown(field, input, get(form.getSnapshot().draft, path))]
      : own;
    const value =
      storedAt(path) === undefined && isEmpty(said, input) ? undefined : said;
    for (const other of field.inputs)
      if (other !== input) write(other, field.row, value);
    // Set before the form notifies, so that the text being typed is not overwritten.
    field.shown = JSON.stringify(value);
    listen(field);
    put(path, value);
  }

  /** Restores the stored value of a path that has no field any more, or only disabled ones. */
  function leave(path) {
    if (
      form.getSnapshot().get(path) === undefined ||
      !form.getSnapshot().isDirty(path)
    )
      return;
    if (storedAt(path) === undefined) put(path, undefined);
    else form.reset(path);
  }

  function put(path, value) {
    const [member, ...inside] = path;
    const there = form.getSnapshot().get(path);
    if (JSON.stringify(value) === JSON.stringify(there)) return;
    if (inside.length === 0 || (there !== undefined && value !== undefined))
      form.set(path, value);
    else
      form.set(
        [member],
        placed(
          form.getSnapshot().get([member]),
          inside,
          value,
          storedAt([member]),
        ),
      );
  }

  /** Shows every change of the form, whoever made the edit. */
  function follow(delta) {
    for (const field of fields.values())
      if (
        JSON.stringify(get(form.getSnapshot().draft, field.path)) !==
        field.shown
      )
        show(field);
    paint(named(delta));
    onUpdate?.(bound);
  }

  /**
   * Returns the field of a path, else the nearest one around it, else the first one inside; undefined if there is none.
   */
  function nearest(path) {
    for (let length = path.length; length > 0; length--) {
      const field = fields.get(path.slice(0, length).join("."));
      if (field) return field;
    }
    return path.length > 0
      ? [...fields.values()].find((field) => within(field.path, path))
      : undefined;
  }

  /** Returns the fields that a delta names, and undefined for what no field shows. */
  function named({ issues, changes }) {
    const changed = [...changes.added, ...changes.removed];
    const touched = [...fields.values()].filter((field) =>
      changed.some(
        ({ path }) => within(path, field.path) || within(field.path, path),
      ),
    );
    return [
      ...touched,
      ...[...issues.added, ...issues.removed].map(({ path }) => nearest(path)),
    ];
  }

  function paint(touched) {
    const issues = new Map(touched.map((field) => [field, []]));
    let unheld;
    for (const issue of form.getSnapshot().issues) {
      const field = nearest(issue.path);
      issues.get(field)?.push(issue);
      if (
        isError(issue) &&
        !field?.inputs.some(({ willValidate }) => willValidate)
      )
        unheld ??= issue;
    }
    for (const [field, own] of issues) {
      if (field) tell(field, own);
      else list(element.querySelector('[data-issues=""]'), own);
    }
    hold(unheld?.message ?? "");
    keep(element, "data-dirty");
    element.toggleAttribute(
      "data-dirty",
      form.getSnapshot().changes.length > 0,
    );
  }

  function tell({ name, path, inputs }, issues) {
    const error = issues.find(isError);
    const isDirty = form.getSnapshot().isDirty(path);
    const box = list(boxFor(name, inputs, issues.length > 0), issues);
    for (const input of inputs) {
      keep(input, "aria-invalid", "aria-describedby", "data-dirty");
      input.setCustomValidity(error?.message ?? "");
      set(input, "aria-invalid", (error || input.validity.badInput) && "true");
      input.toggleAttribute("data-dirty", isDirty);
      const others = (before.get(input).get("aria-describedby") ?? "")
        .split(/\s+/)
        .filter((id) => id && id !== box?.id);
      set(
        input,
        "aria-describedby",
        [...others, ...(issues.length > 0 ? [box.id] : [])].join(" "),
      );
    }
  }

  /** Holds an error against the submit buttons that the browser does not hold against a field. Empty text lets them go. */
  function hold(message) {
    for (const button of element.elements) {
      if (button.type !== "submit" || (!message && !before.has(button)))
        continue;
      keep(button);
      button.setCustomValidity(message);
    }
  }

  /**
   * Returns the element for a field's issues: the page's own with `data-issues`, or one created when it is first
   * needed.
   */
  function boxFor(name, inputs, needed) {
    // A name of the tables needs no escapes.
    const own =
      element.querySelector(`[data-issues="${name}"]`) ?? made.get(name);
    // A created box goes with the label that a script removes.
    if (own?.getRootNode() === element.getRootNode() || !needed)
      return own && identified(own);
    const box = document.createElement("small");
    box.setAttribute("data-issues", name);
    const last = inputs.at(-1);
    (last.closest("label") ?? last).after(box);
    made.set(name, box);
    return identified(box);
  }

  function identified(box) {
    if (box.id) return box;
    keep(box, "id");
    // Outside of the document: a shadow root, a fragment or the form itself. Another copy of this module counts too.
    const places = [document, element.getRootNode()];
    let id;
    do id = `calendiff-${nextId++}`;
    while (places.some((place) => place.querySelector(`#${id}`)));
    box.id = id;
    return box;
  }

  function list(box, issues) {
    if (!box) return box;
    const lines = issues.map((issue) => {
      const { code, severity, message, fix } = issue;
      const line = document.createElement("span");
      line.dataset.severity = severity;
      line.dataset.code = code;
      line.textContent = message;
      if (fixes && fix) line.append(" ", button(issue));
      return line;
    });
    box.replaceChildren(...lines);
    return box;
  }

  function button(issue) {
    const made = document.createElement("button");
    made.type = "button";
    made.dataset.fix = issue.code;
    made.textContent = issue.fix.title;
    made.addEventListener("click", () => apply(issue), { signal });
    return made;
  }

  /** Applies a fix. Its button goes, and the focus with it, which moves to the field. */
  function apply(issue) {
    form.fix(issue);
    nearest(issue.path)?.inputs.find(isEnabled)?.focus();
  }

  /** Records an element that is marked, and its attributes' original values. */
  function keep(target, ...attributes) {
    if (!before.has(target)) before.set(target, new Map());
    const kept = before.get(target);
    for (const attribute of attributes)
      if (!kept.has(attribute))
        kept.set(attribute, target.getAttribute(attribute));
  }

  // Refuses an unknown name before anything needs to be reverted.
  scan();
  const form = kind.form(stored, options);
  form.subscribe(follow);

  const ended = new AbortController();
  const { signal } = ended;
  element.addEventListener("input", onInput, { signal });
  // The browser resets the fields only after the event, unless a listener of the page prevents it.
  element.addEventListener(
    "reset",
    (event) =>
      setTimeout(() => signal.aborted || event.defaultPrevented || onReset()),
    { signal },
  );

  function onInput({ target }) {
    if (target.form !== element || !isField(target)) return;
    const field = fields.get(target.name);
    if (!field?.inputs.includes(target)) return update(fields, target);
    enter(field, target);
    // Text that a control rejects is no value, and no edit.
    paint([field]);
  }

  function onInputOutside(event) {
    if (!element.contains(event.target)) onInput(event);
  }

  function onReset() {
    form.reset();
    update(new Map());
  }

  const bound = {
    form,
    value: () => kind.normalize(form.getSnapshot().draft),
    issues: () => form.getSnapshot().issues,
    changes: () => form.getSnapshot().changes,
    body: (how) => form.body(how),
    update: () => update(),
    destroy() {
      ended.abort();
      form.free();
      for (const box of made.values()) box.remove();
      for (const box of element.querySelectorAll("[data-issues]"))
        box.replaceChildren();
      for (const [target, kept] of before) {
        target.setCustomValidity?.("");
        for (const [attribute, value] of kept)
          value === null
            ? target.removeAttribute(attribute)
            : target.setAttribute(attribute, value);
      }
      before.clear();
    },
  };
  update();
  return bound;
}

/**
 * Returns the row of a path, or undefined if the tables have none. For an item of an array, it comes from the array's
 * row.
 */
function find(table, path) {
  let row = { type: "object", table };
  for (const step of path) {
    if (typeof step === "number")
      row =
        row.type === "array"
          ? { type: row.items, table: row.table }
          : undefined;
    else
      row =
        row.type === "object"
          ? row.table?.members.find(
              ({ name, access }) => name === step && access !== "response-only",
            )
          : undefined;
    if (!row) return undefined;
  }
  return row;
}

/**
 * Returns the value of a field as one of its inputs has it; check boxes of an array, and radio buttons, have one
 * together. Text that does not match the row's type stays text, for the core to report.
 */
function readOf({ row: { type, items, format }, inputs }, input) {
  if (type === "array")
    return chosen(inputs, input).map(({ value }) => meaningOf(value, items));
  if (type === "boolean" && input.type === "checkbox") return input.checked;
  const { value } =
    input.type === "radio"
      ? (inputs.find(({ type, checked }) => type === "radio" && checked) ?? {
          value: "",
        })
      : input;
  return format === "date" && input.type === "date" && value
    ? `${value}T00:00:00.000Z`
    : meaningOf(value, type);
}

/** Returns the boxes, or the options, that an array's items can be chosen from; undefined for other inputs. */
function choices(inputs, { type, options }) {
  if (type === "checkbox" || type === "radio")
    return inputs.filter((input) => input.type === type && isEnabled(input));
  return options && [...options].filter(({ value }) => value !== "");
}

const chosen = (inputs, input) =>
  choices(inputs, input)?.filter(
    ({ checked, selected }) => checked || selected,
  ) ?? (input.value === "" ? [] : [input]);

/** Returns the options of a field, to tell if there are others. */
const offersOf = ({ inputs }) =>
  JSON.stringify(
    inputs.map(
      ({ options }) => options && [...options].map(({ value }) => value),
    ),
  );

/** Returns the items of the draft's array that the inputs cannot show. They stay when others are chosen. */
function unshown({ inputs }, input, there) {
  const shown = choices(inputs, input)?.map(({ value }) => value);
  return shown && Array.isArray(there)
    ? there.filter((item) => !shown.includes(String(item)))
    : [];
}

function write(input, { type, format }, value) {
  const texts = [value ?? ""].flat().map(String);
  if (input.type === "radio" || input.type === "checkbox") {
    input.checked =
      typeof value === "boolean" && input.type === "checkbox"
        ? value
        : texts.includes(input.value);
  } else if (type === "array" && input.options) {
    for (const option of input.options)
      option.selected = texts.includes(option.value);
  } else {
    input.value =
      format === "date" && input.type === "date"
        ? texts[0].slice(0, 10)
        : texts.join();
  }
}

/**
 * Returns a copy with a value at a path, replacing values that cannot have the path's members. Without a value, the
 * member is removed, with the parents that become empty and are not stored. Items keep their indexes, as their fields
 * do; items without a field are null, and reported as such.
 */
function placed(around, [step, ...inside], value, stored) {
  const isList = typeof step === "number";
  const copy = isList
    ? Array.isArray(around)
      ? [...around]
      : []
    : { ...(typeof around === "object" && !Array.isArray(around) && around) };
  for (; isList && copy.length < step; ) copy.push(null);
  copy[step] =
    inside.length > 0
      ? placed(copy[step], inside, value, stored?.[step])
      : value;
  if (copy[step] === undefined)
    isList ? (copy[step] = null) : delete copy[step];
  while (isList && copy.length > (stored?.length ?? 0) && copy.at(-1) === null)
    copy.pop();
  return stored == null && Object.values(copy).every((inner) => inner === null)
    ? undefined
    : copy;
}

const isError = ({ severity }) => severity === "error";
const isEmpty = (value, { type }) =>
  value === false ? type === "checkbox" : value.length === 0;
const isEnabled = (input) => !input.matches(":disabled");
const within = (path, around) => around.every((step, i) => step === path[i]);
const get = (value, path) =>
  path.reduce(
    (inner, step) =>
      inner != null && Object.hasOwn(inner, step) ? inner[step] : undefined,
    value,
  );
const set = (element, attribute, value) =>
  value
    ? element.setAttribute(attribute, value)
    : element.removeAttribute(attribute);
