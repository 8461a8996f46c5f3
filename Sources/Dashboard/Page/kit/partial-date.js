// A date of which only the month or the year may be known: a choice of how much is known, and the fields for it.

import { h } from "./dom.js";
import { field } from "./form.js";
import { capital, monthNames } from "./format.js";
import { t } from "./language.js";
import { dayOf } from "./person.js";

const choices = () => [["day", t("Day")], ["month", t("Month")], ["year", t("Year")], ["", t("I don't know")]];

/**
 * partialDateField({ label: "Finish", name: "finishedOn", value: "2019-05" | null, known? }): `known` is the choice
 * that is selected first: "day", "month", "year" or "". The element has `setShown(isShown)`.
 */
export function partialDateField({ label, name, value = null, known = knownPart(value) }) {
  const date = label.toLowerCase();
  const [year, month] = value?.split("-") ?? [];
  const choice = field({ label, name, options: choices(), value: known });
  const yearField = field({
    label: capital(t("Year of the {date}", { date })), name: `${name}Year`,
    type: "number", inputmode: "numeric", min: 1, max: Number(dayOf().slice(0, 4)),
    required: true, value: year ? Number(year) : "",
  });
  const monthField = field({
    label: capital(t("Month of the {date}", { date })), name: `${name}Month`, value: month ?? dayOf().slice(5, 7),
    options: monthNames().map((text, index) => [String(index + 1).padStart(2, "0"), text]),
  });
  const dayField = field({
    label: capital(t("Day of the {date}", { date })), name: `${name}Day`, type: "date", required: true,
    value: value?.length === 10 ? value : "",
  });
  const select = choice.querySelector("select");
  // A disabled field is not checked and not sent.
  const show = (one, isShown) => {
    one.hidden = !isShown;
    one.querySelector("input, select").disabled = !isShown;
  };
  const element = h("div", { class: "partial-date" }, choice, dayField, monthField, yearField);
  const update = () => {
    const known = element.hidden ? "" : select.value;
    show(dayField, known === "day");
    show(monthField, known === "month");
    show(yearField, known === "month" || known === "year");
  };
  element.setShown = (isShown) => {
    element.hidden = !isShown;
    update();
  };
  select.addEventListener("change", update);
  update();
  return element;
}

/** The typed date as "YYYY-MM-DD", "YYYY-MM" or "YYYY", or null if it is unknown. */
export function partialDate(values, name) {
  const year = () => values[`${name}Year`].padStart(4, "0");
  switch (values[name]) {
    case "day": return values[`${name}Day`];
    case "month": return `${year()}-${values[`${name}Month`]}`;
    case "year": return year();
    default: return null;
  }
}

const knownPart = (value) => ({ 4: "year", 7: "month", 10: "day" }[value?.length] ?? "");
