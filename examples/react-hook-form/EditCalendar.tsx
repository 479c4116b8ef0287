import {
  type Calendar,
  type CalendarUpdate,
  type Conflict,
  type Issue,
  calendar,
} from "calendiff";
import { resolver, setErrors } from "calendiff/react-hook-form";
import { useState } from "react";
import {
  type Control,
  useFieldArray,
  useForm,
  useWatch,
} from "react-hook-form";

import { Checkbox, NumberField, NumberInput, TextField } from "./Fields";
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
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [choices, setChoices] = useState<Choices>({});
  const [said, setSaid] = useState("");

  const { control, handleSubmit, reset, setError, setValue } =
    useForm<CalendarUpdate>({
      mode: "onChange",
      defaultValues: draftOf(opened),
      resolver: resolver(calendar, {
        stored,
        onWarnings: (_, report) => setIssues(report.issues),
      }),
    });
  const [openHours = [], availabilities = []] = useWatch({
    control,
    name: ["openHours", "availabilities"],
  });
  const edited = { shouldDirty: true, shouldValidate: true };

  const submit = handleSubmit(async (draft) => {
    const outcome = await save(stored, draft, choices);
    setSaid(wordsOf(outcome));
    setConflicts(outcome.kind === "unmerged" ? outcome.conflicts : []);
    if (outcome.kind === "unmerged") setRefused(outcome.issues);
    else setRefused(setErrors(issuesOf(outcome), setError, FIELDS));
    if (outcome.kind !== "saved") return;
    setStored(outcome.stored);
    setChoices({});
    reset(draftOf(outcome.stored));
  });

  const warnings = (name: string) =>
    issues.filter(
      ({ path, severity }) => path[0] === name && severity !== "error",
    );
  const at = (member: string) =>
    [...issues, ...refused].filter(({ path }) => path[0] === member);
  const elsewhere = [...issues, ...refused].filter(
    ({ path }) =>
      ![...FIELDS, "openHours", "availabilities", "teamMembers"].includes(
        String(path[0]),
      ),
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        control={control}
        label="Name"
        name="name"
        warnings={warnings("name")}
      />
      <TextField
        control={control}
        label="Slug"
        name="slug"
        warnings={warnings("slug")}
      />
      <TextField
        control={control}
        label="Color"
        name="eventColor"
        warnings={warnings("eventColor")}
      />
      <NumberField
        control={control}
        label="Minutes"
        name="slotDuration"
        warnings={warnings("slotDuration")}
      />
      <TextField
        control={control}
        label="Alerts to"
        name="alertEmail"
        warnings={warnings("alertEmail")}
      />
      <p>
        <Checkbox
          control={control}
          label="Confirm by itself"
          name="autoConfirm"
        />
      </p>
      <fieldset>
        <legend>Open hours</legend>
        <Week
          draft={{ openHours }}
          onChange={(value) => setValue("openHours", value, edited)}
        />
        <Issues issues={at("openHours")} />
      </fieldset>
      <fieldset>
        <legend>Special dates</legend>
        <SpecialDates
          draft={{ availabilities }}
          onChange={(value) => setValue("availabilities", value, edited)}
        />
        <Issues issues={at("availabilities")} />
      </fieldset>
      <Team control={control} />
      <Issues issues={at("teamMembers")} />
      <Issues issues={elsewhere} />
      <Conflicts
        conflicts={conflicts.filter(({ key }) => !(key in choices))}
        onChoose={(choice) => setChoices({ ...choices, ...choice })}
      />
      <Changes control={control} stored={stored} />
      <button>Save</button>
      <output>{said}</output>
    </form>
  );
}

function Team({ control }: { control: Control<CalendarUpdate> }) {
  const { fields, append, remove } = useFieldArray({
    control,
    name: "teamMembers",
  });
  const others = Object.keys(USERS).filter((id) =>
    fields.every(({ userId }) => userId !== id),
  );
  return (
    <fieldset>
      <legend>Team</legend>
      {fields.map(({ id, userId }, at) => (
        <div className="member" key={id}>
          <b>{USERS[userId] ?? userId}</b>
          <NumberInput
            control={control}
            label="Priority"
            name={`teamMembers.${at}.priority`}
          />
          <Checkbox
            control={control}
            label="Primary"
            name={`teamMembers.${at}.isPrimary`}
          />
          <button type="button" onClick={() => remove(at)}>
            Remove {USERS[userId] ?? userId}
          </button>
        </div>
      ))}
      {others.map((userId) => (
        <button
          type="button"
          key={userId}
          onClick={() => append({ userId, priority: 0.5, isPrimary: false })}
        >
          Add {USERS[userId]}
        </button>
      ))}
    </fieldset>
  );
}

function Changes({
  control,
  stored,
}: {
  control: Control<CalendarUpdate>;
  stored: Calendar;
}) {
  const { words } = calendar.diff(stored, useWatch({ control }));
  return (
    <ul>
      {words.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
