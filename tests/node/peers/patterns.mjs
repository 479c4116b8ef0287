/** What texts may be, the same for all peers: calendiff's own patterns, and what it only warns of. */

import { calendar } from "calendiff/json-schema";

const { $defs, properties } = calendar.update;
const pattern = (member) => new RegExp(member.pattern, "u");

export const text = pattern(properties.notes);
export const name = pattern(properties.name);
export const color = pattern(properties.eventColor);
export const url = pattern(properties.calendarCoverImage);
export const email = pattern(properties.alertEmail);
export const emailLocal = new RegExp(
  properties.alertEmail.allOf[0].pattern,
  "u",
);
export const emailLength = properties.alertEmail.maxLength;
export const slug = /^[A-Za-z0-9_-]+$/u;
/** Each `{{` with its `}}` behind it. */
const character = `(?!\\{\\{|\\}\\})${text.source.slice(1, -2)}`;
export const template = new RegExp(
  `^(?:${character}|\\{\\{(?:${character})*\\}\\})*$`,
  "u",
);
/** A day that exists, at midnight UTC. */
export const date = new RegExp(
  `^(?=.{10}T00:00:00(?:\\.0+)?(?:Z|[+-]00:00)$)${pattern($defs["special-date"].properties.date).source.slice(1)}`,
  "u",
);
