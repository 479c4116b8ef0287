/** Hours on the page as pure functions: typed times, and ranges that mouse and keys change. */

import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import {
  cropped,
  drawn,
  hourFrom,
  moved,
  nudged,
  withEnd,
  withStart,
} from "../../www/week/reshape.js";
import { DAY, readRange, readTime } from "../../www/week/times.js";

test("a typed time is read as people write it", () => {
  const times = {
    9: 540,
    "09": 540,
    "9:30": 570,
    930: 570,
    "0930": 570,
    "9.30": 570,
    "9h30": 570,
    "9h": 540,
    "24:00": 1440,
    0: 0,
    "9am": 540,
    "9 AM": 540,
    "9:30pm": 1290,
    "12am": 0,
    "12 p.m.": 720,
    "  8 ": 480,
  };
  for (const [text, time] of Object.entries(times))
    assert.equal(readTime(text), time, text);
  for (const text of [
    "",
    "x",
    "25",
    "24:01",
    "9:60",
    "13pm",
    "0am",
    "9:5",
    "99999",
    "-1",
    "9 10",
    "noon",
  ])
    assert.equal(readTime(text), undefined, text);
});

test("a typed range has two times, and ends after its start", () => {
  const ranges = {
    "9-12": [540, 720],
    "9:30 – 17": [570, 1020],
    "9am-5pm": [540, 1020],
    "9-5": [540, 1020],
    "10—10:30": [600, 630],
    "12-12": [720, 1440],
    "22-6": undefined,
    "9-": undefined,
    "-9": undefined,
    "9-10-11": undefined,
    9: undefined,
  };
  for (const [text, range] of Object.entries(ranges))
    assert.deepEqual(readRange(text), range, text);
});

const STEPS = fc.constantFrom(5, 10, 15, 20, 30, 45, 60, 240);
const TIMES = fc.integer({ min: 0, max: DAY });
const RANGES = fc
  .tuple(fc.integer({ min: 0, max: DAY - 1 }), fc.integer({ min: 1, max: DAY }))
  .map(([from, length]) => [from, Math.min(DAY, from + length)]);
const isWithin = ([from, to]) => from >= 0 && to <= DAY && from < to;

test("whatever is drawn or moved is a range of the day", () => {
  fc.assert(
    fc.property(TIMES, TIMES, STEPS, (one, other, step) =>
      isWithin(drawn(one, other, step)),
    ),
  );
  fc.assert(
    fc.property(TIMES, STEPS, (at, step) => isWithin(hourFrom(at, step))),
  );
  fc.assert(
    fc.property(
      RANGES,
      fc.integer({ min: -2 * DAY, max: 2 * DAY }),
      STEPS,
      (range, by, step) => {
        const [from, to] = moved(range, by, step);
        assert.ok(from >= 0 && to <= DAY);
        assert.equal(to - from, range[1] - range[0]);
      },
    ),
  );
  fc.assert(
    fc.property(
      RANGES,
      TIMES,
      STEPS,
      (range, at, step) =>
        withStart(range, at, step)[1] === range[1] &&
        withEnd(range, at, step)[0] === range[0],
    ),
  );
});

test("an arrow key moves a range by a step, and leaves one at the end of the day", () => {
  assert.deepEqual(nudged([540, 1020], "both", 30, 30), [570, 1050]);
  assert.deepEqual(nudged([540, 1020], "end", -30, 30), [540, 990]);
  assert.deepEqual(nudged([540, 1020], "start", 30, 30), [570, 1020]);
  assert.deepEqual(nudged([0, 60], "both", -30, 30), [0, 60]);
  assert.deepEqual(nudged([1380, 1440], "both", 30, 30), [1380, 1440]);
  assert.deepEqual(nudged([540, 570], "end", -30, 30), [540, 570]);
});

test("a picture shows all ranges in whole hours, ten of them at least", () => {
  assert.deepEqual(cropped([], false), [420, 1140]);
  assert.deepEqual(cropped([[540, 1020]], true), [0, DAY]);
  assert.deepEqual(
    cropped(
      [
        [540, 1020],
        [600, 840],
      ],
      false,
    ),
    [420, 1140],
  );
  assert.deepEqual(cropped([[1410, 1440]], false), [840, 1440]);
  assert.deepEqual(cropped([[0, 30]], false), [0, 600]);
  fc.assert(
    fc.property(fc.array(RANGES, { maxLength: 8 }), (ranges) => {
      const [first, last] = cropped(ranges, false);
      assert.ok(
        first >= 0 &&
          last <= DAY &&
          last - first >= 600 &&
          first % 60 === 0 &&
          last % 60 === 0,
      );
      assert.ok(ranges.every(([from, to]) => from >= first && to <= last));
    }),
  );
});
