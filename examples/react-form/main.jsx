import { calendar } from "calendiff";
import { StrictMode, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";

import { stored } from "./stored.js";

// What is wrong with the range, such as that it closes before it opens, is told at its one field.
const RANGE = ["openHours", 0, "hours", 0];

// What a colleague saved while this form was open.
const meanwhile = { ...stored.calendar, name: "Intake", slotDuration: 30 };
// What the service would answer to a slug that another calendar has.
const refused = { status: 400, text: JSON.stringify({ statusCode: 400, message: "Calendar slug is already taken" }) };

function Form() {
  const [form] = useState(() => calendar.form(stored));
  // The state is an immutable value: read it, and not the form, which stays the same object.
  const state = useSyncExternalStore(form.subscribe, form.getSnapshot);
  const { changes, conflicts, ok, canUndo, canRedo } = state;
  const [body, setBody] = useState("");

  const field = (label, path, about = path) => {
    const issues = state.issuesAt(about);
    return (
      <p>
        <label>
          {label}{" "}
          <input
            value={state.text(path)}
            onChange={(event) => form.type(path, event.target.value)}
            aria-invalid={issues.some(({ severity }) => severity === "error") || undefined}
            data-dirty={state.isDirty(path) ? "" : undefined}
          />
        </label>
        {issues.map((issue) => (
          <small role="alert" className={issue.severity} key={issue.pointer + issue.code}>
            <span>{issue.message}</span>
            {issue.fix && <button type="button" onClick={() => form.fix(issue)}>{issue.fix.title}</button>}
          </small>
        ))}
      </p>
    );
  };

  const save = (event) => {
    event.preventDefault();
    if (ok) setBody(JSON.stringify(form.body().value, null, 2));
  };

  return (
    <form noValidate onSubmit={save}>
      {field("Name", ["name"])}
      {field("Color", ["eventColor"])}
      {field("Minutes", ["slotDuration"])}
      {field("Alerts to", ["alertEmail"])}
      {field("Slug", ["slug"])}
      {field("Monday closes at", [...RANGE, "closeHour"], RANGE)}
      <p>
        <label>
          <input type="checkbox" checked={state.get(["autoConfirm"])} onChange={(event) => form.set(["autoConfirm"], event.target.checked)} /> Confirm by itself
        </label>
      </p>
      <fieldset>
        <legend>Open hours</legend>
        {Object.entries(state.week()).map(([day, hours]) => (
          <label key={day}>
            <input type="checkbox" checked={hours.length > 0} onChange={(event) => form.setDay(day, event.target.checked ? [["09:00", "17:00"]] : [])} /> {day}
          </label>
        ))}
      </fieldset>
      {conflicts.map((conflict) => (
        <p role="alert" className="conflict" key={conflict.key}>
          <span>{conflict.words}</span>
          <button type="button" onClick={() => form.resolve(conflict, "ours")}>Keep mine</button>{" "}
          <button type="button" onClick={() => form.resolve(conflict, "theirs")}>Take theirs</button>
        </p>
      ))}
      <ul>
        {changes.map((change) => (
          <li key={change.kind + change.key}>
            <span>{change.words}</span> <button type="button" onClick={() => form.revert(change)}>Revert</button>
          </li>
        ))}
      </ul>
      <button>Save</button>{" "}
      <button type="button" disabled={!canUndo} onClick={() => form.undo()}>Undo</button>{" "}
      <button type="button" disabled={!canRedo} onClick={() => form.redo()}>Redo</button>{" "}
      <button type="button" onClick={() => form.rebase(meanwhile)}>Someone else saves</button>{" "}
      <button type="button" onClick={() => form.refused(calendar.response(refused).refusal)}>The service refuses</button>
      <pre>{body}</pre>
    </form>
  );
}

createRoot(document.getElementById("root")).render(<StrictMode><Form /></StrictMode>);
