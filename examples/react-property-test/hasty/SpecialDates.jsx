import { useSyncExternalStore } from "react";

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
      {dates.map((date, index) => (
        <li key={date}>
          {date}{" "}
          <button
            type="button"
            onClick={() => form.remove(["availabilities", index])}
          >
            Remove {date}
          </button>
        </li>
      ))}
    </ul>
  );
}
