// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { calendar } from "calendiff";
import { stored } from "calendiff/fast-check";
import fc from "fast-check";
import { expect, test } from "vitest";

import { SpecialDates } from "./SpecialDates.jsx";

/** The button of a date removes this date, and changes nothing else. */
const removesItsDate = (Dates) =>
  fc.property(stored(calendar), fc.nat(), (record, pick) => {
    const form = calendar.form(record);
    const dates = Object.keys(form.getSnapshot().dates());
    fc.pre(dates.length > 0);
    const date = dates[pick % dates.length];
    render(<Dates form={form} />);
    try {
      fireEvent.click(screen.getByText(`Remove ${date}`));
    } finally {
      cleanup();
    }
    expect(
      form.getSnapshot().changes.map(({ kind, key }) => `${kind} ${key}`),
    ).toEqual([`remove availabilities/${date}`]);
  });

test("the button of a date removes this date, and changes nothing else", () => {
  fc.assert(removesItsDate(SpecialDates));
});

// `hasty/` is the same with a bug, which the property must find.
import { SpecialDates as Hasty } from "./hasty/SpecialDates.jsx";

test("what is left of the bug is a calendar with two dates, the later one first", () => {
  const { failed, counterexample } = fc.check(removesItsDate(Hasty), {
    numRuns: 1000,
  });
  expect(failed).toEqual(true);
  const [record] = counterexample;
  const [later, earlier, ...others] = record.availabilities;
  expect(record).toEqual({
    availabilities: [
      { date: later.date, hours: [] },
      { date: earlier.date, hours: [] },
    ],
  });
  expect([later.date > earlier.date, others]).toEqual([true, []]);
});
