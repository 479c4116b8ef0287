/** A calendar on a schedule: that its hours are kept elsewhere, and the way to hours of its own. */

import { button, h } from "../elements/element.js";
import { WEEK } from "../fields/places.js";
import { t } from "../words/words.js";
import { another } from "./times.js";

/** The days of a week to begin with: from Monday to Friday. */
const WORKING = WEEK.slice(0, 5).map(([day]) => day);

/** Creates the card. `commit` receives the hours of each day, and `leave` moves the focus once it is hidden. */
export function makeSchedule(store, { commit, leave }) {
  const own = button(t("week.own"), () => {
    commit(new Map(WORKING.map((day) => [day, [another([])]])));
    store.announce(t("week.owned"));
    leave();
  });
  return {
    element: h(
      "div",
      { class: "card schedule" },
      h("p", { class: "sum" }, t("week.schedule")),
      h("p", {}, t("week.own.effect")),
      own,
    ),
    update() {},
    focus: () => own.focus(),
  };
}
