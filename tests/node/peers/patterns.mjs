/** What texts may be, the same for all peers: calendiff's own patterns, and what it only warns of. */

import { calendar } from "calendiff/json-schema";

const { $defs } = calendar.update;
const pattern = (name) => new RegExp($defs[name].pattern, "u");

export const text = pattern("text");
export const name = pattern("name");
export const color = pattern("color");
export const url = pattern("url");
export const email = pattern("email");
export const emailLocal = new RegExp($defs.email.allOf[0].pattern, "u");
export const emailLength = $defs.email.maxLength;
export const slug = /^[A-Za-z0-9_-]+$/u;
/** Each `{{` with its `}}` behind it. */
const character = `(?!\\{\\{|\\}\\})${text.source.slice(1, -2)}`;
export const template = new RegExp(`^(?:${character}|\\{\\{(?:${character})*\\}\\})*$`, "u");
/** A day that exists, at midnight UTC. */
export const date = new RegExp(`^(?=.{10}T00:00:00(?:\\.0+)?(?:Z|[+-]00:00)$)${pattern("date-time").source.slice(1)}`, "u");
