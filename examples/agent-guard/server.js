/** An MCP server with three tools: read a record, review an update, and update. */

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

import { guard } from "./guard.js";
import { connect, settings } from "./service.js";
import { isDone, ofRecord, ofReview, ofUpdate } from "./words.js";

const service = settings(process.env);
const { read, review, update } = guard(connect(service));

const INSTRUCTIONS = `Read a record before you change it. Review an update before you send it, and show the changes to the person you work for.
If an answer has findings, correct the draft by their fixes. If others changed the same meanwhile, read the record again.`;
const SAMPLE = `
No service is set, so the records are a sample, and changes are lost at the end: the calendar Kx2m and the location Rq7t.`;

const server = new McpServer(
  { name: "agent-guard", version: "0.1.0" },
  { instructions: INSTRUCTIONS + (service.isSandbox ? SAMPLE : "") },
);

const record = {
  kind: z.enum(["calendar", "location"]),
  id: z.string().min(1).describe("The ID of the calendar or location"),
  from: z.iso
    .date()
    .optional()
    .describe(
      "The first of the 28 dates over which to say what people can book; today by default",
    ),
};
const wanted = {
  ...record,
  draft: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'The members to change, such as { "slotDuration": 45 }. A list replaces the whole stored list.',
    ),
  edits: z
    .string()
    .optional()
    .describe(
      "In place of a draft: changes by key, separated by semicolons, which leave the other days, dates and team members as they are. " +
        "For example: slotDuration = 45; openHours/saturday = 09:00-12:00; openHours/sunday = closed; availabilities/2026-12-24..2026-12-26 = closed; " +
        "availabilities/2026-12-31 = absent; teamMembers/u-ben/priority = 0.5; allowBookingAfter = at least 2 days. " +
        "Only dates, team members and places can be absent: an update cannot remove a member.",
    ),
};

/** An answer never has the token, also if the service repeats it. */
const answer = (text, isError = false) => ({
  content: [
    {
      type: "text",
      text: service.isSandbox ? text : text.replaceAll(service.token, "***"),
    },
  ],
  isError,
});
/** Throws unless there is either a draft or edits. */
function one(args) {
  if (!args.draft === !args.edits)
    throw new Error("Give either a draft or edits.");
  return args;
}

/** Registers a tool. `signal` is aborted when the client cancels the call. */
const tool = (name, about, run) =>
  server.registerTool(name, about, async (args, { signal }) => {
    try {
      return await run(args, signal);
    } catch ({ message }) {
      return answer(message, true);
    }
  });

tool(
  "read_record",
  {
    title: "Read a record",
    description: "Reads a calendar or location that is stored now, as JSON.",
    inputSchema: record,
    annotations: { readOnlyHint: true },
  },
  async (args, signal) => answer(ofRecord(await read(args, signal))),
);

tool(
  "review_update",
  {
    title: "Review an update",
    description:
      "Shows what an update would change, what is wrong with it, and whether it can be sent. Sends nothing.",
    inputSchema: wanted,
    annotations: { readOnlyHint: true },
  },
  async (args, signal) => answer(ofReview(await review(one(args), signal))),
);

tool(
  "update_record",
  {
    title: "Update a record",
    description:
      "Reviews an update, sends it if it can be sent, reads the record back and verifies it. Otherwise sends nothing and shows why.",
    inputSchema: wanted,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    },
  },
  async (args, signal) => {
    const updated = await update(one(args), signal);
    return answer(ofUpdate(updated), !isDone(updated));
  },
);

await server.connect(new StdioServerTransport());
