// All rucks, filtered by days, with buttons to correct and delete.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { isDay } from "../../kit/person.js";
import { change } from "../../kit/route.js";
import { logRuck } from "./ruck-dialogs.js";
import { ruckRow } from "./ruck-row.js";
import { areas, parts } from "./rucks-parts.js";

const day = (query, name) => (isDay(query.get(name) ?? "") ? query.get(name) : null);
const daysIn = (query) => ({ from: day(query, "from"), to: day(query, "to") });

export function show(scope) {
  let days = daysIn(scope.query);
  const all = () => change({ from: null, to: null });
  const list = pagedList(scope, {
    path: "rucks", areas, label: t("Rucks"), query: () => days, row: ruckRow, waits: true,
    none: () => (days.from || days.to
      ? empty(t("No rucks in these days."), h("button", { type: "button", onclick: all }, t("Show all")))
      : empty(t("Your rucks will appear here."),
        h("button", { type: "button", onclick: () => logRuck() }, t("Log a ruck")))),
  });
  const filter = form({
    label: t("Date range"),
    submit: t("Show these days"),
    fields: h("div", { class: "two" },
      field({ label: t("First day"), name: "from", type: "date", value: days.from }),
      field({ label: t("Last day"), name: "to", type: "date", value: days.to })),
    send: async ({ from, to }) => {
      if (from && to && to < from) throw wrong("to", t("The last day is before the first day. Choose a later day."));
      change({ from, to });
    },
  });
  filter.classList.add("date-range", "rucks");
  const details = h("details", { open: Boolean(days.from || days.to) }, h("summary", {}, t("Filter by days")), filter);
  scope.onQuery = (query) => {
    days = daysIn(query);
    filter.elements.namedItem("from").value = days.from ?? "";
    filter.elements.namedItem("to").value = days.to ?? "";
    list.reload();
  };
  return h("div", { class: "place rucks" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, t("All rucks")),
      h("button", { type: "button", class: "primary rucks", onclick: () => logRuck() }, t("Log a ruck"))),
    parts("#/rucks/all"),
    details,
    cardOfList(t("Newest first"), "rucks", null, list));
}
