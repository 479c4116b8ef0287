import { useStore } from "@tanstack/react-form";
import { type Calendar, type Conflict, type Issue, calendar } from "calendiff";
import { useState } from "react";

import { useAppForm } from "./Fields";
import { Conflicts, Issues } from "./Findings";
import { SpecialDates, Week } from "./Hours";
import { type Choices, issuesOf, save, wordsOf } from "./save";

/** The fields that show their own errors. */
const FIELDS = [
  "name",
  "slug",
  "eventColor",
  "slotDuration",
  "alertEmail",
] as const;

/** The users of the account, by ID. */
const USERS: Record<string, string> = { ada: "Ada", ben: "Ben", cleo: "Cleo" };

const draftOf = (stored: Calendar) => calendar.body(stored, {}).value;

export function EditCalendar({ opened }: { opened: Calendar }) {
  const [stored, setStored] = useState(opened);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [choices, setChoices] = useState<Choices>({});
  const [said, setSaid] = useState("");

  const form = useAppForm({
    defaultValues: draftOf(stored),
    validators: { onChange: calendar.standard({ stored }) },
    onSubmit: async ({ value, formApi }) => {
      const outcome = await save(stored, value, choices);
      const issues = issuesOf(outcome);
      for (const name of FIELDS) {
        const onSubmit = issues.filter(({ path }) => path[0] === name);
        if (onSubmit.length > 0)
          formApi.setFieldMeta(name, (meta) => ({
            ...meta,
            errorMap: { ...meta.errorMap, onSubmit },
          }));
      }
      setSaid(wordsOf(outcome));
      setRefused(
        issues.filter(({ path }) => !FIELDS.some((name) => name === path[0])),
      );
      setConflicts(outcome.kind === "unmerged" ? outcome.conflicts : []);
      if (outcome.kind !== "saved") return;
      setStored(outcome.stored);
      setChoices({});
      formApi.reset(draftOf(outcome.stored));
    },
  });
  const draft = useStore(form.store, (state) => state.values);
  const issues = [...calendar.validate(draft, { stored }).issues, ...refused];
  const { words } = calendar.diff(stored, draft);

  const warnings = (name: string) =>
    issues.filter(
      ({ path, severity }) => path[0] === name && severity !== "error",
    );
  const at = (member: string) =>
    issues.filter(({ path }) => path[0] === member);
  const elsewhere = issues.filter(
    ({ path }) =>
      ![...FIELDS, "openHours", "availabilities", "teamMembers"].includes(
        String(path[0]),
      ),
  );
  const members = draft.teamMembers ?? [];
  const setMembers = (value: typeof members) =>
    form.setFieldValue("teamMembers", value);
  const others = Object.keys(USERS).filter((id) =>
    members.every(({ userId }) => userId !== id),
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField label="Name" warnings={warnings("name")} />
        )}
      </form.AppField>
      <form.AppField name="slug">
        {(field) => (
          <field.TextField label="Slug" warnings={warnings("slug")} />
        )}
      </form.AppField>
      <form.AppField name="eventColor">
        {(field) => (
          <field.TextField label="Color" warnings={warnings("eventColor")} />
        )}
      </form.AppField>
      <form.AppField name="slotDuration">
        {(field) => (
          <field.NumberField
            label="Minutes"
            warnings={warnings("slotDuration")}
          />
        )}
      </form.AppField>
      <form.AppField name="alertEmail">
        {(field) => (
          <field.TextField
            label="Alerts to"
            warnings={warnings("alertEmail")}
          />
        )}
      </form.AppField>
      <p>
        <form.AppField name="autoConfirm">
          {(field) => <field.Checkbox label="Confirm by itself" />}
        </form.AppField>
      </p>
      <fieldset>
        <legend>Open hours</legend>
        <Week
          draft={{ openHours: draft.openHours ?? [] }}
          onChange={(value) => form.setFieldValue("openHours", value)}
        />
        <Issues issues={at("openHours")} />
      </fieldset>
      <fieldset>
        <legend>Special dates</legend>
        <SpecialDates
          draft={{ availabilities: draft.availabilities ?? [] }}
          onChange={(value) => form.setFieldValue("availabilities", value)}
        />
        <Issues issues={at("availabilities")} />
      </fieldset>
      <fieldset>
        <legend>Team</legend>
        {members.map(({ userId }, at) => (
          <div className="member" key={userId}>
            <b>{USERS[userId] ?? userId}</b>
            <form.AppField name={`teamMembers[${at}].priority`}>
              {(field) => <field.NumberInput label="Priority" />}
            </form.AppField>
            <form.AppField name={`teamMembers[${at}].isPrimary`}>
              {(field) => <field.Checkbox label="Primary" />}
            </form.AppField>
            <button
              type="button"
              onClick={() =>
                setMembers(members.filter((_, other) => other !== at))
              }
            >
              Remove {USERS[userId] ?? userId}
            </button>
          </div>
        ))}
        {others.map((userId) => (
          <button
            type="button"
            key={userId}
            onClick={() =>
              setMembers([
                ...members,
                { userId, priority: 0.5, isPrimary: false },
              ])
            }
          >
            Add {USERS[userId]}
          </button>
        ))}
      </fieldset>
      <Issues issues={at("teamMembers")} />
      <Issues issues={elsewhere} />
      <Conflicts
        conflicts={conflicts.filter(({ key }) => !(key in choices))}
        onChoose={(choice) => setChoices({ ...choices, ...choice })}
      />
      <ul>
        {words.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <button>Save</button>
      <output>{said}</output>
    </form>
  );
}
