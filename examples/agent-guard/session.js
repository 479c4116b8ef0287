/** A session with the server, as an agent would have it: prints each call and its answer. */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const kx2m = { kind: "calendar", id: "Kx2m", from: "2026-12-21" };
const CALLS = [
  ["read_record", kx2m],
  [
    "review_update",
    {
      ...kx2m,
      draft: { slotDuration: "soon", eventColor: "#f00", apointmentPerDay: 3 },
    },
  ],
  [
    "review_update",
    {
      ...kx2m,
      edits:
        "slotDuration = 45; openHours/friday = 09:00-12:00; availabilities/2026-12-31 = closed",
    },
  ],
  ["update_record", { ...kx2m, draft: { slotDuration: 0 } }],
  [
    "update_record",
    {
      ...kx2m,
      edits:
        "slotDuration = 45; openHours/friday = 09:00-12:00; availabilities/2026-12-31 = closed",
    },
  ],
];

const client = new Client({ name: "session", version: "0.1.0" });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: ["server.js"] }),
);
for (const [name, args] of CALLS) {
  const { content } = await client.callTool({ name, arguments: args });
  console.log(`> ${name} ${JSON.stringify(args)}\n${content[0].text}\n`);
}
await client.close();
