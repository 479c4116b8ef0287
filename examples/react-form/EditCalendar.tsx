import type { CalendarForm } from "calendiff";
import { useForm } from "calendiff/react";
import { type FormEvent, useEffect, useState, useTransition } from "react";

import { Checkbox, Field, Issues } from "./Field";
import { SpecialDates, Week } from "./Hours";
import { Team } from "./Team";
import { keep } from "./draft";
import { rebase, save } from "./save";

/** The members whose issues this page shows at their fields. */
const SHOWN = [
  "name",
  "slug",
  "eventColor",
  "slotDuration",
  "alertEmail",
  "autoConfirm",
  "openHours",
  "availabilities",
  "teamMembers",
];

export function EditCalendar({ form }: { form: CalendarForm }) {
  const [said, setSaid] = useState("");
  const [isSaving, startSaving] = useTransition();
  useEffect(() => keep(form), [form]);
  useEffect(() => {
    const look = () => void rebase(form);
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [form]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    startSaving(async () => setSaid(await save(form)));
  };

  return (
    <form noValidate onSubmit={submit}>
      <Field form={form} label="Name" place="name" />
      <Field form={form} label="Slug" place="slug" />
      <Field form={form} label="Color" place="eventColor" />
      <Field form={form} label="Minutes" place="slotDuration" />
      <Field form={form} label="Alerts to" place="alertEmail" />
      <p>
        <Checkbox form={form} label="Confirm by itself" place="autoConfirm" />
      </p>
      <Week form={form} />
      <SpecialDates form={form} />
      <Team form={form} />
      <Elsewhere form={form} />
      <Conflicts form={form} />
      <Changes form={form} />
      <button disabled={isSaving}>Save</button> <Steps form={form} />
      <output>{said}</output>
    </form>
  );
}

/** What no field of the page shows: a refusal of the whole update, or an error of a member that has no field here. */
function Elsewhere({ form }: { form: CalendarForm }) {
  const issues = useForm(form, (state) => state.issuesElsewhere(SHOWN));
  const refusal = useForm(form, (state) => state.refusal);
  return (
    <>
      <Issues form={form} issues={issues} />
      {refusal && (
        <small role="alert" className="error">
          {refusal.messages.join(" ")}{" "}
          {refusal.retry && "Save again in a moment."}
        </small>
      )}
    </>
  );
}

function Conflicts({ form }: { form: CalendarForm }) {
  const conflicts = useForm(form, (state) => state.conflicts);
  return conflicts.map((conflict) => (
    <p role="alert" className="conflict" key={conflict.key}>
      <span>{conflict.words}</span>
      <button type="button" onClick={() => form.resolve(conflict, "ours")}>
        Keep mine
      </button>{" "}
      <button type="button" onClick={() => form.resolve(conflict, "theirs")}>
        Take theirs
      </button>
    </p>
  ));
}

function Changes({ form }: { form: CalendarForm }) {
  const changes = useForm(form, (state) => state.changes);
  return (
    <ul>
      {changes.map((change) => (
        <li key={change.kind + change.key}>
          <span>{change.words}</span>{" "}
          <button type="button" onClick={() => form.revert(change)}>
            Revert
          </button>
        </li>
      ))}
    </ul>
  );
}

function Steps({ form }: { form: CalendarForm }) {
  const canUndo = useForm(form, (state) => state.canUndo);
  const canRedo = useForm(form, (state) => state.canRedo);
  return (
    <>
      <button type="button" disabled={!canUndo} onClick={() => form.undo()}>
        Undo
      </button>{" "}
      <button type="button" disabled={!canRedo} onClick={() => form.redo()}>
        Redo
      </button>
    </>
  );
}
