/**
 * What the page weighs and how long it takes: `cargo xtask bench page`. It prints, and tests nothing of it: bytes over the
 * wire and the time until one can use it on a slow device and line, then keys and drags in large records.
 */

import { createServer } from "node:http";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

import { CHROMIUM } from "./chromium.mjs";
import { calendarOf } from "./calendars.mjs";
import { chromium } from "playwright-core";
import { buildPage, weighed } from "./page-build.mjs";
import { find, TYPES } from "./serve.mjs";

const folders = {
  "/": await buildPage(join(tmpdir(), `calendiff-page-${process.pid}`)),
};

/** As DevTools has it: the latency of each request in milliseconds, and bytes a second. */
const LINES = {
  "fast 3G, as in Lighthouse (150 ms, 1.6 Mbit/s)": {
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  },
  "fast 3G, as in DevTools (563 ms, 1.4 Mbit/s)": {
    latency: 562.5,
    downloadThroughput: (1.44 * 1024 * 1024) / 8,
    uploadThroughput: (675 * 1024) / 8,
  },
};

const sent = new Map();
const server = createServer((request, response) => {
  const file = find(request.url, folders);
  let body;
  try {
    body = readFileSync(file);
  } catch {
    response.writeHead(404).end();
    return;
  }
  const packed = gzipSync(body, { level: 9 });
  sent.set(request.url, packed.length);
  response.writeHead(200, {
    "content-type": TYPES[extname(file)],
    "content-encoding": "gzip",
    "cache-control": "no-store",
  });
  response.end(packed);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch(CHROMIUM);

const median = (list) =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const at = (list, share) =>
  [...list].sort((a, b) => a - b)[
    Math.min(list.length - 1, Math.floor(list.length * share))
  ];
const spread = (list) =>
  `median ${median(list).toFixed(1)} ms, 95th percentile ${at(list, 0.95).toFixed(1)} ms, longest ${Math.max(...list).toFixed(1)} ms`;

async function start() {
  for (const [name, line] of Object.entries(LINES)) {
    const times = [];
    for (let run = 0; run < 3; run++) {
      const page = await browser.newPage({
        viewport: { width: 390, height: 844 },
      });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send("Network.enable");
      await cdp.send("Network.emulateNetworkConditions", {
        offline: false,
        ...line,
      });
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(url, { waitUntil: "commit" });
      await page.waitForFunction(
        () => document.documentElement.dataset.ready !== undefined,
        undefined,
        { polling: 20, timeout: 60_000 },
      );
      // A sample, pressed as soon as there is a button.
      const opened = await page.evaluate(
        () =>
          new Promise((done) => {
            [...document.querySelectorAll("button")]
              .find(({ textContent }) => textContent === "A calendar")
              .click();
            const look = () =>
              document.querySelector(".work:not([hidden]) .range")
                ? done(performance.now())
                : requestAnimationFrame(look);
            look();
          }),
      );
      const [{ startTime: ready }] = await page.evaluate(() =>
        performance
          .getEntriesByName("ready")
          .map(({ startTime }) => ({ startTime })),
      );
      times.push([ready, opened]);
      await page.close();
    }
    console.log(
      `${name}, CPU 4 times slower: the frame can be used after ${median(times.map(([ready]) => ready)).toFixed(0)} ms; a sample that is pressed at once is open after ${median(times.map(([, opened]) => opened)).toFixed(0)} ms`,
    );
  }
  const atOnce = weighed(folders["/"]);
  const kinds = {
    "page (HTML, CSS, icon)": /\.(html|css|svg)$/,
    "script of the page": /^(?!pkg-).*\.js$/,
    "the package, with its WebAssembly": /^pkg-/,
  };
  for (const [kind, pattern] of Object.entries(kinds)) {
    const own = [...atOnce].filter(([name]) => pattern.test(name));
    console.log(`${kind}: ${sumOf(own)} bytes by gzip, ${own.length} requests`);
  }
  console.log(`all that is loaded at once: ${sumOf(atOnce)} bytes by gzip`);
  const later = [...sent].filter(
    ([path]) => path !== "/" && !atOnce.has(path.slice(1)),
  );
  console.log(
    `once the page is idle: ${sumOf(later)} bytes by gzip, ${later.length} requests`,
  );
}

const sumOf = (files) => [...files].reduce((sum, [, size]) => sum + size, 0);

/** Frames and keys of what `act` does on a page with a record. */
async function measured(name, record, act, rate = 1) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
  });
  await page.goto(url);
  await page.waitForFunction(
    () => document.documentElement.dataset.ready !== undefined,
  );
  await page.locator(".load textarea:visible").fill(JSON.stringify(record));
  await page.getByRole("button", { name: "Open it" }).click();
  await page.locator(".work").waitFor();
  await page.waitForTimeout(1500);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
  await page.evaluate(() => {
    window.watch = async () => {
      await window.count();
      window.keys = [];
      window.frames = [];
      let last = performance.now();
      const frame = (now) => {
        const start = performance.now();
        // Behind all that the frame has to do.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          window.frames.push({
            gap: now - last,
            work: performance.now() - start,
          });
          last = now;
          requestAnimationFrame(frame);
        };
        channel.port2.postMessage(0);
      };
      requestAnimationFrame(frame);
      new PerformanceObserver((list) => {
        for (const {
          name,
          duration,
          processingStart,
          processingEnd,
        } of list.getEntries())
          if (["keydown", "input", "pointermove"].includes(name))
            window.keys.push({
              name,
              duration,
              work: processingEnd - processingStart,
            });
      }).observe({ type: "event", durationThreshold: 16 });
      window.began = [];
      for (const type of ["keydown", "pointermove"]) {
        addEventListener(
          type,
          () => {
            const from = performance.now();
            requestAnimationFrame(() => {
              const channel = new MessageChannel();
              channel.port1.onmessage = () =>
                window.began.push(performance.now() - from);
              channel.port2.postMessage(0);
            });
          },
          { capture: true },
        );
      }
    };
  });
  // The time that the page's thread worked, which does not depend on what else the machine is doing.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () =>
    Object.fromEntries(
      (await cdp.send("Performance.getMetrics")).metrics.map(
        ({ name, value }) => [name, value * 1000],
      ),
    );
  // It counts from there on where `act` begins to watch: opening the place is not part of a key.
  let before;
  await page.exposeFunction("count", async () => {
    before = await worked();
  });
  await act(page);
  const after = await worked();
  const { began, frames } = await page.evaluate(() => ({
    began: window.began,
    frames: window.frames,
  }));
  const late = frames.filter(({ gap }) => gap > 25).length;
  console.log(
    `${name}: ${began.length} keys or moves, from the event to the painted frame: ${spread(began)}; ${frames.length} frames, ${late} of them late (over 25 ms)`,
  );
  const each = (name) =>
    `${((after[name] - before[name]) / began.length).toFixed(1)} ms`;
  console.log(
    `  work for each, with all that comes of it: ${each("TaskDuration")}; of that script ${each("ScriptDuration")}, styles ${each("RecalcStyleDuration")}, layout ${each("LayoutDuration")}`,
  );
  await page.close();
}

const type = async (page, locator, text) => {
  await locator.click();
  await page.evaluate(() => window.watch());
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text, { delay: 50 });
  await page.waitForTimeout(200);
};

const go = (page, name) => page.locator(".section", { hasText: name }).click();

const dates = calendarOf(1_000);
const week = {
  ...dates,
  openHours: [1, 2, 3, 4, 5].map((day) => ({
    daysOfTheWeek: [day],
    hours: [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }],
  })),
};
/** Each with a date that is none, which no two share. */
const faulty = {
  ...week,
  availabilities: Array.from({ length: 3_000 }, (_, at) => ({
    date: `${2000 + at}-02-30T00:00:00.000Z`,
    hours: [{ openHour: 17, openMinute: 0, closeHour: 9, closeMinute: 0 }],
  })),
};

async function drag(page) {
  const { x, y, width, height } = await page
    .locator('.work .column[data-day="monday"]')
    .boundingBox();
  await page.evaluate(() => window.watch());
  await page.mouse.move(x + width / 2, y + (height * 12) / 24);
  await page.mouse.down();
  for (let step = 0; step < 90; step++) {
    await page.mouse.move(
      x + width / 2 + step * 4,
      y + height * (0.5 + 0.2 * Math.sin(step / 9)),
    );
    await page.waitForTimeout(14);
  }
  await page.mouse.up();
  await page.waitForTimeout(200);
}

await start();
await measured("a name, typed, 1,000 special dates", week, async (page) => {
  await go(page, "Everything else");
  await type(
    page,
    page.getByLabel("Name", { exact: true }),
    "A name of some length, typed",
  );
});
await measured("the same with all changes in sight", week, async (page) => {
  await page.locator('[data-tab="changes"]').click();
  await go(page, "Everything else");
  await type(
    page,
    page.getByLabel("Name", { exact: true }),
    "A name of some length, typed",
  );
});
await measured("the same with the body in sight", week, async (page) => {
  await page.locator('[data-tab="send"]').click();
  await go(page, "Everything else");
  await type(
    page,
    page.getByLabel("Name", { exact: true }),
    "A name of some length, typed",
  );
});
await measured("hours dragged over the week, 1,000 special dates", week, drag);
await measured(
  "dates walked by arrow keys, 1,000 special dates",
  week,
  async (page) => {
    await go(page, "Special dates");
    await page.locator('.date[tabindex="0"]').focus();
    await page.evaluate(() => window.watch());
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(30);
    }
  },
);
await measured("a name, typed, 3,000 faulty dates", faulty, async (page) => {
  await go(page, "Everything else");
  await type(
    page,
    page.getByLabel("Name", { exact: true }),
    "A name of some length, typed",
  );
});
await measured("a date of 3,000 faulty ones, typed", faulty, async (page) => {
  await go(page, "Special dates");
  await type(
    page,
    page.locator('.dates .field[data-member="date"] input').first(),
    "2041-12-24",
  );
});
await measured("an hour of 3,000 faulty dates, typed", faulty, async (page) => {
  await go(page, "Special dates");
  await type(
    page,
    page.locator('.dates .field[data-member="closeHour"] input').first(),
    "18",
  );
});
await measured("hours dragged over the week, 3,000 faulty dates", faulty, drag);
await browser.close();
server.close();
rmSync(folders["/"], { recursive: true });
