// All reading sessions, newest first.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { t } from "../../kit/language.js";
import { pagedList } from "../../kit/list.js";
import { logReading } from "./log-reading.js";
import { sessionRow } from "./session-form.js";

export function show(scope) {
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Reading sessions")),
      h("a", { class: "button quiet", href: "#/reading" }, t("Go to library"))),
    h("section", { class: "card reading", "aria-label": t("Sessions") }, pagedList(scope, {
      path: "reading/sessions",
      waits: true,
      areas: ["reading", "library"],
      label: t("Reading sessions, newest first"),
      row: (session) => sessionRow(session, { titled: true }),
      none: () => empty(t("Your reading sessions will appear here, with book, time, pages and pace."),
        h("button", { type: "button", onclick: () => logReading() }, t("Log a session"))),
    })));
}
