/** Binds a plain form to a record: its fields say by their names which members they are. */

const WITHOUT_VALUE = new Set(["button", "submit", "reset", "image", "file", "fieldset", "output"]);

/**
 * Fills the fields of `form` with the stored record, and from then on keeps up to date what is wrong and what differs.
 * A name is the path of a member with dots, as in `openHours.0.hours.1.closeHour`.
 */
export function bind(form, { kind, stored = {}, ignore = [], onUpdate, ...options }) {
  const table = kind.describe();
  stored = kind.read(stored).value;
  // What an update can carry of it, so that a field deep in an array brings the rest of the array along.
  const base = kind.body(stored, {}).value;
  const document = form.ownerDocument;
  /** How to put back each element as it was. */
  const undo = new Map();
  /** The elements made for issues, by the names of their fields. */
  const made = new Map();
  let state;

  /** The fields by name, each with its path, its row of the tables, and the inputs that share the name. */
  function fields() {
    const found = new Map();
    for (const input of form.elements) {
      const { name } = input;
      if (!name || WITHOUT_VALUE.has(input.type) || ignore.includes(name)) continue;
      if (!found.has(name)) {
        const path = name.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
        const row = find(table, path);
        if (!row) throw Object.assign(new Error(`a ${table.name} takes no "${name}": correct the field's name, or list it in ignore`), { code: "unknown_field" });
        found.set(name, { name, path, row, inputs: [] });
      }
      found.get(name).inputs.push(input);
    }
    return [...found.values()];
  }

  /** What is stored, with what the fields say on top. */
  function draft(fields) {
    const draft = structuredClone(base);
    for (const { path, row, inputs } of fields) {
      const enabled = inputs.filter((input) => !input.matches(":disabled"));
      if (enabled.length === 0) continue;
      const value = read(enabled, row);
      // An empty field of what the record does not have either is no change.
      const empty = value === "" || value === false || value.length === 0;
      if (!empty || get(base, path) !== undefined) put(draft, path, value);
    }
    return draft;
  }

  /** Looks at the form again: at each input by itself, and when called, as after a script has changed or added fields. */
  function update() {
    const all = fields();
    const value = draft(all);
    const report = kind.validate(value, { ...options, stored });
    const { changes } = kind.diff(stored, value);
    state = { value, report, changes };

    const issues = new Map();
    for (const issue of report.issues) {
      const name = nearest(all, issue.path)?.name ?? "";
      issues.set(name, [...(issues.get(name) ?? []), issue]);
    }
    for (const field of all) show(field, issues.get(field.name) ?? [], changes.some(({ path }) => within(path, field.path) || within(field.path, path)));
    list(form.querySelector('[data-issues=""]'), issues.get("") ?? []);
    keep(form, "data-dirty");
    form.toggleAttribute("data-dirty", changes.length > 0);
    onUpdate?.(bound);
  }

  function show({ name, inputs }, issues, dirty) {
    const errors = issues.filter(({ severity }) => severity === "error");
    const box = list(boxFor(name, inputs, issues.length > 0), issues);
    for (const input of inputs) {
      for (const attribute of ["aria-invalid", "aria-describedby", "data-dirty"]) keep(input, attribute);
      input.setCustomValidity(errors[0]?.message ?? "");
      set(input, "aria-invalid", (errors.length > 0 || input.validity.badInput) && "true");
      input.toggleAttribute("data-dirty", dirty);
      const others = (undo.get(input).get("aria-describedby") ?? "").split(/\s+/).filter((id) => id && id !== box?.id);
      set(input, "aria-describedby", [...others, ...(issues.length > 0 ? [box.id] : [])].join(" "));
    }
  }

  /** The element for what is said of a field: the page's own with `data-issues`, or one made once there is something to say. */
  function boxFor(name, inputs, needed) {
    const own = form.querySelector(`[data-issues="${CSS.escape(name)}"]`) ?? made.get(name);
    if (own?.isConnected || !needed) return own && identified(own);
    const box = document.createElement("small");
    box.setAttribute("data-issues", name);
    const last = inputs.at(-1);
    (last.closest("label") ?? last).after(box);
    made.set(name, box);
    return identified(box);
  }

  function identified(box) {
    if (!box.id) {
      keep(box, "id");
      let n = 0;
      while (document.getElementById((box.id = `calendiff-${n}`)) !== box) n++;
    }
    return box;
  }

  function list(box, issues) {
    if (!box) return box;
    const lines = issues.map(({ code, severity, message }) => {
      const line = document.createElement("span");
      line.dataset.severity = severity;
      line.dataset.code = code;
      line.textContent = message;
      return line;
    });
    box.replaceChildren(...lines);
    return box;
  }

  /** Remembers an attribute as the page had it. */
  function keep(element, attribute) {
    if (!undo.has(element)) undo.set(element, new Map());
    const kept = undo.get(element);
    if (!kept.has(attribute)) kept.set(attribute, element.getAttribute(attribute));
  }

  function fill() {
    for (const { path, row, inputs } of fields()) {
      const value = get(base, path);
      if (value !== undefined) for (const input of inputs) write(input, row, value);
    }
  }

  // A form resets its fields only after the event.
  const onReset = () => setTimeout(() => state && (fill(), update()));
  // A field with an attribute `form` need not be inside of it.
  const root = form.getRootNode();
  const onInput = ({ target }) => target.form === form && update();
  root.addEventListener("input", onInput);
  form.addEventListener("reset", onReset);

  const bound = {
    value: () => state.report.value,
    issues: () => state.report.issues,
    changes: () => state.changes,
    body: (how) => kind.body(stored, state.value, how),
    update,
    destroy() {
      root.removeEventListener("input", onInput);
      form.removeEventListener("reset", onReset);
      for (const box of made.values()) box.remove();
      for (const box of form.querySelectorAll("[data-issues]")) box.replaceChildren();
      for (const [element, kept] of undo) {
        element.setCustomValidity?.("");
        for (const [attribute, value] of kept) value === null ? element.removeAttribute(attribute) : element.setAttribute(attribute, value);
      }
      undo.clear();
      state = undefined;
    },
  };
  fill();
  update();
  return bound;
}

/** The row of a path, or undefined where the tables have none; of an item of an array, what the array's row says of it. */
function find(table, path) {
  let row = { type: "object", table };
  for (const step of path) {
    if (typeof step === "number") row = row.type === "array" ? { type: row.items, table: row.table } : undefined;
    else row = row.type === "object" ? row.table?.members.find(({ name, access }) => name === step && access !== "response-only") : undefined;
    if (!row) return undefined;
  }
  return row;
}

/** What the inputs of one name say: text that is not what the row asks for stays text, for the core to say so. */
function read(inputs, { type, items, format }) {
  const [input] = inputs;
  const typed = (text, type) => ((type === "number" || type === "integer") && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);
  if (type === "array") {
    const chosen = input.type === "checkbox" ? inputs.filter(({ checked }) => checked) : [...(input.selectedOptions ?? inputs)];
    return chosen.map(({ value }) => typed(value, items));
  }
  if (type === "boolean" && input.type === "checkbox") return input.checked;
  const { value } = input.type === "radio" ? (inputs.find(({ checked }) => checked) ?? { value: "" }) : input;
  if (type === "boolean") return value === "true" || (value === "false" ? false : value);
  return format === "date" && input.type === "date" && value ? `${value}T00:00:00.000Z` : typed(value, type);
}

function write(input, { type, format }, value) {
  if (input.type === "radio" || input.type === "checkbox") {
    input.checked = typeof value === "boolean" && input.type === "checkbox" ? value : [value].flat().map(String).includes(input.value);
  } else if (type === "array" && input.options) {
    for (const option of input.options) option.selected = value.map(String).includes(option.value);
  } else {
    input.value = format === "date" && input.type === "date" ? value.slice(0, 10) : String(value);
  }
}

/** The field of a path, or the nearest one around it, or else the first within. */
function nearest(fields, path) {
  const around = fields.filter((field) => within(path, field.path)).sort((a, b) => b.path.length - a.path.length);
  return around[0] ?? (path.length > 0 ? fields.find((field) => within(field.path, path)) : undefined);
}

/** Sets what is at a path, and makes what is missing on the way; items that no field speaks of are null, and told as such. */
function put(value, path, to) {
  path.forEach((step, i) => {
    for (; typeof step === "number" && value.length < step; ) value.push(null);
    value = value[step] = i === path.length - 1 ? to : (value[step] ?? (typeof path[i + 1] === "number" ? [] : {}));
  });
}

const within = (path, around) => around.every((step, i) => step === path[i]);
const get = (value, path) => path.reduce((inner, step) => (inner != null && Object.hasOwn(inner, step) ? inner[step] : undefined), value);
const set = (element, attribute, value) => (value ? element.setAttribute(attribute, value) : element.removeAttribute(attribute));
