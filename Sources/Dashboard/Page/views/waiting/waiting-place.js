// All entries that wait for the network, in the order in which they are sent.

import { h, refill } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { t } from "../../kit/language.js";
import { flush } from "../../kit/queue-sending.js";
import { allEntries } from "../../kit/queue-store.js";
import { busy } from "../reading/timer.js";
import { rowsOf } from "./waiting-rows.js";

export function show(scope) {
  const body = h("div", {});
  const draw = async () => {
    const entries = await allEntries();
    if (scope.signal.aborted) return;
    refill(body, entries.length === 0
      ? empty(t("Nothing waits. Everything that you entered here has been sent."),
        h("a", { class: "button", href: "#/today" }, t("Go to Today")))
      : [rowsOf(entries), h("div", { class: "actions" }, busy("", t("Try now"), flush))]);
  };
  const update = () => draw().catch(() => refill(body, empty(t("This browser keeps no entries."))));
  addEventListener("waiting", update, { signal: scope.signal });
  update();
  return h("div", { class: "place" },
    h("h1", { tabindex: -1 }, t("Waiting entries")),
    h("section", { class: "card", "aria-label": t("Entries") },
      h("p", { class: "muted" },
        t("These entries are kept on this device only. They are sent in this order when the network is back. An entry "
          + "that the server does not accept does not hold up the others.")),
      body));
}
