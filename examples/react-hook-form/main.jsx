import { calendar } from "calendiff";
import { resolver } from "calendiff/react-hook-form";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { get, useForm } from "react-hook-form";

import { stored } from "./stored.js";

const defaultValues = calendar.body(stored, {}).value;
const toNumber = (text) => (text === "" || Number.isNaN(Number(text)) ? text : Number(text));

function Form() {
  const [warnings, onWarnings] = useState({});
  const [body, setBody] = useState("");
  const { register, handleSubmit, formState, watch } = useForm({ defaultValues, mode: "onChange", resolver: resolver(calendar, { stored, onWarnings }) });
  const { words } = calendar.diff(stored, watch());

  // Of a range as a whole, such as that it closes before it opens.
  const range = get(formState.errors, "openHours.0.hours.0");

  const field = (label, name, options) => {
    const [error, warning] = [get(formState.errors, name), get(warnings, name)];
    return (
      <p>
        <label>
          {label} <input {...register(name, options)} aria-invalid={error?.type ? true : undefined} data-dirty={get(formState.dirtyFields, name) ? "" : undefined} />
        </label>
        {error?.message && <small role="alert">{error.message}</small>}
        {warning?.message && <small className="warning">{warning.message}</small>}
      </p>
    );
  };

  return (
    <form noValidate onSubmit={handleSubmit((draft) => setBody(JSON.stringify(calendar.body(stored, draft).value, null, 2)))}>
      {field("Name", "name")}
      {field("Color", "eventColor")}
      {field("Minutes", "slotDuration", { setValueAs: toNumber })}
      {field("Alerts to", "alertEmail")}
      {field("Slug", "slug")}
      {field("Monday closes at", "openHours.0.hours.0.closeHour", { setValueAs: toNumber, deps: "openHours.0.hours.0" })}
      {range?.message && <small role="alert">{range.message}</small>}
      <p>
        <label>
          <input type="checkbox" {...register("autoConfirm")} /> Confirm by itself
        </label>
      </p>
      <ul>{words.map((text) => <li key={text}>{text}</li>)}</ul>
      <button>Save</button>
      <pre>{body}</pre>
    </form>
  );
}

createRoot(document.getElementById("root")).render(<Form />);
