import type { CalendarForm, Day, Path } from "calendiff";
import { useField, useForm, useHours } from "calendiff/react";
import { memo, useState } from "react";

import { Issues, hasErrors } from "./Field";

const DAYS: readonly Day[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

export function Week({ form }: { form: CalendarForm }) {
  const isOnSchedule = useForm(form, (state) => state.isOnSchedule);
  const issues = useForm(form, (state) =>
    state.issuesAt("openHours", { inside: false }),
  );
  return (
    <fieldset>
      <legend>Open hours</legend>
      {isOnSchedule && (
        <p>
          Its hours are those of a schedule. With the first hours here, it has
          its own and leaves the schedule.
        </p>
      )}
      <Issues form={form} issues={issues} />
      {DAYS.map((day) => (
        <div className="hours" key={day}>
          <Hours form={form} day={day} />
        </div>
      ))}
    </fieldset>
  );
}

export function SpecialDates({ form }: { form: CalendarForm }) {
  const [date, setDate] = useState("");
  const dates = useForm(form, (state) =>
    Object.keys(state.dates({ paths: true })),
  );
  return (
    <fieldset>
      <legend>Special dates</legend>
      {dates.map((date) => (
        <SpecialDate form={form} date={date} key={date} />
      ))}
      <input
        type="date"
        aria-label="Another date"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />{" "}
      <button
        type="button"
        disabled={date === "" || dates.includes(date)}
        onClick={() => form.setDate(date, [])}
      >
        Add date
      </button>
    </fieldset>
  );
}

interface SpecialDateProps {
  form: CalendarForm;
  date: string;
}

// With `memo`, a date that is added does not render the others.
const SpecialDate = memo(function SpecialDate({
  form,
  date,
}: SpecialDateProps) {
  return (
    <div className="hours">
      <Hours form={form} day={date} />
      <button type="button" onClick={() => form.setDate(date, null)}>
        Remove {date}
      </button>
    </div>
  );
});

/** The hours of a weekday, or of a special date. */
function Hours({ form, day }: { form: CalendarForm; day: Day | string }) {
  const { ranges, issues, setHours } = useHours(form, day);
  return (
    <>
      <b>{day}</b> {ranges.length === 0 && "closed"}
      {ranges.map(({ key, places }, at) => (
        <span key={key}>
          <Time form={form} label={`${day} opens at`} place={places.open} />–
          <Time form={form} label={`${day} closes at`} place={places.close} />
          <button
            type="button"
            aria-label={`Remove hours of ${day}`}
            onClick={() =>
              setHours((hours) => hours.filter((_, other) => other !== at))
            }
          >
            ×
          </button>
        </span>
      ))}
      <button
        type="button"
        aria-label={`Add hours to ${day}`}
        onClick={() => setHours((hours) => [...hours, ["09:00", "17:00"]])}
      >
        +
      </button>
      <Issues form={form} issues={issues} />
    </>
  );
}

function Time({
  form,
  label,
  place,
}: {
  form: CalendarForm;
  label: string;
  place: Path;
}) {
  const { text, issues, onChange, onBlur } = useField(form, place);
  // An input of a time shows nothing else: neither the end of a day, 24:00, nor a time that is being typed.
  const isClock = text === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  return (
    <input
      type={isClock ? "time" : "text"}
      aria-label={label}
      value={text}
      onChange={onChange}
      onBlur={onBlur}
      aria-invalid={hasErrors(issues)}
    />
  );
}
