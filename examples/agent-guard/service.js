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
  return { baseUrl, token, api, fetch, isSandbox: false };
}

/** Returns true if a refusal leaves open whether the update was applied, so that only reading the record again shows it. */
export const isOpen = ({ reason, retry }) =>
  retry || reason === "no-record" || reason === "not-json";

/** Connects to the service. */
export function connect({ baseUrl, token, api, fetch }) {
  const request = (kind, id, body) =>
    kinds[kind].request({ baseUrl, token, api, id, body });

  async function ask(kind, url, init, draft) {
    const answer = await fetch(url, {
      ...init,
      signal: AbortSignal.timeout(PATIENCE),
    });
    return kinds[kind].response({
      status: answer.status,
      contentType: answer.headers.get("content-type"),
      text: await answer.text(),
      draft,
    });
  }

  return {
    /** Returns the record that is stored now. The path of this GET and its version are assumed to be those of the update. */
    async read(kind, id) {
      const { url, init } = request(kind, id, {});
      const { authorization, version } = init.headers;
      const { ok, stored, refusal } = await ask(kind, url, {
        headers: { authorization, version },
      });
      if (!ok)
        throw new Error(
          `The ${kind} ${id} could not be read (${refusal.reason}). ${refusal.issues.map(({ message }) => message).join(" ")}`,
        );
      return stored;
    },

    /** Sends an update. Returns the refusal, if there is one. */
    async send(kind, id, body) {
      const { url, init } = request(kind, id, body);
      try {
        return (await ask(kind, url, init, body)).refusal;
      } catch {
        return { reason: "no-answer", retry: true, issues: [] };
      }
    },
  };
}
