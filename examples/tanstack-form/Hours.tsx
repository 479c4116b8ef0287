import {
  type CalendarUpdate,
  type Day,
  type DayHours,
  type HourRange,
  calendar,
} from "calendiff";
import { useState } from "react";

const DAYS: readonly Day[] = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

interface HoursProps<Member extends keyof CalendarUpdate> {
  draft: Pick<CalendarUpdate, Member>;
  onChange: (value: NonNullable<CalendarUpdate[Member]>) => void;
}

export function Week({ draft, onChange }: HoursProps<"openHours">) {
  const set = (day: Day, hours: DayHours) =>
    onChange(calendar.setDay(draft, day, hours).openHours ?? []);
  return (
    <>
      {DAYS.map((day, number) => (
        <div className="hours" key={day}>
          <Ranges
            name={day}
            hours={hoursOf(draft, number)}
            onChange={(hours) => set(day, hours)}
          />
        </div>
      ))}
    </>
  );
}

export function SpecialDates({
  draft,
  onChange,
}: HoursProps<"availabilities">) {
  const [another, setAnother] = useState("");
  const set = (date: string, hours: DayHours | null) =>
    onChange(calendar.setDate(draft, date, hours).availabilities ?? []);
  return (
    <>
      {draft.availabilities?.map(({ date, hours }) => {
        const day = date.slice(0, 10);
        return (
          <div className="hours" key={date}>
            <Ranges
              name={day}
              hours={hours.map(timesOf)}
              onChange={(hours) => set(day, hours)}
            />{" "}
            <button type="button" onClick={() => set(day, null)}>
              Remove {day}
            </button>
          </div>
        );
      })}
      <input
        type="date"
        aria-label="Another date"
        value={another}
        onChange={(event) => setAnother(event.target.value)}
      />{" "}
      <button
        type="button"
        disabled={
          another === "" ||
          draft.availabilities?.some(({ date }) => date.startsWith(another))
        }
        onClick={() => set(another, [])}
      >
        Add date
      </button>
    </>
  );
}

function Ranges({
  name,
  hours,
  onChange,
}: {
  name: string;
  hours: DayHours;
  onChange: (hours: DayHours) => void;
}) {
  return (
    <>
      <b>{name}</b> {hours.length === 0 && "closed"}
      {hours.map(([open, close], at) => (
        <span key={at}>
          <Time
            label={`${name} opens at`}
            value={open}
            onChange={(open) => onChange(hours.with(at, [open, close]))}
          />
          –
          <Time
            label={`${name} closes at`}
            value={close}
            onChange={(close) => onChange(hours.with(at, [open, close]))}
          />
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
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (time: string) => void;
}) {
  // An input of a time cannot show the end of a day.
  return (
    <input
      type={value === "24:00" ? "text" : "time"}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const hoursOf = ({ openHours = [] }: CalendarUpdate, day: number) =>
  openHours
    .filter(({ daysOfTheWeek }) => daysOfTheWeek.includes(day))
    .flatMap(({ hours }) => hours.map(timesOf));

const timesOf = ({
  openHour,
  openMinute,
  closeHour,
  closeMinute,
}: HourRange): DayHours[number] => [
  clock(openHour, openMinute),
  clock(closeHour, closeMinute),
];

/** The time as an input shows it, empty while it is not complete. */
const clock = (hour: number | null, minute: number | null) =>
  hour === null || minute === null
    ? ""
    : [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
