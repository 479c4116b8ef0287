/** The explanation of where people find the JSON of their record. */

import { copyButton } from "../elements/copy.js";
import { h, say } from "../elements/element.js";
import { calendar, ready } from "../store/calendiff.js";
import { t } from "../words/words.js";

export function makeWhere() {
  const command = h("pre", { tabindex: "0", dir: "ltr" });
  const copy = copyButton(() => command.textContent, {
    label: t("copy"),
    done: t("copied"),
    selected: t("copy.selected"),
  });
  return {
    element: h(
      "ul",
      {},
      h("li", {}, h("p", {}, t("where.curl")), command, copy),
      h("li", {}, t("where.network")),
      h("li", {}, t("where.refusal")),
    ),
    async update() {
      await ready;
      const { url, init } = calendar.request({
        baseUrl: "https://api.example.com",
        id: "CALENDAR_ID",
        token: "TOKEN",
        body: {},
      });
      say(
        command,
        `curl '${url}' \\\n  -H "authorization: Bearer $TOKEN" \\\n  -H 'version: ${init.headers.version}'`,
      );
    },
  };
}
