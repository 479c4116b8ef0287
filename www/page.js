/** Ties it together: reads both texts, asks the package, and shows its answer in the form and in the results. */

import { calendar, location, guess, parse, apply } from "calendiff";

import { button, byId } from "./dom.js";
import { makeForm } from "./form.js";
import { showResult } from "./result.js";
import { SAMPLES } from "./samples.js";
import { offset, remove, rewrite, set, span } from "./text.js";

const KINDS = { calendar, location };
const AREAS = { stored: byId("stored"), draft: byId("draft") };

/** What the two texts say, or undefined as long as one of them cannot be read. */
let now;
let form;
let formKind;
/** Both texts before each replacement by a button, a file or a sample, and what was undone. */
const past = [];
const future = [];

/** Brings everything up to date. Runs at every keystroke: it takes about a millisecond. */
function update() {
  const read = { stored: readText("stored"), draft: readText("draft") };
  byId("sample").value = SAMPLES.findIndex((sample) =>
    Object.keys(AREAS).every((name) => sample[name] === AREAS[name].value),
  );
  // Where the texts do not tell, they are of the kind they were of before.
  const guessed = [read.stored, read.draft].map(({ value }) => value !== undefined && guess(value));
  const kind = byId("kind").value || guessed.find(Boolean) || formKind;
  byId("kind").options[0].textContent = kind && !byId("kind").value ? `guessed: ${kind}` : "guessed";
  now = understand(read, kind);
  showTrouble("stored", read.stored.trouble);
  showTrouble("draft", read.draft.trouble);

  byId("normalize").disabled = !now;
  form?.enable(Boolean(now));
  byId("below").classList.toggle("stale", !now);
  if (!now) {
    for (const stale of byId("results").querySelectorAll("button")) stale.disabled = true;
    byId("sum").textContent = waitingFor(read, kind);
    return;
  }
  if (kind !== formKind) {
    formKind = kind;
    form = makeForm(byId("form"), now.table, actions);
    form.find(byId("find").value);
  }
  form.show({ ...now, changes: now.review?.diff.changes ?? [] });
  showResult(now, actions);
}

/** What a text says: `{ value }`, `{ trouble }`, or neither where it is empty. */
function readText(name) {
  const text = AREAS[name].value;
  if (text.trim() === "") return {};
  try {
    return { value: parse(text) };
  } catch (trouble) {
    return { trouble };
  }
}

function understand(read, kind) {
  if (read.stored.trouble || read.draft.trouble || read.draft.value === undefined || !kind) return undefined;
  const verbs = KINDS[kind];
  for (const side of Object.values(read)) {
    try {
      if (side.value !== undefined) side.record = verbs.read(side.value);
    } catch (trouble) {
      side.trouble = trouble;
    }
  }
  if (read.stored.trouble || read.draft.trouble) return undefined;

  // As they stand, and not as `read` makes them regular: what is shown here is what the texts say.
  const alone = ({ value, record }) => (record?.envelope ? value[record.envelope] : value);
  const [stored, draft, envelope] = [alone(read.stored), alone(read.draft), read.draft.record.envelope];
  const [profile, mode] = [byId("profile").value, byId("mode").value];
  const path = envelope === null ? [] : [envelope];
  const report = verbs.validateText(recordAlone(AREAS.draft.value, path), { profile, stored });
  const review = stored === undefined ? undefined : verbs.review(stored, draft, { profile, mode });
  // The full body says what the draft leaves out, so nothing of it falls back.
  const issues = report.issues.filter((issue) => !(review && mode === "full" && issue.code.startsWith("omitted_")));
  return { path, stored, draft, normal: report.value, issues, review, table: verbs.describe() };
}

/** The text with everything around the record blanked out, so that lines and columns stay what they are. */
function recordAlone(text, path) {
  const { start, end } = span(text, path);
  return text.slice(0, start).replace(/[^\n]/gu, " ") + text.slice(start, end);
}

function showTrouble(name, trouble) {
  const place = trouble?.line ? button("Show it", () => actions.go(trouble, name), { class: "link" }) : "";
  byId(`${name}-trouble`).replaceChildren(...(trouble ? [trouble.message, " ", place] : []));
  AREAS[name].setAttribute("aria-invalid", String(Boolean(trouble)));
}

function waitingFor(read, kind) {
  const stale = formKind ? " Below is the last result before that." : "";
  const unread = [read.stored.trouble && "stored record", read.draft.trouble && "draft"].filter(Boolean);
  if (unread.length > 0) return `The ${unread.join(" and the ")} cannot be read.${stale}`;
  if (read.draft.value === undefined) return `There is no draft yet.${stale}`;
  return kind ? "" : `This could be a calendar or a location: choose a kind.${stale}`;
}

/** What the form and the lists of issues can ask for. */
const actions = {
  /** Writes JSON text at a path of the draft; undefined removes the member there. */
  edit(path, literal) {
    if (literal === undefined) {
      // An object that holds nothing else goes with its last member.
      const parent = path.slice(0, -1).reduce((value, name) => value?.[name], now.draft);
      if (path.length > 1 && Object.keys(parent ?? {}).length === 1) path = path.slice(0, -1);
      AREAS.draft.value = remove(AREAS.draft.value, [...now.path, ...path]);
    } else {
      AREAS.draft.value = set(AREAS.draft.value, [...now.path, ...path], literal);
    }
    update();
  },

  fix(issue, pressed) {
    const list = pressed.closest("ul");
    const index = [...list.querySelectorAll(".fix")].indexOf(pressed);
    rewriteDraft(apply(now.draft, issue.fix.patch));
    // The button is gone: the focus moves on to the next one, or to what was fixed.
    const left = list.querySelectorAll(".fix");
    const next = left[Math.min(index, left.length - 1)];
    if (next) next.focus();
    else if (list.id === "issues") byId("issues-title").focus();
    else form.focus(issue);
  },

  /** Selects the line in a text, from the column on. */
  go({ line, column }, name = "draft") {
    const start = offset(AREAS[name].value, line, column);
    const end = AREAS[name].value.indexOf("\n", start);
    select(name, start, end < 0 ? AREAS[name].value.length : end);
  },

  reveal(path) {
    const { start, end } = span(AREAS.draft.value, [...now.path, ...path]);
    select("draft", start, end);
  },
};

function select(name, start, end) {
  const area = AREAS[name];
  // A browser scrolls to the caret when the area takes the focus, so the caret goes to the start first.
  area.blur();
  area.setSelectionRange(start, start);
  area.focus();
  area.setSelectionRange(start, end);
}

function rewriteDraft(after) {
  replace({ draft: rewrite(AREAS.draft.value, now.draft, after, now.path) });
}

/** Puts other texts in place, in a way that can be undone. */
function replace(texts) {
  past.push(bothTexts());
  future.length = 0;
  put(texts);
}

/** Goes back or forth. What was typed since then is kept for the way back. */
function travel(from, to) {
  to.push(bothTexts());
  put(from.pop());
}

function bothTexts() {
  return { stored: AREAS.stored.value, draft: AREAS.draft.value };
}

function put(texts) {
  for (const [name, text] of Object.entries(texts)) AREAS[name].value = text;
  byId("undo").disabled = past.length === 0;
  byId("redo").disabled = future.length === 0;
  update();
}

async function load(name, file) {
  if (!file) return;
  try {
    // Not `file.text()`, which would hide what is not UTF-8.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    replace({ [name]: decoder.decode(await file.arrayBuffer()) });
  } catch {
    showTrouble(name, { message: `${file.name} is not a text in UTF-8; nothing was loaded.` });
  }
}

function listen() {
  for (const [name, area] of Object.entries(AREAS)) {
    area.addEventListener("input", update);
    const file = byId(`${name}-file`);
    file.addEventListener("change", async () => {
      await load(name, file.files[0]);
      file.value = "";
    });
    const panel = byId(`${name}-input`);
    panel.addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      panel.classList.add("over");
    });
    panel.addEventListener("dragleave", () => panel.classList.remove("over"));
    panel.addEventListener("drop", (event) => {
      panel.classList.remove("over");
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      load(name, event.dataTransfer.files[0]);
    });
  }
  for (const id of ["kind", "profile", "mode"]) byId(id).addEventListener("change", update);
  byId("find").addEventListener("input", (event) => form?.find(event.target.value));
  byId("form").addEventListener("submit", (event) => event.preventDefault());
  byId("normalize").addEventListener("click", () => rewriteDraft(now.normal));
  byId("undo").addEventListener("click", () => travel(past, future));
  byId("redo").addEventListener("click", () => travel(future, past));
  byId("copy").addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(byId("body").textContent).then(
      () => true,
      () => false,
    );
    byId("copied").textContent = done ? "Copied." : "The browser does not allow it: select the text and copy it.";
  });

  const samples = byId("sample");
  SAMPLES.forEach(({ title }, i) => samples.append(new Option(title, i)));
  samples.addEventListener("change", () => {
    if (samples.value === "") return;
    const { stored, draft } = SAMPLES[samples.value];
    byId("kind").value = "";
    replace({ stored, draft });
  });
}

listen();
// A browser that reloads the page may have kept what was typed; otherwise the first sample shows what the page does.
if (AREAS.stored.value === "" && AREAS.draft.value === "") {
  put({ stored: SAMPLES[0].stored, draft: SAMPLES[0].draft });
} else {
  update();
}
