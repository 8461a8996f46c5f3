// All reading sessions, newest first.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { pagedList } from "../../kit/list.js";
import { sessionRow } from "./session-form.js";

export function show(scope) {
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, "Reading sessions"),
      h("a", { class: "button quiet", href: "#/reading" }, "Go to library")),
    h("section", { class: "card reading", "aria-label": "Sessions" }, pagedList(scope, {
      path: "reading/sessions",
      waits: true,
      areas: ["reading", "library"],
      label: "Reading sessions, newest first",
      row: (session) => sessionRow(session, { titled: true }),
      none: () => empty("Your reading sessions will appear here, with book, time, pages and pace.",
        h("a", { class: "button", href: "#/reading" }, "Go to library")),
    })));
}
