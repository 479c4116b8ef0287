/** Opens pages in a headless Chromium, which `cargo xtask test` names in $CHROMIUM. */

import { dirname } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium, firefox } from "playwright-core";

import { CHROMIUM } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

/** What `cargo xtask demo` serves, but with the package as it was packed. */
export const FOLDERS = {
  "/pkg/": process.env.PKG ?? `${HERE}/node_modules/calendiff`,
  "/": fileURLToPath(new URL("../../www", import.meta.url)),
};

/** True if the pages are opened in a Firefox, which $FIREFOX names, by WebDriver BiDi. */
export const isFirefox = Boolean(process.env.FIREFOX);

/** For tests with fingers, pens, the clipboard or forced colors, which a program can control in Chromium alone. */
export const onlyChromium = {
  skip: isFirefox && "only Chromium can be made to do this",
};

/** One for all tests of a file, each of which has a context of its own: no storage, no permissions, no sizes are shared. */
let browser;
after(async () => (await browser)?.close());

/**
 * Calls `use` with a page of its own and the address of the site; fails if the page logged an error or asked for anything
 * from elsewhere, other than `origins`, where other servers listen. `strict: false` lets the page complain. `locale` is that of
 * the browser.
 *
 * @param {(page: import("playwright-core").Page, url: string) => Promise<void>} use
 */
export async function withPage(
  use,
  { folders = FOLDERS, origins = [], strict = true, locale = "en-GB" } = {},
) {
  const site = await serve({ folders });
  browser ??= isFirefox
    ? firefox.launch({
        channel: "moz-firefox",
        executablePath: process.env.FIREFOX,
      })
    : chromium.launch(CHROMIUM);
  const context = await (await browser).newContext({ locale });
  try {
    const page = await context.newPage();
    const wrong = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on(
      "console",
      (message) => message.type() === "error" && wrong.push(message.text()),
    );
    await page.route(
      (url) =>
        !["data:", "blob:"].includes(url.protocol) &&
        [site.url, ...origins].every((origin) => !url.href.startsWith(origin)),
      (route) => {
        wrong.push(`asked for ${route.request().url()}`);
        return route.abort();
      },
    );
    await use(page, site.url);
    if (strict && wrong.length > 0)
      throw new Error(`the page did what it should not:\n${wrong.join("\n")}`);
  } finally {
    await context.close();
    site.close();
  }
}

/**
 * Opens `url` with nothing left of the page that was there, even if only the part after the "#" differs. By way of another
 * page of the same site: from `about:blank`, Chromium refuses an icon that the page before had asked for, and logs an error.
 *
 * @param {import("playwright-core").Page} page
 */
export async function openAfresh(page, url) {
  await page.goto(new URL("icon.svg", url).href);
  await page.goto(url);
}
