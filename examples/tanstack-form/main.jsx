import { useForm } from "@tanstack/react-form";
import { calendar } from "calendiff";
import { useState } from "react";
import { createRoot } from "react-dom/client";

import { stored } from "./stored.js";

const defaultValues = calendar.body(stored, {}).value;
const toNumber = (text) => (text === "" || Number.isNaN(Number(text)) ? text : Number(text));
const same = (text) => text;

function Form() {
  const [body, setBody] = useState("");
  const form = useForm({
    defaultValues,
    validators: { onChange: calendar.standard({ stored }) },
    onSubmit: ({ value }) => setBody(JSON.stringify(calendar.body(stored, value).value, null, 2)),
  });

  const field = (label, name, read = same) => (
    <form.Field name={name}>
      {({ state, handleChange, handleBlur }) => (
        <p>
          <label>
            {label}{" "}
            <input
              value={state.value ?? ""}
              onChange={(event) => handleChange(read(event.target.value))}
              onBlur={handleBlur}
              aria-invalid={state.meta.errors.length > 0 || undefined}
              data-dirty={state.meta.isDefaultValue ? undefined : ""}
            />
          </label>
          {state.meta.errors.map(({ code, message }) => <small role="alert" key={code}>{message}</small>)}
        </p>
      )}
    </form.Field>
  );

  return (
    <form noValidate onSubmit={(event) => (event.preventDefault(), form.handleSubmit())}>
      {field("Name", "name")}
      {field("Color", "eventColor")}
      {field("Minutes", "slotDuration", toNumber)}
      {field("Alerts to", "alertEmail")}
      {field("Slug", "slug")}
      {field("Monday closes at", "openHours[0].hours[0].closeHour", toNumber)}
      <form.Field name="openHours[0].hours[0]">{({ state }) => state.meta.errors.map(({ code, message }) => <small role="alert" key={code}>{message}</small>)}</form.Field>
      <form.Field name="autoConfirm">
        {({ state, handleChange }) => (
          <p>
            <label>
              <input type="checkbox" checked={state.value} onChange={(event) => handleChange(event.target.checked)} /> Confirm by itself
            </label>
          </p>
        )}
      </form.Field>
      <form.Subscribe selector={({ values }) => values}>
        {(values) => <ul>{calendar.diff(stored, values).words.map((text) => <li key={text}>{text}</li>)}</ul>}
      </form.Subscribe>
      <button>Save</button>
      <pre>{body}</pre>
    </form>
  );
}

createRoot(document.getElementById("root")).render(<Form />);
