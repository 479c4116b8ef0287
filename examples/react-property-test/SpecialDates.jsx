import { useSyncExternalStore } from "react";

/** The special dates of a calendar by date, each with a button that removes it. */
export function SpecialDates({ form }) {
  const { draft } = useSyncExternalStore(
    form.subscribe,
    form.getSnapshot,
    form.getSnapshot,
  );
  const dates = (draft.availabilities ?? [])
    .map(({ date }) => date.slice(0, 10))
    .sort();
  return (
    <ul>
      {dates.map((date) => (
        <li key={date}>
          {date}{" "}
          <button type="button" onClick={() => form.setDate(date, null)}>
            Remove {date}
          </button>
        </li>
      ))}
    </ul>
  );
}
