/** examples/agent-guard: the MCP server as a child process, used by the client of the SDK as an agent's program would. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { calendar, sandbox } from "calendiff";

import { copiedOut, started } from "./templates.mjs";

const TOKEN = "pit-0123";
const KX2M = { kind: "calendar", id: "Kx2m", from: "2026-12-21" };

let folder, end;
before(() => ({ folder, end } = copiedOut("agent-guard")));
after(() => end());

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** The sandbox as a server. */
async function serviceWith(calendars) {
  const { fetch, fail } = sandbox(
    { calendars },
    { profile: "service", token: TOKEN },
  );
  /** Faults for the next updates, and the number of updates so far. */
  const updates = { faults: [], sent: 0, held: undefined };
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    let body;
    if (request.method === "PUT") {
      body = Buffer.concat(chunks).toString();
      updates.sent++;
      await updates.held;
      fail(...updates.faults.splice(0, 1));
    }
    try {
      const answer = await fetch(`https://sandbox.example${request.url}`, {
        method: request.method,
        headers: request.headers,
        body,
      });
      response
        .writeHead(answer.status, Object.fromEntries(answer.headers))
        .end(await answer.text());
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const stored = async () => {
    const { url, init } = calendar.request({
      baseUrl: "https://sandbox.example",
      id: "Kx2m",
      token: TOKEN,
      body: {},
    });
    return calendar.read(
      await (await fetch(url, { headers: init.headers })).json(),
    ).value;
  };
  /** Saves a colleague's change of the calendar. */
  const colleague = async (draft) => {
    const body = calendar.body(await stored(), draft).value;
    const { url, init } = calendar.request({
      baseUrl: "https://sandbox.example",
      id: "Kx2m",
      token: TOKEN,
      body,
    });
    assert.equal((await fetch(url, init)).status, 200);
  };
  return { baseUrl, updates, stored, colleague, close: () => server.close() };
}

/** Starts the server and connects to it. */
async function agent(env = {}) {
  const client = new Client({ name: "test", version: "0.1.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["server.js"],
      cwd: folder,
      env,
    }),
  );
  const call = async (name, args, options) => {
    const { content, isError = false } = await client.callTool(
      { name, arguments: args },
      undefined,
      options,
    );
    assert.equal(content.length, 1);
    assert.ok(!content[0].text.includes(TOKEN), "an answer has the token");
    return { text: content[0].text, isError };
  };
  return { client, call, close: () => client.close() };
}

const hours = [{ openHour: 9, openMinute: 0, closeHour: 17, closeMinute: 0 }];
const RECORD = {
  id: "Kx2m",
  name: "First visit",
  eventColor: "#039be5",
  slotDuration: 60,
  openHours: [1, 2, 3].map((day) => ({ daysOfTheWeek: [day], hours })),
  availabilities: [{ date: "2026-12-24T00:00:00.000Z", hours: [] }],
};

/** Runs a test with a service of its own and an agent. */
function withService(name, run) {
  test(name, async () => {
    const service = await serviceWith({ Kx2m: RECORD });
    const { call, close } = await agent({
      CALENDIFF_BASE_URL: service.baseUrl,
      CALENDIFF_TOKEN: TOKEN,
    });
    try {
      await run(service, call);
    } finally {
      await close();
      service.close();
    }
  });
}

/** Runs a test with a service that gives the answers of a function, and an agent. */
function withAnswers(name, answerTo, run) {
  test(name, async () => {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const { status = 200, headers = {}, body } = answerTo(request);
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${server.address().port}`;
    const { call, close } = await agent({
      CALENDIFF_BASE_URL: baseUrl,
      CALENDIFF_TOKEN: TOKEN,
    });
    try {
      await run(call, asked, { baseUrl, stop: () => server.close() });
    } finally {
      await close();
      server.close();
    }
  });
}

const readme = () => readFileSync(join(folder, "README.md"), "utf8");

test("npm start prints the session of the README", async () => {
  const { status, text } = await started("npm start --silent", folder).ended;
  assert.equal(status, 0, text);
  const [, shown] = /^```text\n(> read_record .*?)^```$/ms.exec(readme());
  assert.equal(shown.trimEnd(), text.trimEnd());
});

test("the tools say which of them changes anything, and the sample is named where no service is set", async () => {
  const { client, call, close } = await agent();
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name, annotations }) => [name, annotations.readOnlyHint]),
    [
      ["read_record", true],
      ["review_update", true],
      ["update_record", false],
    ],
  );
  assert.match(client.getInstructions(), /calendar Kx2m and the location Rq7t/);
  const location = { kind: "location", id: "Rq7t" };
  assert.match((await call("read_record", location)).text, /Rose Lane/);
  assert.deepEqual(
    await call("update_record", {
      ...location,
      draft: { name: "Rose Lane 2" },
    }),
    {
      text: "Sent, read back and verified.\nChanges:\n- name “Rose Lane 2”, was “Rose Lane”",
      isError: false,
    },
  );
  await close();
});

withService(
  "an update is reviewed, refused with its reason, corrected, sent and verified",
  async ({ updates, stored }, call) => {
    const update = {
      ...KX2M,
      draft: { slotDuration: "45 min", eventColor: "#f00" },
    };
    assert.match(
      (await call("update_record", update)).text,
      /^Call read_record for the calendar Kx2m first/,
    );
    assert.match(
      (await call("read_record", KX2M)).text,
      /"slotDuration":60.*\nBetween 2026-12-21 and 2027-01-17: open on /s,
    );

    assert.match(
      (await call("review_update", update)).text,
      /^This update cannot be sent\.\nFindings:\n- error at \/slotDuration: /,
    );
    const refused = await call("update_record", update);
    assert.match(
      refused.text,
      /^Nothing was sent\.\nFindings:\n- error at \/slotDuration: .*\n- warning at \/eventColor: .* Fix: Write #ff0000\.$/,
    );
    assert.equal(refused.isError, true);
    assert.deepEqual(await stored(), RECORD);

    const corrected = {
      ...KX2M,
      draft: { slotDuration: 45, eventColor: "#ff0000" },
    };
    const changes =
      "Changes:\n- color #ff0000, was #039be5\n- slot duration 45, was 60";
    const review = await call("review_update", corrected);
    for (const line of ["This update can be sent.", ...changes.split("\n")])
      assert.ok(review.text.split("\n").includes(line), review.text);
    assert.equal(updates.sent, 0);
    const sent = await call("update_record", corrected);
    assert.equal(
      sent.text.replace("Sent, read back and verified.", ""),
      review.text.replace("This update can be sent.", ""),
    );
    assert.equal(sent.isError, false);
    assert.equal(updates.sent, 1);
    assert.deepEqual(
      [(await stored()).slotDuration, (await stored()).eventColor],
      [45, "#ff0000"],
    );

    assert.equal(
      (await call("update_record", corrected)).text,
      "Nothing to send: the record already is as requested.",
    );
    assert.equal(updates.sent, 1);
  },
);

withService(
  "what a colleague saves between the review and the update stays, also in a list that is sent whole",
  async ({ stored, colleague }, call) => {
    await call("read_record", KX2M);
    const closed = (date) => ({ date: `${date}T00:00:00.000Z`, hours: [] });
    const update = {
      ...KX2M,
      draft: {
        availabilities: [...RECORD.availabilities, closed("2026-12-31")],
      },
    };
    await call("review_update", update);
    await colleague({
      name: "Intake",
      availabilities: [...RECORD.availabilities, closed("2026-12-25")],
    });

    const { text, isError } = await call("update_record", update);
    assert.match(
      text,
      /^Sent, read back and verified\.\nChanges:\n- special date 31 December 2026 added: closed\n/,
    );
    assert.match(
      text,
      /Others changed this since you read the record, and it stays:\n- name “Intake”, was “First visit”\n- special date 25 December 2026 added: closed$/,
    );
    assert.equal(isError, false);
    const { name, availabilities } = await stored();
    assert.equal(name, "Intake");
    assert.deepEqual(
      availabilities.map(({ date }) => date.slice(0, 10)).sort(),
      ["2026-12-24", "2026-12-25", "2026-12-31"],
    );

    // The agent has not read the colleague's date, so its next list does not remove it.
    await call("update_record", {
      ...KX2M,
      draft: { availabilities: [closed("2026-12-31")] },
    });
    assert.deepEqual(
      (await stored()).availabilities
        .map(({ date, deleted }) => [date.slice(0, 10), deleted ?? false])
        .filter(([, deleted]) => !deleted)
        .map(([date]) => date)
        .sort(),
      ["2026-12-25", "2026-12-31"],
    );
  },
);

withService(
  "where a colleague changed the same, nothing is sent until the record is read again",
  async ({ updates, stored, colleague }, call) => {
    await call("read_record", KX2M);
    const update = { ...KX2M, draft: { slotDuration: 45 } };
    await call("review_update", update);
    await colleague({ slotDuration: 30 });
    const { text, isError } = await call("update_record", update);
    assert.equal(isError, true);
    assert.ok(readme().includes(`\`\`\`text\n${text}\n\`\`\`\n`), text);
    assert.equal((await stored()).slotDuration, 30);
    assert.equal((await call("update_record", update)).text, text);
    assert.equal(updates.sent, 0);

    await call("read_record", KX2M);
    assert.match(
      (await call("update_record", update)).text,
      /^Sent, read back and verified\.\nChanges:\n- slot duration 45, was 30/,
    );
  },
);

withService(
  "two updates at the same time both stay",
  async ({ stored }, call) => {
    await call("read_record", KX2M);
    const dates = ["2026-12-28", "2026-12-29"];
    const answers = await Promise.all(
      dates.map((date) =>
        call("update_record", {
          ...KX2M,
          edits: `availabilities/${date} = closed`,
        }),
      ),
    );
    for (const { text } of answers)
      assert.match(text, /^Sent, read back and verified\./);
    assert.deepEqual(
      (await stored()).availabilities
        .map(({ date }) => date.slice(0, 10))
        .sort(),
      ["2026-12-24", ...dates],
    );
  },
);

withService(
  "an update without a clear answer is read back",
  async ({ updates }, call) => {
    await call("read_record", KX2M);
    const failed = async (fault, draft) => {
      updates.faults = [fault];
      return call("update_record", { ...KX2M, draft });
    };
    assert.match(
      (await failed("silence", { slotDuration: 45 })).text,
      /^Sent, read back and verified\./,
    );
    assert.match(
      (await failed("html", { name: "Intake" })).text,
      /^Sent, but the record read back is not as requested \(not-json\)\./,
    );
    assert.match(
      (await call("update_record", { ...KX2M, draft: { slotDuration: 30 } }))
        .text,
      /^Call read_record/,
    );

    await call("read_record", KX2M);
    const busy = await failed("429", { slotDuration: 30 });
    assert.equal(busy.isError, true);
    assert.match(
      busy.text,
      /\(rate-limited\)\..*\nNot applied:\n- slot duration 30, was 45\nThe service may accept the same update later\.$/,
    );

    await call("read_record", KX2M);
    assert.match(
      (await failed("401", { slotDuration: 30 })).text,
      /^The service refused the update \(unauthorized\), and nothing changed\./,
    );
  },
);

withService("a call that makes no sense says so", async (_, call) => {
  await call("read_record", KX2M);
  const wrong = async (args, message) => {
    const { text, isError } = await call("review_update", { ...KX2M, ...args });
    assert.ok(isError);
    assert.match(text, message);
  };
  await wrong({}, /^Give either a draft or edits\.$/);
  await wrong(
    { draft: {}, edits: "slotDuration = 45" },
    /^Give either a draft or edits\.$/,
  );
  await wrong(
    { edits: "slotDurations = 45" },
    /slotDurations: expected a member of a calendar, such as slotDuration/,
  );
  await wrong({ draft: {}, from: "tomorrow" }, /from/);
  assert.match(
    (await call("read_record", { kind: "calendar", id: "none" })).text,
    /^The calendar none could not be read \(bad-request\)\./,
  );
});

test("a service without a token does not start, nor one with settings that cannot be used", async () => {
  const refused = async (settings, message) => {
    const { status, text } = await started(
      `env ${["CALENDIFF_BASE_URL=https://service.example", ...settings].join(" ")} node server.js`,
      folder,
    ).ended;
    assert.equal(status, 1);
    assert.match(text, message);
  };
  await refused([], /Set both CALENDIFF_BASE_URL and CALENDIFF_TOKEN/);
  await refused(
    ["CALENDIFF_TOKEN=pit-0123", "CALENDIFF_API=publc"],
    /cannot be used: api: expected specification or public, found publc/,
  );
  await refused(
    ["CALENDIFF_TOKEN=pit-é"],
    /cannot be used: token: expected visible ASCII characters/,
  );
});

withService(
  "an update that is cancelled while it waits is not sent",
  async ({ updates, stored }, call) => {
    await call("read_record", KX2M);
    let release;
    updates.held = new Promise((resolve) => (release = resolve));
    const first = call("update_record", { ...KX2M, draft: { name: "Intake" } });
    while (updates.sent === 0) await pause();
    const controller = new AbortController();
    const second = call(
      "update_record",
      { ...KX2M, draft: { slotDuration: 45 } },
      { signal: controller.signal },
    );
    const third = call("update_record", {
      ...KX2M,
      edits: 'notes = "By the door"',
    });
    await pause();
    controller.abort("no longer wanted");
    await assert.rejects(second, /no longer wanted/);
    await pause();
    release();
    for (const { text } of [await first, await third])
      assert.match(text, /^Sent, read back and verified\./);
    const { name, slotDuration, notes } = await stored();
    assert.deepEqual(
      [name, slotDuration, notes, updates.sent],
      ["Intake", 60, "By the door", 2],
    );
  },
);

withAnswers(
  "a record of another ID is neither read nor updated",
  ({ url }) => ({
    body: { calendar: url.endsWith("Bz9q") ? { _id: "OTHER" } : RECORD },
  }),
  async (call, asked) => {
    assert.deepEqual(
      await call("read_record", { kind: "calendar", id: "Bz9q" }),
      {
        text: "The service was asked for the calendar Bz9q, and answered with the record OTHER (other_record).",
        isError: true,
      },
    );
    assert.match(
      (
        await call("update_record", {
          kind: "calendar",
          id: "Bz9q",
          draft: { name: "Intake" },
        })
      ).text,
      /^Call read_record/,
    );
    assert.deepEqual(asked, ["GET /api/calendars/Bz9q"]);
    assert.match((await call("read_record", KX2M)).text, /First visit/);
  },
);

withService(
  "an update that others overtook does not count as made",
  async ({ updates, stored, colleague }, call) => {
    await call("read_record", KX2M);
    await colleague({ slotDuration: 45 });
    const expected = {
      text: [
        "Nothing was sent.",
        "This changes nothing in the record as you read it, which is not the one that is stored now.",
        "Others changed this since you read the record, and it stays:",
        "- slot duration 45, was 60",
        "Read the record again, and decide what it should be.",
      ].join("\n"),
      isError: true,
    };
    for (const wanted of [
      { draft: { slotDuration: 60 } },
      { edits: "slotDuration = 60" },
    ]) {
      assert.deepEqual(
        await call("update_record", { ...KX2M, ...wanted }),
        expected,
      );
      const { text } = await call("review_update", { ...KX2M, ...wanted });
      assert.match(text, /^This update cannot be sent\.\nThis changes nothing/);
    }
    assert.deepEqual([(await stored()).slotDuration, updates.sent], [45, 0]);

    // The record is as requested if others changed only other values, or made the same change.
    for (const wanted of [
      { draft: { name: "First visit" } },
      { draft: { slotDuration: 45 } },
      { edits: "slotDuration = 45" },
    ]) {
      const { text, isError } = await call("update_record", {
        ...KX2M,
        ...wanted,
      });
      assert.match(
        text,
        /^Nothing to send: the record already is as requested\./,
        JSON.stringify(wanted),
      );
      assert.equal(isError, false);
    }
  },
);

withService(
  "the agent's own updates are not changes of others",
  async ({ stored, colleague }, call) => {
    await call("read_record", KX2M);
    await colleague({ eventColor: "#ff0000" });
    const [first, second, third] = await Promise.all(
      [{ name: "Intake" }, { slotDuration: 45 }, { slotDuration: 30 }].map(
        (draft) => call("update_record", { ...KX2M, draft }),
      ),
    );
    const others =
      "Others changed this since you read the record, and it stays:\n- color #ff0000, was #039be5";
    for (const { text } of [first, second])
      assert.equal(
        text.slice(text.indexOf("Others")),
        others,
        "only the colleague's change is one of others",
      );
    assert.match(second.text, /Changes:\n- slot duration 45, was 60\n/);
    assert.match(
      third.text,
      /^Nothing was sent\.\nThe same was changed since you read the record \(.*\):\n- slot duration: ours 30, theirs 45, was 60\n/,
    );
    const { name, slotDuration } = await stored();
    assert.deepEqual([name, slotDuration], ["Intake", 45]);
  },
);

withService(
  "edits that cannot be made say so",
  async ({ updates, colleague }, call) => {
    await call("read_record", KX2M);
    const refused = async (edits, text) => {
      assert.deepEqual(await call("update_record", { ...KX2M, edits }), {
        text,
        isError: true,
      });
      assert.equal(updates.sent, 0);
    };
    await refused(
      'slotDuration = absent; name = "Intake"',
      "Nothing was sent.\nAn update cannot remove this, so leave it out of the edits:\n- slot duration removed, was 60",
    );
    await refused(
      "where name = Other; slotDuration = 45",
      "Nothing was sent.\nThe condition of the edits does not hold for this record.",
    );
    await colleague({ name: "Intake" });
    await refused(
      'where name = "First visit"; slotDuration = 45',
      "Nothing was sent.\nThe condition of the edits does not hold for this record.",
    );
    await refused(";", "The edits have no edit.");
    await refused('where name = "First visit"', "The edits have no edit.");
    assert.deepEqual(await call("review_update", { ...KX2M, draft: {} }), {
      text: "The draft is empty.",
      isError: true,
    });
    assert.match(
      (
        await call("update_record", {
          ...KX2M,
          edits:
            "availabilities/2026-12-24 = absent; openHours/monday = closed",
        })
      ).text,
      /^Sent, read back and verified\./,
    );
  },
);

test("a member of a location is not removed either", async () => {
  const { call, close } = await agent();
  const location = { kind: "location", id: "Rq7t" };
  await call("read_record", location);
  assert.match(
    (await call("update_record", { ...location, edits: "email = absent" }))
      .text,
    /^Nothing was sent\.\nAn update cannot remove this, .*:\n- e-mail removed, was desk@example\.com$/,
  );
  await close();
});

withService("each finding is there once", async (_, call) => {
  await call("read_record", KX2M);
  const { text } = await call("review_update", {
    ...KX2M,
    draft: { openHours: [] },
  });
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  assert.equal(text.split("Open on 0 of 28 days").length, 2, text);
  assert.equal(new Set(lines).size, lines.length, text);
});

withAnswers(
  "a token that the service repeats is not in the answer",
  () => ({
    status: 401,
    body: { statusCode: 401, message: `Invalid JWT ${TOKEN}` },
  }),
  async (call) => {
    const { text, isError } = await call("read_record", KX2M);
    assert.match(text, /\(unauthorized\)\. .*Invalid JWT \*\*\*$/);
    assert.equal(isError, true);
  },
);

withAnswers(
  "redirects are not followed, and a service that is not there is named",
  ({ method, url, headers }) =>
    method === "PUT" || url.includes("moved")
      ? { status: 307, headers: { location: `http://${headers.host}/new` } }
      : { body: { calendar: RECORD } },
  async (call, asked, { baseUrl, stop }) => {
    const redirected = `${baseUrl} redirects to ${baseUrl}/new, and redirects are not followed. Correct CALENDIFF_BASE_URL.`;
    assert.deepEqual(await call("read_record", { ...KX2M, id: "moved" }), {
      text: redirected,
      isError: true,
    });
    await call("read_record", KX2M);
    const { text, isError } = await call("update_record", {
      ...KX2M,
      draft: { name: "Intake" },
    });
    assert.match(
      text,
      /^Sent, but the record read back is not as requested \(redirect\)\..*\nNot applied:\n- name “Intake”, was “First visit”\n/,
    );
    assert.ok(text.endsWith(redirected), text);
    assert.equal(isError, true);
    assert.ok(!asked.some((request) => request.endsWith("/new")));

    stop();
    const { text: away } = await call("read_record", KX2M);
    assert.ok(away.startsWith(`${baseUrl} cannot be reached: `), away);
    assert.match(away, /ECONNREFUSED|other side closed|ECONNRESET/);
  },
);
