// All reading sessions of all books, newest first.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { pagedList } from "../../kit/list.js";
import { sessionRow } from "./session-form.js";
import { withWorks } from "./works.js";

export function show(scope) {
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, "Reading sessions"),
      h("a", { class: "button quiet", href: "#/reading" }, "To the library")),
    h("section", { class: "card reading", "aria-label": "Sessions" }, pagedList(scope, {
      path: "reading/sessions",
      areas: ["reading", "library"],
      label: "Reading sessions, newest first",
      prepare: withWorks,
      row: (session) => sessionRow(session, { titled: true }),
      none: () => empty("Each time you read will be here: which book, how long, which pages, and how fast.",
        h("a", { class: "button", href: "#/reading" }, "Choose a book")),
    })));
}
