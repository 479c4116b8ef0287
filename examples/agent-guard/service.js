/** The service: the real one if the environment names it, or else the package's sandbox with the records of `sample.js`. */

import { calendar, location, sandbox } from "calendiff";

import { sample } from "./sample.js";

export const kinds = { calendar, location };

/** Under this profile, an error is also what the live service is reported to refuse. */
export const PROFILE = "service";

/** The time to wait for an answer, in milliseconds. */
const PATIENCE = 30_000;

/** Reads the settings of the environment: the address, the token, and the paths of the API. */
export function settings({
  CALENDIFF_BASE_URL: baseUrl,
  CALENDIFF_TOKEN: token,
  CALENDIFF_API: api,
}) {
  if (!baseUrl && !token)
    return {
      baseUrl: "https://sandbox.example",
      token: "sandbox",
      fetch: sandbox(sample, { profile: PROFILE }).fetch,
      isSandbox: true,
    };
  if (!baseUrl || !token)
    throw new Error(
      "Set both CALENDIFF_BASE_URL and CALENDIFF_TOKEN, or neither to use the sandbox.",
    );
  const service = { baseUrl, token, api: api || undefined };
  try {
    calendar.request({ ...service, id: "id", body: {} });
  } catch ({ message }) {
    throw new Error(
      `CALENDIFF_BASE_URL, CALENDIFF_TOKEN or CALENDIFF_API cannot be used: ${message}`,
    );
  }
  return { ...service, fetch, isSandbox: false };
}

/** Returns true if a refusal leaves open whether the update was applied, so that only reading the record again shows it. */
export const isOpen = ({ reason, retry }) =>
  retry || ["no-record", "not-json", "redirect"].includes(reason);

/** Connects to the service. */
export function connect({ baseUrl, token, api, fetch }) {
  const request = (kind, id, body) =>
    kinds[kind].request({ baseUrl, token, api, id, body });

  /** Redirects are not followed: they could take a record, or the token, elsewhere. */
  async function ask(kind, url, init, { signal, draft } = {}) {
    const patience = AbortSignal.timeout(PATIENCE);
    let answer, text;
    try {
      answer = await fetch(url, {
        ...init,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      text = await answer.text();
    } catch (error) {
      signal?.throwIfAborted();
      const cause = patience.aborted
        ? `no answer within ${PATIENCE / 1000} seconds`
        : error.cause?.message || error.cause?.code || error.message;
      throw new Error(`${baseUrl} cannot be reached: ${cause}.`);
    }
    const { status, headers } = answer;
    if (status >= 300 && status < 400 && headers.has("location"))
      throw new Error(
        `${baseUrl} redirects to ${headers.get("location")}, and redirects are not followed. Correct CALENDIFF_BASE_URL.`,
        { cause: "redirect" },
      );
    return kinds[kind].response({
      status,
      contentType: headers.get("content-type"),
      text,
      draft,
    });
  }

  return {
    /** Returns the record that is stored now. The GET is assumed to have the path and version of the update. */
    async read(kind, id, signal) {
      const { url, init } = request(kind, id, {});
      const { authorization, version } = init.headers;
      const { ok, stored, refusal } = await ask(
        kind,
        url,
        { headers: { authorization, version } },
        { signal },
      );
      if (!ok)
        throw new Error(
          `The ${kind} ${id} could not be read (${refusal.reason}). ${refusal.issues.map(({ message }) => message).join(" ")}`,
        );
      const found = stored.value.id ?? stored.value._id;
      if (found !== undefined && String(found) !== id)
        throw new Error(
          `The service was asked for the ${kind} ${id}, and answered with the record ${found} (other_record).`,
        );
      return stored;
    },

    /** Sends an update. Returns the refusal, if there is one. */
    async send(kind, id, body) {
      const { url, init } = request(kind, id, body);
      try {
        return (await ask(kind, url, init, { draft: body })).refusal;
      } catch ({ message, cause: reason = "no-answer" }) {
        return { reason, retry: reason === "no-answer", issues: [], message };
      }
    },
  };
}
