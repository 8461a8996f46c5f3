// Books by month and the variety of their origins, with exact figures below the picture.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { books } from "../../kit/counts.js";
import { segments } from "../../kit/form.js";
import { month, number, percent } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { picture } from "../../kit/picture.js";
import { change, link } from "../../kit/route.js";
import { areas } from "./insights-parts.js";

const choices = [["6", plural(6, { one: "{count} month", other: "{count} months" })], ["12", "12"], ["24", "24"]];

const monthsIn = (query) => {
  const asked = Number(query.get("months"));
  return Number.isInteger(asked) && asked >= 1 && asked <= 120 ? String(asked) : "12";
};

/** { element, follow(query) }: `follow` applies a change of the address. */
export function timelineCard(scope) {
  let months = monthsIn(scope.query);
  const options = choices.some(([key]) => key === months) ? choices : [...choices, [months, months]];
  const control = segments({
    label: t("Number of months"), value: months, options,
    choose: (key) => change({ months: key === "12" ? null : key }),
  });
  const chart = picture(scope, {
    path: "insights/timeline.svg", areas, height: 330, bare: true, query: () => ({ months }),
  });
  const element = card(scope, {
    title: t("Books and their origins"), class: "reading full", size: "chart", areas, path: "insights/timeline",
    query: () => ({ months }),
    controls: h("div", { class: "period" }, control),
    show: ({ months: rows }) => (rows.every((row) => row.books === 0)
      ? empty(t("No books were finished in these months. Each finished book will appear here."))
      : [chart, exact(rows)]),
  });
  return {
    element,
    follow(query) {
      if (monthsIn(query) === months) return;
      months = monthsIn(query);
      for (const input of control.querySelectorAll("input")) input.checked = input.value === months;
      element.reload();
      chart.redraw();
    },
  };
}

const variety = ({ diversityPercentage: value }) => (value === null ? "–" : percent(value));

const exact = (months) => h("details", {},
  h("summary", {}, t("Exact figures")),
  h("div", { class: "scrolls days-table", tabindex: 0, role: "region", "aria-label": t("Figures by month") },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Month")),
        h("th", { scope: "col", class: "number" }, t("Books")),
        h("th", { scope: "col", class: "number" }, t("Variety of origins")))),
      h("tbody", {}, [...months].reverse().map((row) => h("tr", {},
        h("th", { scope: "row" },
          h("a", { class: "row-link", href: link(`/insights/review/${row.month}`) }, month(row.month))),
        h("td", { class: "number" }, h("span", { "aria-label": books(row.books) }, number(row.books))),
        h("td", { class: "number" }, variety(row))))))));
