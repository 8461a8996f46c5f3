// The days to show: one of a few periods, or a custom range.

import { h } from "./dom.js";
import { field, form, segments } from "./form.js";
import { wrong } from "./duration.js";
import { t } from "./language.js";
import { dayOf, daysBetween, isDay, plusDays } from "./person.js";

const mostDays = 3660;

/** Reads the period from an address: { key } of a period, or { key: "custom", from, to }. */
export function periodIn(query, name, keys, otherwise) {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const areDays = isDay(from) && isDay(to) && from <= to && daysBetween(from, to) < mostDays;
  if (areDays) return { key: "custom", from, to };
  return { key: keys.includes(query.get(name)) ? query.get(name) : otherwise };
}

/** The request parameters of a period. */
export const periodQuery = (state, name) =>
  (state.key === "custom" ? { from: state.from, to: state.to } : { [name]: state.key });

/**
 * periodControl({ label, options: [["week", "Week"]], state, choose }): calls `choose(state)` with the choice.
 * `element.update(state)` sets the control after the address has changed.
 */
export function periodControl({ label, options, state, choose }) {
  const picks = segments({
    label, value: state.key, options: [...options, ["custom", t("Custom range")]],
    choose: (key) => {
      range.hidden = key !== "custom";
      if (key === "custom") range.querySelector("input").focus();
      else choose({ key });
    },
  });
  const today = dayOf();
  const range = form({
    label: t("{label}: custom range", { label }),
    submit: t("Show these days"),
    fields: h("div", { class: "two" },
      field({ label: t("First day"), name: "from", type: "date", required: true, min: "2000-01-01", max: "2200-12-31",
        value: state.from ?? plusDays(today, -13) }),
      field({ label: t("Last day"), name: "to", type: "date", required: true, min: "2000-01-01", max: "2200-12-31",
        value: state.to ?? today })),
    send: async ({ from, to }) => {
      if (to < from) throw wrong("to", t("The last day is before the first day. Choose a later day."));
      if (daysBetween(from, to) >= mostDays) {
        throw wrong("to", t("The range exceeds ten years. Choose fewer days."));
      }
      choose({ key: "custom", from, to });
    },
  });
  range.classList.add("date-range");
  range.hidden = state.key !== "custom";
  const element = h("div", { class: "period" }, picks, range);
  element.update = (next) => {
    for (const input of picks.querySelectorAll("input")) input.checked = input.value === next.key;
    range.hidden = next.key !== "custom";
    if (next.key !== "custom") return;
    range.elements.namedItem("from").value = next.from;
    range.elements.namedItem("to").value = next.to;
  };
  return element;
}
