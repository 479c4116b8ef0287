/**
 * The remedies where special dates do not count, each with its effect: write the week out as dates, leave the dates without
 * effect, or use only the dates.
 */

import { button, capital, fresh, h, say } from "../elements/element.js";
import { dateAt, later } from "./month.js";
import { updated, YEAR } from "../customers/offer.js";
import { longDate } from "../fields/places.js";
import { weekAsDates } from "./special.js";
import { listIn } from "../week/times.js";
import { count, t } from "../words/words.js";

/** Number of days that can be written out at most. Each open one is an entry of the record. */
const MOST = 2 * YEAR;

/** Creates the box. `then` moves the focus after an edit, which may hide it. */
export function makeIdleDates(store, member, then) {
  const availability = store.table.members.find(
    ({ name }) => name === "availabilityType",
  );
  const until = h("input", {
    type: "date",
    id: fresh("until"),
    change: () => show(),
  });
  const writePrice = h("p", { id: fresh("price") });
  const write = button(t("dates.write"), () => writeOut(), {
    class: "primary",
    "aria-describedby": writePrice.id,
  });
  const writing = h(
    "div",
    { class: "remedy" },
    h(
      "div",
      { class: "row" },
      h("label", { for: until.id }, t("dates.write.until")),
      until,
    ),
    writePrice,
    write,
  );
  const leave = button(t("dates.leave"), () => fold(true), { class: "quiet" });
  const leaving = h(
    "div",
    { class: "remedy" },
    h("p", {}, t("dates.leave.effect")),
    leave,
  );
  const alonePrice = h("p", { id: fresh("price") });
  const useAlone = button(
    t("dates.count"),
    () => edit({ [availability.name]: 1 }, t("dates.counted")),
    { class: "danger", "aria-describedby": alonePrice.id },
  );
  const alone = h("div", { class: "remedy" }, alonePrice, useAlone);
  const more = button(t("dates.remedies"), () => fold(false), {
    class: "quiet",
  });
  const remedies = h(
    "div",
    { class: "remedies" },
    h(
      "p",
      { class: "hint" },
      `${capital(availability.label)}${t("colon")}0 · ${availability.help}`,
    ),
    writing,
    leaving,
    alone,
  );
  const element = h(
    "div",
    { class: "caution" },
    h("p", {}, t("dates.uncounted")),
    more,
    remedies,
  );
  let known = {};
  let priced;

  /** Folds the remedies, which stay a button away. */
  function fold(isLeft) {
    store.view.isIdleLeft = isLeft;
    show();
    (isLeft ? more : until).focus();
  }

  const last = () =>
    (until.validity.valid && until.value) || later(known.today, YEAR - 1);

  /** Returns the entries with the week written out until the chosen day. */
  const entries = () =>
    weekAsDates(listIn(store.form.getSnapshot().draft[member.name]), {
      ...known,
      from: known.today,
      until: last(),
    });

  function edit(values, words) {
    store.settle();
    store.form.batch((form) => {
      for (const [name, value] of Object.entries(values))
        form.set([name], value);
    });
    store.announce(words);
    then();
  }

  function writeOut() {
    if (!until.reportValidity()) return;
    store.settle();
    edit(
      { [member.name]: entries(), [availability.name]: 1 },
      t("dates.written", { until: longDate(last()) }),
    );
  }

  /** Returns the number of open days before and after other values, in words. */
  function price(record, values) {
    const { before, after } = store.verbs.effect(
      record,
      { ...record, ...values },
      { from: known.today, days: YEAR },
    );
    return t("dates.price", {
      days: count("days", YEAR),
      after: after.openDays,
      before: before.openDays,
    });
  }

  function show() {
    const isLeft = Boolean(store.view.isIdleLeft);
    remedies.hidden = isLeft;
    more.hidden = !isLeft;
    if (isLeft) return;
    const { draft, stored } = store.form.getSnapshot();
    const now = {
      draft,
      stored,
      week: known.week,
      last: last(),
      today: known.today,
    };
    if (
      priced &&
      Object.entries(now).every(([name, value]) => priced[name] === value)
    )
      return;
    priced = now;
    const record = updated(store);
    say(
      alonePrice,
      [t("dates.count.effect"), price(record, { [availability.name]: 1 })].join(
        " ",
      ),
    );
    writing.hidden = !known.week;
    if (!known.week) return;
    const all = entries();
    const added = all.length - listIn(draft[member.name]).length;
    say(
      writePrice,
      [
        t("dates.write.effect", {
          dates: count("dates", added),
          until: longDate(last()),
        }),
        price(record, { [member.name]: all, [availability.name]: 1 }),
      ].join(" "),
    );
  }

  return {
    element,
    /** Shows the remedies for the dates and the week, which is undefined if its hours are not known. */
    update(dates, week) {
      const today = dateAt(new Date());
      if (today !== known.today) {
        until.min = today;
        until.max = later(today, MOST - 1);
        until.value ||= later(today, YEAR - 1);
      }
      known = { today, dates, week };
      show();
    },
  };
}
