/** A calendar as the service returned it. */
export const stored = {
  calendar: {
    id: "Kx2m",
    name: "First visit",
    slug: "first-visit",
    eventColor: "#039be5",
    slotDuration: 60,
    alertEmail: "desk@example.com",
    autoConfirm: true,
    openHours: [
      {
        daysOfTheWeek: [1],
        hours: [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
      },
    ],
  },
};
