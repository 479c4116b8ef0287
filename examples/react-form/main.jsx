import { calendar } from "calendiff";
import { StrictMode, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { stored } from "../stored.js";

// What is wrong with the range, such as that it closes before it opens, is told at its one field.
const RANGE = ["openHours", 0, "hours", 0];
const toNumber = (text) => (text === "" || Number.isNaN(Number(text)) ? text : Number(text));
const same = (text) => text;

function Form() {
  const [form] = useState(() => calendar.form(stored));
  const { changes, ok, canUndo, canRedo } = useSyncExternalStore(form.subscribe, form.getSnapshot);
  const [body, setBody] = useState("");

  const field = (label, path, read = same, about = path) => {
    const issues = form.issuesAt(about);
    return (
      <p>
        <label>
          {label}{" "}
          <input
            value={form.get(path) ?? ""}
            onChange={(event) => form.set(path, read(event.target.value))}
            aria-invalid={issues.some(({ severity }) => severity === "error") || undefined}
            data-dirty={form.isDirty(path) ? "" : undefined}
          />
        </label>
        {issues.map(({ code, pointer, severity, message }) => <small role="alert" className={severity} key={pointer + code}>{message}</small>)}
      </p>
    );
  };

  const save = (event) => {
    event.preventDefault();
    if (ok) setBody(JSON.stringify(form.body({ mode: "changed" }).value, null, 2));
  };

  return (
    <form noValidate onSubmit={save}>
      {field("Name", ["name"])}
      {field("Color", ["eventColor"])}
      {field("Minutes", ["slotDuration"], toNumber)}
      {field("Alerts to", ["alertEmail"])}
      {field("Slug", ["slug"])}
      {field("Monday closes at", [...RANGE, "closeHour"], toNumber, RANGE)}
      <p>
        <label>
          <input type="checkbox" checked={form.get(["autoConfirm"])} onChange={(event) => form.set(["autoConfirm"], event.target.checked)} /> Confirm by itself
        </label>
      </p>
      <ul>{changes.map(({ words }) => <li key={words}>{words}</li>)}</ul>
      <button>Save</button>{" "}
      <button type="button" disabled={!canUndo} onClick={() => form.undo()}>Undo</button>{" "}
      <button type="button" disabled={!canRedo} onClick={() => form.redo()}>Redo</button>
      <pre>{body}</pre>
    </form>
  );
}

createRoot(document.getElementById("root")).render(<StrictMode><Form /></StrictMode>);
