// The choice of a period whose figures are shown next to the current ones.

import { h } from "./dom.js";
import { field } from "./form.js";
import { shortDay } from "./format.js";
import { t } from "./language.js";
import { change } from "./route.js";

const choices = () =>
  [["", t("Nothing")], ["previous", t("Previous period")], ["lastYear", t("Same period last year")]];

/** Reads the choice from an address: "previous", "lastYear" or "". */
export const comparedIn = (query) => choices().find(([key]) => key === query.get("compare"))?.[0] ?? "";

/** The element has `update(value, isPossible)` for changes of the address. All time is compared with nothing. */
export function compareControl(value, isPossible) {
  const element = field({ label: t("Compare with"), name: "compare", options: choices(), value,
    onchange: () => change({ compare: select.value || null }) });
  element.classList.add("compare");
  const select = element.querySelector("select");
  element.update = (next, possible) => {
    select.value = next;
    element.hidden = !possible;
  };
  element.update(value, isPossible);
  return element;
}

/** earlier(comparison, (value) => value.booksRead): "was 8", or null without a comparison. */
export const earlier = (comparison, text) => (comparison
  ? h("span", { class: "earlier" }, t("was {value}", { value: text(comparison) })) : null);

/** The days of the earlier figures, or null without a comparison. */
export function earlierDays(comparison) {
  if (!comparison) return null;
  const [from, to] = [shortDay(comparison.from), shortDay(comparison.to)];
  return h("p", { class: "hint" },
    t("The earlier figures are those of {days}.", { days: from === to ? from : `${from} – ${to}` }));
}
