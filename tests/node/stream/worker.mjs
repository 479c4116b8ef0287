import { parentPort } from "node:worker_threads";

import { calendar, parse } from "calendiff";
import { serve } from "calendiff/stream";

const edits = calendar.edits("slotDuration = 45");

serve((text) => {
  if (text === "crash") process.exit(1);
  if (text === "odd") return () => text;
  return calendar.edit(parse(text), edits, { mode: "changed" }).body.value;
}, parentPort);
