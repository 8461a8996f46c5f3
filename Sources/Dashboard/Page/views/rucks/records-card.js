// The best rucks, each with its day.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { distance, number, onDay, pace, weight } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { areas, moved } from "./rucks-parts.js";
import { ruckLink } from "./track.js";

export const records = [
  ["longestDistance", t("ruck|Longest"), (value) => distance(value, 2)],
  ["fastestPace", t("ruck|Fastest"), pace],
  ["heaviestLoad", t("Heaviest load"), weight],
  ["mostWeightMoved", t("Most weight moved"), moved],
  ["highestCalorieBurn", t("Most calories"), (value) => `${number(value)} kcal`],
];

export const recordsCard = (scope) => card(scope, {
  title: t("Records"), class: "rucks last", size: "list", areas, path: "rucks/records",
  show: (value) => records.every(([key]) => !value[key])
    ? empty(t("Your longest, fastest and heaviest rucks will appear here."))
    : h("ul", { class: "rows" }, records.filter(([key]) => value[key]).map(([key, label, text]) => h("li", {},
      h("div", { class: "row-text" },
        h("span", {}, label),
        h("a", { class: "row-link muted", href: ruckLink({ id: value[key].ruckId }) }, onDay(value[key].date))),
      h("b", { class: "row-end" }, text(value[key].value))))),
});
