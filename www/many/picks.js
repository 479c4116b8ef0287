/** Edits of many records by pickers. A row is a line of the written form, which is all that is kept. */

import { KINDS } from "../store/store.js";
import {
  attribute,
  button,
  capital,
  fresh,
  h,
  say,
} from "../elements/element.js";
import { choiceOf, controlOf } from "../fields/fields.js";
import { DAYS, SHORT_DAYS, WEEK } from "../fields/places.js";
import { clock, readRange } from "../week/times.js";
import { t } from "../words/words.js";

const DATES =
  /^availabilities\/(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))? *= *(.+)$/;
const STATES = { dates: ["closed", "own", "usual"], hours: ["closed", "own"] };
const STATE_WORDS = {
  closed: "closed",
  own: "dates.own",
  usual: "dates.usual",
};
const BOUNDS = { value: "", atLeast: "at least ", atMost: "at most " };
const USUAL = "09:00-17:00";

const isScalar = ({ type, access }) =>
  access !== "response-only" && !["array", "object"].includes(type);

/** Creates the rows for a kind of record. `changed` receives the written form after each edit. */
export function makePicks(kind, changed) {
  const verbs = KINDS[kind];
  const members = verbs.describe().members;
  const units = new Set(members.map(({ unit }) => unit));
  const settings = members.filter(
    (member) => isScalar(member) && !units.has(member.name),
  );
  const kinds = kind === "calendar" ? ["dates", "hours", "value"] : ["value"];
  const begin = (what = kinds[0]) => ({
    what,
    from: "",
    until: "",
    days: [],
    state: "closed",
    hours: USUAL,
    member: settings[0].name,
    bound: "value",
    value: "",
    unit: undefined,
  });
  const list = h("ol", { class: "picks" });
  const add = button(
    t("pick.add"),
    () => {
      rows.push(begin());
      paint();
      list.lastChild.querySelector("select").focus();
    },
    { class: "quiet" },
  );
  const element = h("div", { class: "picking" }, list, add);
  let rows = [begin()];

  /** Returns the line of a row, or undefined if it is not complete. */
  function lineOf({
    what,
    from,
    until,
    days,
    state,
    hours,
    member,
    bound,
    value,
    unit,
    line,
  }) {
    if (what === "written") return line;
    if (what === "value") {
      const { type } = settings.find(({ name }) => name === member);
      if (value === "") return undefined;
      if (type === "text") return `${member} = ${JSON.stringify(value)}`;
      return `${member} = ${type === "boolean" ? "" : BOUNDS[bound]}${value}${unit ? ` ${unit}` : ""}`;
    }
    const key =
      what === "dates"
        ? from && `availabilities/${from}${until > from ? `..${until}` : ""}`
        : days.length > 0 && `openHours/${days.join(",")}`;
    const hoursOf =
      state === "own"
        ? rangesIn(hours)
        : state === "usual"
          ? "absent"
          : "closed";
    return key && hoursOf ? `${key} = ${hoursOf}` : undefined;
  }

  /** Returns the row of a line; one that the pickers cannot show stays as it is written. */
  function rowOf(line) {
    const written = { ...begin(), what: "written", line };
    let edits;
    try {
      edits = verbs.edits(line);
    } catch {
      return written;
    }
    const [{ key, hours, absent, ...wish } = {}, other] = edits;
    const state = absent ? "usual" : hours?.length > 0 ? "own" : "closed";
    const shown = {
      ...begin(),
      state,
      hours:
        hours?.length > 0
          ? hours.map((range) => range.join("-")).join(", ")
          : USUAL,
    };
    const [, from, until = ""] = DATES.exec(line) ?? [];
    const bound = Object.keys(BOUNDS).find((name) => name in wish);
    if (from) Object.assign(shown, { what: "dates", from, until });
    else if (key?.startsWith("openHours/"))
      Object.assign(shown, {
        what: "hours",
        days: key.slice("openHours/".length).split(","),
      });
    else if (settings.some(({ name }) => name === key) && bound)
      Object.assign(shown, {
        what: "value",
        member: key,
        bound,
        value: String(wish[bound]),
        unit: wish.unit ?? other?.value,
      });
    else return written;
    return kinds.includes(shown.what) && isSame(edits, lineOf(shown))
      ? shown
      : written;
  }

  function isSame(edits, line) {
    try {
      return JSON.stringify(verbs.edits(line)) === JSON.stringify(edits);
    } catch {
      return false;
    }
  }

  const tell = () => changed(rows.map(lineOf).filter(Boolean).join("\n"));

  /** Takes a part of a row over. Another kind of edit or another setting has other fields. */
  function take(row, part, isOther) {
    Object.assign(row, part);
    if (isOther) {
      const at = rows.indexOf(row);
      list.children[at].replaceWith(item(row, at));
      list.children[at]
        .querySelector(part.what ? "select" : ".pick-member")
        ?.focus();
    }
    tell();
  }

  function item(row, at) {
    const what = h(
      "select",
      {
        "aria-label": t("many.what"),
        change: () => take(row, { what: what.value }, true),
      },
      ...kinds.map((kind) =>
        h(
          "option",
          { value: kind, selected: kind === row.what },
          t(
            kind === "dates"
              ? "section.dates"
              : kind === "hours"
                ? "section.week"
                : "pick.value",
          ),
        ),
      ),
    );
    const parts = { dates: dateParts, hours: hourParts, value: valueParts }[
      row.what
    ];
    const remove = button(
      "−",
      () => {
        rows = rows.filter((other) => other !== row);
        if (rows.length === 0) rows = [begin()];
        paint();
        add.focus();
        tell();
      },
      {
        class: "icon",
        "aria-label": t("remove", { what: t("item", { number: at + 1 }) }),
      },
    );
    return h(
      "li",
      { class: "pick" },
      parts ? [what, ...parts(row)] : h("code", { dir: "ltr" }, row.line),
      remove,
    );
  }

  function labelled(words, control) {
    control.id = fresh("pick");
    return h(
      "div",
      {},
      h("label", { class: "hint", for: control.id }, words),
      control,
    );
  }

  const day = (row, name, words) =>
    labelled(
      words,
      h("input", {
        type: "date",
        min: "0001-01-01",
        max: "9999-12-31",
        value: row[name],
        change: ({ target }) => take(row, { [name]: target.value }),
      }),
    );
  const dateParts = (row) => [
    day(row, "from", t("dates.from")),
    day(row, "until", t("dates.until")),
    ...stateParts(row),
  ];

  function hourParts(row) {
    const boxes = WEEK.map(([name, number]) => {
      const box = h("input", {
        type: "checkbox",
        value: name,
        checked: row.days.includes(name),
        "aria-label": DAYS[number],
        change: () =>
          take(row, {
            days: WEEK.map(([day]) => day).filter((day) =>
              day === name ? box.checked : row.days.includes(day),
            ),
          }),
      });
      return h("label", {}, box, ` ${SHORT_DAYS[number]}`);
    });
    return [
      h(
        "div",
        { class: "days", role: "group", "aria-label": t("section.week") },
        boxes,
      ),
      ...stateParts(row),
    ];
  }

  function stateParts(row) {
    const note = h("p", { class: "trouble", id: fresh("pick") });
    const hours = h("input", {
      type: "text",
      value: row.hours,
      autocomplete: "off",
      "aria-label": t("dates.own"),
      "aria-describedby": note.id,
      hidden: row.state !== "own",
      input: () => {
        const isRead = rangesIn(hours.value) !== undefined;
        attribute(hours, "aria-invalid", !isRead && "true");
        say(note, isRead ? "" : t("hours.time"));
        take(row, { hours: hours.value });
      },
    });
    const state = h(
      "select",
      {
        change: () => {
          hours.hidden = state.value !== "own";
          take(row, { state: state.value });
        },
      },
      ...STATES[row.what].map((name) =>
        h(
          "option",
          { value: name, selected: name === row.state },
          capital(t(STATE_WORDS[name])),
        ),
      ),
    );
    return [labelled(t("dates.state"), state), hours, note];
  }

  function valueParts(row) {
    const member = settings.find(({ name }) => name === row.member);
    const names = h(
      "select",
      {
        class: "pick-member",
        "aria-label": t("pick.value"),
        change: () =>
          take(
            row,
            { member: names.value, value: "", bound: "value", unit: undefined },
            true,
          ),
      },
      ...settings.map(({ name, label }) =>
        h(
          "option",
          { value: name, selected: name === row.member },
          capital(label),
        ),
      ),
    );
    const isNumber = member.type === "number" || member.type === "integer";
    const known =
      member.type === "boolean"
        ? ["true", "false"]
        : member.known?.map(({ value }) => value);
    const wordsOf = (value) =>
      member.type === "boolean"
        ? t(value === "true" ? "yes" : "no")
        : choiceOf(member, value, capital);
    const control = known
      ? h(
          "select",
          {},
          h("option", { value: "" }, "…"),
          ...known.map((value) => h("option", { value }, wordsOf(value))),
        )
      : controlOf(member, fresh("pick"));
    control.value = row.value;
    control.setAttribute("aria-label", capital(member.label));
    control.addEventListener(
      "input",
      () => control.validity.badInput || take(row, { value: control.value }),
    );
    const bound =
      isNumber &&
      !known &&
      h(
        "select",
        {
          "aria-label": t("pick.bound"),
          change: () => take(row, { bound: bound.value }),
        },
        ...["value", "atLeast", "atMost"].map((name) =>
          h(
            "option",
            { value: name, selected: name === row.bound },
            t(`pick.${name === "value" ? "exactly" : name}`),
          ),
        ),
      );
    const unitOf = members.find(({ name }) => name === member.unit);
    if (!unitOf || unitOf.access === "response-only")
      return [names, bound, control];
    row.unit ??= unitOf.known[0].value;
    const unit = h(
      "select",
      {
        "aria-label": capital(unitOf.label),
        change: () => take(row, { unit: unit.value }),
      },
      ...unitOf.known.map(({ value }) =>
        h(
          "option",
          { value, selected: value === row.unit },
          choiceOf(unitOf, value),
        ),
      ),
    );
    return [names, bound, control, unit];
  }

  const paint = () => list.replaceChildren(...rows.map(item));

  return {
    element,
    /** Shows the rows of a written form. */
    show(text) {
      const lines = text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      rows = lines.length > 0 ? lines.map(rowOf) : [begin()];
      paint();
    },
  };
}

/** Returns typed hours as edits have them, or undefined if they cannot be read. */
function rangesIn(text) {
  const ranges = text.split(",").map((part) => readRange(part.trim()));
  return ranges.includes(undefined)
    ? undefined
    : ranges.map((range) => range.map(clock).join("-")).join(", ");
}
