/** A calendar and a location as the service returns them. */

const hours = [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }];

export const sample = {
  calendars: {
    Kx2m: {
      id: "Kx2m",
      name: "First visit",
      eventColor: "#039be5",
      slotDuration: 60,
      slotInterval: 60,
      autoConfirm: true,
      openHours: [1, 2, 3, 4, 5].map((day) => ({
        daysOfTheWeek: [day],
        hours,
      })),
      availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
    },
  },
  locations: {
    Rq7t: {
      id: "Rq7t",
      name: "Rose Lane",
      email: "desk@example.com",
      timezone: "Europe/London",
    },
  },
};
