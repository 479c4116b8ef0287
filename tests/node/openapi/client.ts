/** A client as its users write it, on the types that openapi-typescript generates into `api.d.ts`. */

import createClient from "openapi-fetch";

import type { components, paths } from "./api.js";

export interface Service {
  baseUrl: string;
  token: string;
  fetch: (request: Request) => Promise<Response>;
}

/** Sets the slot duration of a calendar, and returns what the service stored or said. */
export async function lengthen(
  { baseUrl, token, fetch }: Service,
  calendarId: string,
  slotDuration: number,
) {
  const client = createClient<paths>({
    baseUrl,
    fetch,
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data, error, response } = await client.PUT(
    "/api/calendars/{calendarId}",
    {
      params: { path: { calendarId }, header: { Version: "2021-04-15" } },
      body: { slotDuration },
    },
  );
  const texts = [error?.message ?? []].flat();
  return {
    status: response.status,
    name: data?.calendar.name,
    slotDuration: data?.calendar.slotDuration,
    texts,
  };
}

// The types know the version, the members and what each of them holds.
export function misuse({ baseUrl, fetch }: Service) {
  const client = createClient<paths>({ baseUrl, fetch });
  const params = {
    path: { calendarId: "Kx2m" },
    header: { Version: "2021-04-15" as const },
  };
  void client.PUT("/api/calendars/{calendarId}", {
    // @ts-expect-error
    params: { path: { calendarId: "Kx2m" } },
    body: {},
  });
  void client.PUT("/api/calendars/{calendarId}", {
    // @ts-expect-error
    params: { ...params, header: { Version: "2021-07-28" } },
    body: {},
  });
  void client.PUT("/api/calendars/{calendarId}", {
    params,
    // @ts-expect-error
    body: { slotDuration: "45" },
  });
  // @ts-expect-error
  void client.GET("/api/calendars/{calendarId}", { params });
  const hours: components["schemas"]["HourRange"] = {
    openHour: 9,
    openMinute: 0,
    closeHour: 17,
    closeMinute: 0,
  };
  void client.PUT("/api/calendars/{calendarId}", {
    params,
    body: { openHours: [{ daysOfTheWeek: [1], hours: [hours] }] },
  });
}
