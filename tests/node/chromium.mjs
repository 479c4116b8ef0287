/** How Chromium is started: the one that `cargo xtask` names in $CHROMIUM, or one in a usual place. */

import { existsSync } from "node:fs";

const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? USUAL.find(existsSync),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
