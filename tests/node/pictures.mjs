/** The pictures that README.md shows, and that of links to the page, made of the page itself: `cargo xtask pictures`. */

import { statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { CHROMIUM } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const CARD = fileURLToPath(new URL("../../www/card.png", import.meta.url));

const site = await serve();
const browser = await chromium.launch(CHROMIUM);
for (const colorScheme of ["light", "dark"]) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme,
    reducedMotion: "reduce",
  });
  await page.goto(site.url);
  await page.getByRole("button", { name: "A calendar, edited" }).click();
  await page.locator('[data-tab="changes"]').click();
  await page.locator(".work .piece.added").first().waitFor();
  await page.locator(".standing").getByText("Customers can book").waitFor();
  await page.getByText("Kept in this browser").waitFor();
  // WebP, as the browser makes it: half of what PNG weighs.
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send("Page.captureScreenshot", {
    format: "webp",
    quality: 82,
  });
  const file = `${DOCS}page-${colorScheme}.webp`;
  writeFileSync(file, Buffer.from(data, "base64"));
  console.log(
    `${file}: ${Math.round(Buffer.from(data, "base64").length / 1024)} kB`,
  );
  await page.close();
}
const page = await browser.newPage();
await page.goto(site.url);
await page.getByRole("button", { name: "A calendar, edited" }).click();
await page.locator('[data-tab="changes"]').click();
// Without a clipboard it is saved.
await page.evaluate(() =>
  Object.defineProperty(navigator, "clipboard", { value: undefined }),
);
const [download] = await Promise.all([
  page.waitForEvent("download"),
  page.getByRole("button", { name: "Copy picture" }).click(),
]);
await download.saveAs(CARD);
console.log(`${CARD}: ${Math.round(statSync(CARD).size / 1024)} kB`);
await browser.close();
site.close();
