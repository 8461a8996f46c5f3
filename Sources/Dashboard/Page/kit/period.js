// Which days are shown: one of a few periods, or a first and a last day.

import { h } from "./dom.js";
import { field, form, segments } from "./form.js";
import { wrong } from "./duration.js";
import { dayOf, daysBetween, isDay, plusDays } from "./person.js";

const mostDays = 3660;

/** What an address says: { key } of one of the periods, or { key: "own", from, to }. */
export function periodIn(query, name, keys, otherwise) {
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const areDays = isDay(from) && isDay(to) && from <= to && daysBetween(from, to) < mostDays;
  if (areDays) return { key: "own", from, to };
  return { key: keys.includes(query.get(name)) ? query.get(name) : otherwise };
}

/** The parameters of a request for it. */
export const periodQuery = (state, name) =>
  (state.key === "own" ? { from: state.from, to: state.to } : { [name]: state.key });

/**
 * periodControl({ label, options: [["week", "Week"]], state, choose }): `choose(state)` is called with what was picked;
 * `element.update(state)` follows the address.
 */
export function periodControl({ label, options, state, choose }) {
  const picks = segments({
    label, value: state.key, options: [...options, ["own", "Own days"]],
    choose: (key) => {
      own.hidden = key !== "own";
      if (key === "own") own.querySelector("input").focus();
      else choose({ key });
    },
  });
  const today = dayOf();
  const own = form({
    label: `${label}: own days`,
    submit: "Show these days",
    fields: h("div", { class: "two" },
      field({ label: "First day", name: "from", type: "date", required: true, min: "2000-01-01", max: "2200-12-31",
        value: state.from ?? plusDays(today, -13) }),
      field({ label: "Last day", name: "to", type: "date", required: true, min: "2000-01-01", max: "2200-12-31",
        value: state.to ?? today })),
    send: async ({ from, to }) => {
      if (to < from) throw wrong("to", "The last day is before the first.");
      if (daysBetween(from, to) >= mostDays) throw wrong("to", "That is more than ten years: choose fewer days.");
      choose({ key: "own", from, to });
    },
  });
  own.classList.add("own-days");
  own.hidden = state.key !== "own";
  const element = h("div", { class: "period" }, picks, own);
  element.update = (next) => {
    for (const input of picks.querySelectorAll("input")) input.checked = input.value === next.key;
    own.hidden = next.key !== "own";
    if (next.key !== "own") return;
    own.elements.namedItem("from").value = next.from;
    own.elements.namedItem("to").value = next.to;
  };
  return element;
}
