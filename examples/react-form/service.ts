/** The service, played by the package's sandbox. In an application, `load` and `save` ask your server, which has the token. */

import {
  type Calendar,
  type CalendarUpdate,
  type ServiceResponse,
  calendar,
  sandbox,
} from "calendiff";

const ID = "Kx2m";
const SERVICE = { baseUrl: "https://service.example", id: ID, token: "secret" };

const hours = [
  { openHour: 9, openMinute: 0, closeHour: 12, closeMinute: 0 },
  { openHour: 13, openMinute: 0, closeHour: 17, closeMinute: 0 },
];
const service = sandbox({
  calendars: {
    [ID]: {
      id: ID,
      name: "First visit",
      slug: "first-visit",
      eventColor: "#039be5",
      slotDuration: 60,
      alertEmail: "desk@example.com",
      autoConfirm: true,
      teamMembers: [{ userId: "ada", priority: 0.5, isPrimary: true }],
      openHours: [1, 2, 3, 4, 5].map((day) => ({
        daysOfTheWeek: [day],
        hours,
      })),
      availabilities: [
        { date: "2026-12-24T00:00:00.000Z", hours: hours.slice(0, 1) },
      ],
    },
  },
});

/** Returns the record that is stored now. */
export async function load(): Promise<Calendar> {
  const { url, init } = calendar.request({ ...SERVICE, body: {} });
  const { authorization, version } = init.headers;
  const answer = await service.fetch(url, {
    headers: { authorization, version },
  });
  return calendar.read(await answer.json()).value;
}

/** Sends an update. Rejects if there is no answer: whether it is stored then shows when the record is loaded again. */
export async function save(
  body: CalendarUpdate,
): Promise<ServiceResponse<Calendar>> {
  // The sandbox has no other calendar, whose slug this could be.
  if (body.slug === "taken")
    return calendar.response({
      status: 400,
      text: '{ "message": "Calendar slug is already taken" }',
      draft: body,
    });
  if (isBusy) service.fail("429");
  isBusy = false;
  const { url, init } = calendar.request({ ...SERVICE, body });
  const answer = await service.fetch(url, init);
  return calendar.response({
    status: answer.status,
    text: await answer.text(),
    draft: body,
  });
}

/** Saves in another window, as a colleague would. */
export async function saveElsewhere(draft: CalendarUpdate): Promise<void> {
  await save(calendar.body(await load(), draft).value);
}

let isBusy = false;

/** Makes the service too busy for the next update. */
export function beBusy(): void {
  isBusy = true;
}
