/** What a front end in Rust does with JavaScript values: cases for Node and for a page, which both call what `load` gives. */

/** `call` is that of tests/js, and so are the others; `calendar` is the package's. Returns what is wrong, in sentences. */
export function check(
  { call, through, parse, typed, lasting, Editing },
  { calendar, location },
  records,
) {
  const wrong = [];
  const same = (what, found, expected) => {
    const [a, b] = [found, expected].map((value) => JSON.stringify(value));
    if (a !== b) wrong.push(`${what}: ${a}, expected ${b}`);
  };
  const thrown = (act) => {
    try {
      return { value: act() };
    } catch (error) {
      return error instanceof Error
        ? [error.code, error.pointer ?? "", error.message]
        : { thrown: String(error) };
    }
  };

  // Every verb answers as the package does.
  for (const { kind, stored, draft, after } of records) {
    const verbs = { calendar, location }[kind];
    const twins = {
      validate: [draft],
      fix: [draft],
      normalize: [draft],
      read: [stored],
      diff: [stored, draft],
      body: [stored, draft],
      review: [stored, draft],
      edit: [stored, verbs.editsBetween(stored, draft)],
      outcome: [stored, draft],
      openings: [stored, { from: "2026-12-20", days: 14 }],
      effect: [stored, draft, { from: "2026-12-20", days: 14 }],
      verify: [stored, draft, after],
      merge: [stored, draft, after],
    };
    for (const [verb, given] of Object.entries(twins)) {
      same(
        `${kind} ${verb}`,
        thrown(() => call(kind, verb, ...given)),
        thrown(() => verbs[verb](...given)),
      );
    }
    same(
      "answers are plain objects",
      Object.getPrototypeOf(call(kind, "read", stored).value) ===
        Object.prototype,
      true,
    );
  }

  // What JSON cannot hold is absent, refused at its place, or an issue there.
  same(
    "undefined",
    through({ name: "n", slug: undefined, mine: [{ a: undefined }] }),
    { name: "n", mine: [{}] },
  );
  same(
    "undefined keeps what is stored",
    call("calendar", "diff", { slug: "s" }, { slug: undefined }).words,
    [],
  );
  class Own {}
  const asDate = "write a date as text, such as 2026-12-25";
  const asNumber = "leave it out, or write a number";
  const cycle = { name: "n" };
  cycle.mine = { cycle };
  const refused = [
    [new Date(0), "/mine", "a Date", asDate],
    [new Date(Number.NaN), "/mine", "an invalid Date", asDate],
    [new Map([["a", 1]]), "/mine", "a Map"],
    [new Set(), "/mine", "a Set"],
    [new Own(), "/mine", "a Own"],
    [new Uint8Array(2), "/mine", "a Uint8Array"],
    [10n, "/mine", "bigint"],
    [() => 1, "/mine", "function"],
    [Symbol("s"), "/mine", "symbol"],
    [Number.NaN, "/mine", "NaN", asNumber],
    [-Infinity, "/mine", "-Infinity", asNumber],
    [[1, undefined], "/mine/1", "undefined"],
    [[1, , 3], "/mine/1", "undefined"], // eslint-disable-line no-sparse-arrays
    [cycle.mine, "/mine/cycle/mine", "a cycle"],
    ["\ud800", "/mine", "text with half of a surrogate pair"],
    [
      {
        get a() {
          throw new Error("no");
        },
      },
      "/mine/",
      "what throws when it is read",
    ],
  ];
  for (const [odd, pointer, found, advice] of refused) {
    const hint = advice ? `; ${advice}` : "";
    const message = `${pointer}: expected JSON, found ${found}${hint}`;
    same(
      found,
      thrown(() => through({ name: "n", mine: odd })),
      ["not_json", pointer, message],
    );
    const { ok, issues, value } = call("calendar", "validate", {
      name: "n",
      mine: odd,
    });
    const own = issues
      .filter(({ code }) => code === "not_json")
      .map((issue) => [issue.pointer, issue.params.found]);
    same(
      `${found}, validated`,
      [ok, own, value.name],
      [false, [[pointer, found]], "n"],
    );
  }
  const date = call("calendar", "validate", {
    availabilities: [{ date: new Date("2026-12-24"), hours: [] }],
  });
  same(
    "a Date has a fix",
    date.issues[0].fix.patch[0].value,
    "2026-12-24T00:00:00.000Z",
  );
  same(
    "undefined alone",
    thrown(() => through(undefined)),
    ["not_json", "", "expected JSON, found undefined"],
  );
  let deep = 1;
  for (let depth = 0; depth < 129; depth++) deep = [deep];
  same("too deep", thrown(() => through(deep))[0], "json_depth");
  same("too many", thrown(() => through(new Array(2 ** 21)))[0], "json_size");
  same(
    "too long",
    thrown(() => through(["x".repeat(2 ** 26), "é".repeat(2 ** 26)]))[0],
    "json_size",
  );

  // Numbers are what they were, also beyond 2^53.
  for (const number of [
    0,
    -1,
    1.5,
    2 ** 53,
    2 ** 53 + 2,
    2 ** 60,
    2 ** 63,
    -(2 ** 63),
    2 ** 64,
    1e21,
    Number.MAX_VALUE,
    5e-324,
  ]) {
    if (!Object.is(through([number])[0], number))
      wrong.push(`${number} became ${through([number])[0]}`);
  }
  same(
    "digits that would be lost",
    thrown(() => parse("[9007199254740993]"))[0],
    "json_integer",
  );
  same(
    "digits that are kept",
    parse("[9007199254740992, 1152921504606847000]"),
    [9007199254740992, 1152921504606847000],
  );

  // Every name is a name.
  const names = JSON.parse(
    '{ "__proto__": { "a": 1 }, "constructor": 2, "toString": [{ "__proto__": null }], "": 3 }',
  );
  same("names", through(names), names);
  if (Object.getPrototypeOf(through(names)) !== Object.prototype)
    wrong.push("a member has become the prototype");
  const bare = Object.assign(Object.create(null), {
    a: Object.assign(Object.create(null), { b: 1 }),
  });
  same("objects without a prototype", through(bare), { a: { b: 1 } });

  // Typed.
  const stored = {
    id: "Kx2m",
    slotDuration: 60,
    appoinmentPerDay: "",
    mine: null,
  };
  same("a calendar", typed("Calendar", stored), {
    id: "Kx2m",
    slotDuration: 60,
    appoinmentPerDay: "",
    mine: null,
  });
  same("an update", lasting(stored, 15), { slotDuration: 75 });
  same("a location", typed("Location", { name: "Front desk" }), {
    name: "Front desk",
  });
  same(
    "a location's update",
    typed("LocationUpdate", { name: undefined, city: "Bern" }),
    { city: "Bern" },
  );
  const misfit = thrown(() =>
    typed("CalendarUpdate", { openHours: [{ hours: [{ openHour: null }] }] }),
  );
  same("not of its type", misfit.slice(0, 2), [
    "wrong_type",
    "/openHours/0/hours/0/openHour",
  ]);
  same(
    "only in responses",
    thrown(() => typed("CalendarUpdate", { id: "Kx2m" })).slice(0, 2),
    ["read_only", "/id"],
  );
  same(
    "a Date in an update",
    thrown(() => typed("CalendarUpdate", { name: new Date(0) })).slice(0, 2),
    ["not_json", "/name"],
  );

  // A form.
  const record = {
    calendar: {
      id: "Kx2m",
      eventColor: "#039be5",
      slotDuration: 60,
      availabilities: [],
    },
  };
  const form = new Editing("calendar", record);
  const twin = calendar.form(record);
  same("a delta", Object.keys(form.set("/eventColor", "#f00")), [
    "issues",
    "changes",
  ]);
  twin.set("/eventColor", "#f00");
  same("its issues", form.issues(), twin.getSnapshot().issues);
  form.apply(form.issues()[0].fix.patch);
  twin.fix(twin.getSnapshot().issues[0]);
  same("a fix", form.draft(), twin.getSnapshot().draft);
  form.insert("/availabilities/0", { date: new Date("2026-12-24"), hours: [] });
  same(
    "a Date in a form",
    form.issues().map(({ code, pointer }) => [code, pointer]),
    [["not_json", "/availabilities/0/date"]],
  );
  same("no body of it", thrown(() => form.body()).slice(0, 2), [
    "not_json",
    "/availabilities/0/date",
  ]);
  same("no patch of it", thrown(() => form.apply([])).slice(0, 1), [
    "not_json",
  ]);
  form.undo();
  const { conflicts } = form.rebase({
    calendar: { ...record.calendar, eventColor: "#00aa00", slotDuration: 45 },
  });
  same(
    "a conflict",
    conflicts[0].words,
    "color: ours #ff0000, theirs #00aa00, was #039be5",
  );
  form.takeTheirs();
  same(
    "their side",
    [form.draft().eventColor, form.changes()],
    ["#00aa00", []],
  );
  same("its body", form.body().value.slotDuration, 45);
  same("nowhere", thrown(() => form.set("/teamMembers/3", {}))[0], "form_path");
  return wrong;
}
