// The filters and the order of the library, which are kept in the address.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { isolated } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { change, here } from "../../kit/route.js";
import { ratingText } from "./rating.js";
import { formatName, formats } from "./reads.js";
import { statuses } from "./works.js";

/** The server's own order is the fastest one for a large library. */
const orders = [
  ["", t("order|Standard")], ["-added", t("Newest first")], ["title", t("Title")], ["author", t("Author")],
  ["-finished", t("order|Last finished")], ["-started", t("order|Last started")], ["-rating", t("order|Best rating")],
  ["pages", t("order|Shortest")], ["-pages", t("order|Longest")],
];

const isYear = (text) => /^\d{1,4}$/.test(text) && Number(text) >= 1;
const isRating = (text) => /^[0-5](\.\d+)?$/.test(text) && Number.isInteger(Number(text) * 4) && Number(text) <= 5;

/** The filters in addition to status and search: [parameter, name, isValid, shown]. */
const filters = [
  ["tag", t("Tag"), () => true, isolated],
  ["series", t("Series"), () => true, isolated],
  ["genre", t("Genre"), () => true, isolated],
  ["year", t("filter|Finished in"), isYear, (year) => year],
  ["format", t("Format"), (format) => formats.some(([key]) => key === format), (format) => formatName(format)],
  ["rating", t("Rating"), isRating, (rating) => ratingText(Number(rating))],
];

/** The query of the library that the address contains. Values that the server would reject are left out. */
export function libraryQuery() {
  const { query } = here();
  const chosen = (name, isValid) => (isValid(query.get(name) ?? "") ? query.get(name) ?? "" : "");
  return {
    status: chosen("status", (status) => statuses.some(([key]) => key === status)),
    q: query.get("q") ?? "",
    ...Object.fromEntries(filters.map(([name, , isValid]) => [name, chosen(name, isValid)])),
    sort: chosen("sort", (order) => orders.some(([key]) => key === order)),
  };
}

/** Whether the library shows only some books. */
export const isFiltered = ({ sort, ...query }) => Object.values(query).some((value) => value !== "");

/** The change of the address that shows all books. */
export const noFilter = Object.fromEntries(["status", "q", ...filters.map(([name]) => name)].map((name) => [name, ""]));

export function orderField() {
  const element = field({ label: t("Sort by"), name: "sort", options: orders, value: libraryQuery().sort });
  const select = element.querySelector("select");
  select.addEventListener("change", () => change({ sort: select.value }));
  element.classList.add("library-order");
  element.update = ({ sort }) => { select.value = sort; };
  return element;
}

/** The chosen filters, each with a button that removes it. */
export function filterChips() {
  const element = h("ul", { class: "filter-chips", "aria-label": t("Filters") });
  element.update = (query) => {
    const chosen = filters.filter(([name]) => query[name] !== "");
    element.hidden = chosen.length === 0;
    element.replaceChildren(...chosen.map(([name, label, , shown]) => h("li", {},
      h("button", {
        type: "button", class: "pill",
        "aria-label": t("Remove the filter: {name} {value}", { name: label, value: query[name] }),
        onclick: () => change({ [name]: "" }),
      }, `${label}: `, h("span", { class: "clamp", dir: "auto" }, shown(query[name])), " ×"))));
  };
  element.update(libraryQuery());
  return element;
}

const steps = Array.from({ length: 21 }, (_, index) => String((20 - index) / 4));

export function chooseFilters() {
  const query = libraryQuery();
  return dialog(t("Filter the library"), (close) => form({
    label: t("Filter the library"),
    submit: t("verb|Show"),
    cancel: close,
    fields: [
      h("div", { class: "two" },
        field({ label: t("Tag"), name: "tag", value: query.tag, maxlength: 50, dir: "auto", autofocus: true }),
        field({ label: t("Series"), name: "series", value: query.series, maxlength: 500, dir: "auto" })),
      h("div", { class: "two" },
        field({ label: t("Genre"), name: "genre", value: query.genre, maxlength: 500, dir: "auto" }),
        field({
          label: t("filter|Finished in"), name: "year", type: "number", inputmode: "numeric", min: 1, max: 9999,
          value: query.year, hint: t("Year."),
        })),
      h("div", { class: "two" },
        field({
          label: t("Format"), name: "format", value: query.format,
          options: [["", t("filter|Any")], ...formats.filter(([key]) => key !== "")],
        }),
        field({
          label: t("Rating"), name: "rating", value: query.rating,
          options: [["", t("filter|Any")], ...steps.map((step) => [step, ratingText(Number(step))])],
        })),
    ],
    send: async (values) => {
      close();
      change(Object.fromEntries(filters.map(([name]) => [name, (values[name] ?? "").trim()])));
    },
  }), { kind: "reading" });
}
