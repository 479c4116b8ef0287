import type { CalendarForm, Day, Frozen, Path, PlacedRange } from "calendiff";
import { useField, useForm } from "calendiff/react";
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
        <Weekday form={form} day={day} key={day} />
      ))}
    </fieldset>
  );
}

function Weekday({ form, day }: { form: CalendarForm; day: Day }) {
  const ranges = useForm(form, (state) => state.week({ paths: true })[day]);
  const issues = useForm(form, (state) => state.issuesAtDay(day));
  return (
    <div className="hours">
      <Ranges
        form={form}
        name={day}
        ranges={ranges}
        onChange={(hours) => form.setDay(day, hours)}
      />
      <Issues form={form} issues={issues} />
    </div>
  );
}

export function SpecialDates({ form }: { form: CalendarForm }) {
  const [date, setDate] = useState("");
  const dates = useForm(form, (state) => state.dates({ paths: true }));
  return (
    <fieldset>
      <legend>Special dates</legend>
      {Object.entries(dates).map(([date, ranges]) => (
        <SpecialDate form={form} date={date} ranges={ranges} key={date} />
      ))}
      <input
        type="date"
        aria-label="Another date"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />{" "}
      <button
        type="button"
        disabled={date === "" || date in dates}
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
  ranges: Frozen<PlacedRange[]>;
}

// With `memo`, a key in one date does not render the others.
const SpecialDate = memo(function SpecialDate({
  form,
  date,
  ranges,
}: SpecialDateProps) {
  const issues = useForm(form, (state) => state.issuesAtDate(date));
  return (
    <div className="hours">
      <Ranges
        form={form}
        name={date}
        ranges={ranges}
        onChange={(hours) => form.setDate(date, hours)}
      />{" "}
      <button type="button" onClick={() => form.setDate(date, null)}>
        Remove {date}
      </button>
      <Issues form={form} issues={issues} />
    </div>
  );
});

interface RangesProps {
  form: CalendarForm;
  name: string;
  ranges: Frozen<PlacedRange[]>;
  onChange: (hours: (readonly [open: string, close: string])[]) => void;
}

function Ranges({ form, name, ranges, onChange }: RangesProps) {
  const hours = ranges.map(({ open, close }) => [open, close] as const);
  return (
    <>
      <b>{name}</b> {ranges.length === 0 && "closed"}
      {ranges.map(({ key, places }, at) => (
        <span key={key}>
          <Time form={form} label={`${name} opens at`} place={places.open} />–
          <Time form={form} label={`${name} closes at`} place={places.close} />
          <button
            type="button"
            aria-label={`Remove hours of ${name}`}
            onClick={() => onChange(hours.filter((_, other) => other !== at))}
          >
            ×
          </button>
        </span>
      ))}
      <button
        type="button"
        aria-label={`Add hours to ${name}`}
        onClick={() => onChange([...hours, ["09:00", "17:00"]])}
      >
        +
      </button>
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
