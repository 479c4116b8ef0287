/** The page's month and special dates, as pure functions. */

import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import {
  boundsOf,
  dateAt,
  datesOf,
  FIRST,
  inMonth,
  LAST,
  later,
  monthLater,
  periodOf,
  stepped,
  weekdayOf,
  weeksOf,
  withEnd,
  yearLater,
} from "../../www/dates/month.js";
import { counting } from "../../www/dates/counting.js";
import {
  changeOf,
  commonOf,
  effective,
  inserted,
  levelOf,
  openHours,
  rowsOf,
  stateOf,
  tally,
  yearly,
} from "../../www/dates/special.js";

const day = fc
  .date({
    min: new Date(`${FIRST}T00:00Z`),
    max: new Date(`${LAST}T00:00Z`),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));
const near = fc
  .integer({ min: 0, max: 3000 })
  .map((days) => later("2026-01-01", days));
const HOURS = [["09:00", "12:00"]];

test("a date is followed by the next day, and the first and the last have no neighbor", () => {
  assert.deepEqual(
    [later("2026-12-31", 1), later("2024-02-28", 1), later("2026-03-01", -1)],
    ["2027-01-01", "2024-02-29", "2026-02-28"],
  );
  assert.deepEqual([later(LAST, 1), later(FIRST, -1)], [undefined, undefined]);
  fc.assert(
    fc.property(day, fc.integer({ min: -1000, max: 1000 }), (date, days) => {
      const other = later(date, days);
      assert.ok(other === undefined || later(other, -days) === date);
    }),
  );
  assert.equal(dateAt(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

test("months and years end where dates end", () => {
  assert.deepEqual(
    [
      monthLater("2026-12", 1),
      monthLater("2026-01", -13),
      monthLater("9999-12", 1),
      monthLater("0001-01", -1),
    ],
    ["2027-01", "2024-12", "9999-12", "0001-01"],
  );
  assert.deepEqual(
    [yearLater("2026", 1), yearLater("0001", -1), yearLater("9999", 1)],
    ["2027", "0001", "9999"],
  );
  assert.deepEqual(
    [inMonth("2026-01-31", "2026-02"), inMonth("2026-02-28", "2026-01")],
    ["2026-02-28", "2026-01-28"],
  );
});

test("the weeks of a month have all of its days in order, from Monday on", () => {
  fc.assert(
    fc.property(day, (date) => {
      const month = date.slice(0, 7);
      const weeks = weeksOf(month);
      const all = weeks.flat();
      assert.deepEqual(
        all.filter((date) => date?.startsWith(month)),
        datesOf(month),
      );
      for (const [at, date] of all.entries())
        assert.ok(date === undefined || (weekdayOf(date) + 6) % 7 === at % 7);
      for (const [at, date] of weeksOf(month, 0).flat().entries())
        assert.ok(date === undefined || weekdayOf(date) === at % 7);
      assert.ok(
        weeks.every((week) => week.some((date) => date?.startsWith(month))),
      );
    }),
  );
  assert.deepEqual(
    [
      datesOf("2024-02").length,
      datesOf("1900-02").length,
      datesOf("0004-02").length,
    ],
    [29, 28, 29],
  );
});

test("keys lead to neighbors, the ends of the week, and the same day of other months", () => {
  const keys = {
    ArrowLeft: "2026-12-23",
    ArrowRight: "2026-12-25",
    ArrowUp: "2026-12-17",
    ArrowDown: "2026-12-31",
    Home: "2026-12-21",
    End: "2026-12-27",
    PageUp: "2026-11-24",
    PageDown: "2027-01-24",
  };
  for (const [key, date] of Object.entries(keys))
    assert.equal(stepped("2026-12-24", key), date, key);
  assert.equal(stepped("2026-12-27", "End"), "2026-12-27");
  assert.equal(stepped("2026-12-21", "Home"), "2026-12-21");
  assert.equal(stepped("2026-12-21", "Home", 0), "2026-12-20");
  assert.equal(stepped("2026-12-21", "End", 0), "2026-12-26");
  assert.equal(stepped(LAST, "ArrowRight"), undefined);
});

test("a period is the days between its ends, in either order, up to the most", () => {
  fc.assert(
    fc.property(near, near, (from, to) => {
      const days = periodOf({ from, to }, 10_000);
      const [first, last] = boundsOf({ from, to });
      assert.deepEqual([days[0], days.at(-1)], [first, last]);
      assert.ok(
        days.every((date, at) => at === 0 || later(days[at - 1], 1) === date),
      );
      assert.deepEqual(periodOf({ from: to, to: from }, 10), days.slice(0, 10));
    }),
  );
  assert.deepEqual(periodOf({ from: "0000-12-31", to: "0000-12-31" }, 10), [
    "0000-12-31",
  ]);
});

test("a last day ends the period, and a first day behind it begins another", () => {
  const period = { from: "2026-12-24", to: "2026-12-28" };
  assert.deepEqual(withEnd(period, 0, "2026-12-20"), {
    from: "2026-12-20",
    to: "2026-12-28",
  });
  assert.deepEqual(withEnd(period, 0, "2027-01-05"), {
    from: "2027-01-05",
    to: "2027-01-05",
  });
  assert.deepEqual(
    withEnd({ from: "2026-12-28", to: "2026-12-24" }, 1, "2026-12-31"),
    { from: "2026-12-24", to: "2026-12-31" },
  );
  assert.deepEqual(
    withEnd({ from: "2026-12-24", to: "2026-12-24" }, 0, "2026-12-20"),
    { from: "2026-12-20", to: "2026-12-20" },
  );
});

test("consecutive dates of equal hours are one row", () => {
  const stored = {
    "2026-12-24": [],
    "2026-12-25": [],
    "2026-12-31": HOURS,
    "2027-02-01": [],
  };
  const dates = {
    "2026-12-24": [],
    "2026-12-25": [],
    "2026-12-26": [],
    "2026-12-28": [],
    "2026-12-31": [],
    "2027-01-01": [],
  };
  assert.deepEqual(rowsOf(dates, stored), [
    {
      from: "2026-12-24",
      to: "2026-12-26",
      days: 3,
      hours: [],
      change: "edited",
    },
    {
      from: "2026-12-28",
      to: "2026-12-28",
      days: 1,
      hours: [],
      change: "added",
    },
    {
      from: "2026-12-31",
      to: "2027-01-01",
      days: 2,
      hours: [],
      change: "edited",
    },
    {
      from: "2027-02-01",
      to: "2027-02-01",
      days: 1,
      hours: undefined,
      change: "removed",
    },
  ]);
  assert.deepEqual(rowsOf({}, {}), []);
  fc.assert(
    fc.property(
      fc.dictionary(near, fc.constantFrom([], HOURS)),
      fc.dictionary(near, fc.constantFrom([], HOURS)),
      (dates, stored) => {
        const rows = rowsOf(dates, stored);
        const days = rows.flatMap((row) =>
          periodOf(row, Infinity).map((date) => [date, row.hours]),
        );
        assert.deepEqual(
          days,
          Object.keys({ ...stored, ...dates })
            .sort()
            .map((date) => [date, dates[date]]),
        );
        for (const [at, row] of rows.entries())
          assert.ok(
            at === 0 ||
              later(rows[at - 1].to, 1) !== row.from ||
              JSON.stringify(rows[at - 1].hours) !== JSON.stringify(row.hours),
            "two rows could be one",
          );
      },
    ),
  );
});

test("a date is closed, has its own hours, or those of the week; a period has them if its days agree", () => {
  assert.deepEqual(
    [stateOf([]), stateOf(HOURS), stateOf(undefined)],
    ["closed", "own", "usual"],
  );
  assert.deepEqual(
    [
      changeOf([], []),
      changeOf([], undefined),
      changeOf(undefined, []),
      changeOf([], HOURS),
    ],
    [undefined, "added", "removed", "edited"],
  );
  const dates = { "2026-12-24": HOURS, "2026-12-25": [], "2026-12-26": [] };
  const days = ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27"];
  assert.deepEqual(tally(days, dates), { closed: 2, own: 1, usual: 1 });
  assert.deepEqual(
    [
      commonOf(days, dates),
      commonOf(days.slice(1, 3), dates),
      commonOf(days.slice(3), dates),
    ],
    [undefined, { hours: [] }, { hours: undefined }],
  );
});

test("the availability type decides which hours count", () => {
  assert.deepEqual([0, 1, undefined, 2].map(counting), [
    { week: true, dates: false },
    { week: false, dates: true },
    { week: true, dates: true },
    { week: true, dates: true },
  ]);
  const week = {
    monday: [["08:00", "10:00"]],
    tuesday: [],
    wednesday: [],
    thursday: [["10:00", "18:00"]],
    friday: [],
    saturday: [],
    sunday: [],
  };
  const dates = { "2026-12-24": HOURS, "2026-12-25": [] };
  // Thursday 24, Friday 25, Monday 28.
  const hours = (type, known = week) =>
    ["2026-12-24", "2026-12-25", "2026-12-28"].map((date) =>
      effective(date, { week: known, dates, type }),
    );
  assert.deepEqual(hours(0), [week.thursday, [], week.monday]);
  assert.deepEqual(hours(1), [HOURS, [], []]);
  assert.deepEqual(hours(undefined), [HOURS, [], week.monday]);
  assert.deepEqual(hours(undefined, null), [HOURS, [], undefined]);
});

test("open hours that overlap count once, and hours have five levels", () => {
  assert.deepEqual(
    [
      openHours([]),
      openHours(HOURS),
      openHours([
        ["09:00", "12:30"],
        ["12:00", "13:00"],
        ["23:30", "24:00"],
      ]),
      openHours([["17:00", "09:00"]]),
    ],
    [0, 3, 4.5, 0],
  );
  assert.deepEqual(
    [0, 0.5, 4, 4.5, 8, 12, 12.5, 24].map(levelOf),
    [0, 1, 1, 2, 2, 3, 4, 4],
  );
});

test("a year has each of its days once, and the sums of its months", () => {
  const open = [["09:00", "17:00"]];
  const week = {
    monday: open,
    tuesday: open,
    wednesday: open,
    thursday: open,
    friday: open,
    saturday: [],
    sunday: [],
  };
  const dates = {
    "2026-12-24": HOURS,
    "2026-12-25": [],
    "2026-12-26": HOURS,
    "2027-01-01": [],
  };
  const year = yearly("2026", { week, dates, type: undefined });
  assert.deepEqual(
    year.months.map(({ days }) => days.length),
    [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
  );
  // 261 working days; on the 24th five hours less, the 25th is closed, and the 26th, a Saturday, is open.
  assert.deepEqual(
    [year.open, year.closed, year.hours],
    [261, 104, 261 * 8 - 5 - 8 + 3],
  );
  const special = year.months.flatMap(({ days }) =>
    days
      .filter(({ isSpecial }) => isSpecial)
      .map(({ date, hours }) => [date, hours]),
  );
  assert.deepEqual(special, [
    ["2026-12-24", 3],
    ["2026-12-25", 0],
    ["2026-12-26", 3],
  ]);
  for (const key of ["open", "closed", "hours"])
    assert.equal(
      year.months.reduce((sum, month) => sum + month[key], 0),
      year[key],
    );
  const [alone, weekly] = [1, 0].map((type) =>
    yearly("2026", { week, dates, type }),
  );
  assert.deepEqual(
    [alone.open, alone.hours, weekly.open, weekly.hours],
    [2, 6, 261, 261 * 8],
  );
  assert.equal(yearly("2024", { week: undefined, dates, type: 1 }).closed, 366);
  assert.equal(yearly("2026", { week: undefined, dates, type: 0 }), undefined);
});

test("entries are inserted before those of later dates, and the others keep their order", () => {
  const entries = (dates) => dates.map((date) => ({ date }));
  const all = (list) => list.map(({ date }) => date);
  assert.deepEqual(
    all(
      inserted(
        entries(["2026-05-01", "2026-03-01", "2026-12-01"]),
        entries(["2026-06-01", "2026-04-01"]),
      ),
    ),
    ["2026-04-01", "2026-05-01", "2026-03-01", "2026-06-01", "2026-12-01"],
  );
  assert.deepEqual(all(inserted([], entries(["2026-06-01"]))), ["2026-06-01"]);
  assert.deepEqual(inserted([null, { date: 3 }], []), [null, { date: 3 }]);
});
