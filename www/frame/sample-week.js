/** The names of the samples, and the week of the edited one, which the first screen draws. */

export const IDS = ["calendar", "edited", "mistakes", "location"];

export const open = (day, openHour, closeHour) => ({
  daysOfTheWeek: [day],
  hours: [{ openHour, openMinute: 0, closeHour, closeMinute: 0 }],
});

export const STORED_WEEK = [1, 2, 3, 4, 5]
  .map((day) => open(day, 9, 17))
  .concat(open(6, 10, 14));

export const DRAFT_WEEK = STORED_WEEK.flatMap((entry) => {
  const [day] = entry.daysOfTheWeek;
  if (day === 2) return [open(2, 9, 19)];
  if (day === 4)
    return [
      {
        daysOfTheWeek: [4],
        hours: [...open(4, 9, 12).hours, ...open(4, 14, 17).hours],
      },
    ];
  return day === 6 ? [open(6, 8, 12)] : [entry];
});
