// The best rucks, each with its day.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { distance, number, onDay, pace, weight } from "../../kit/format.js";
import { logRuck } from "./ruck-dialogs.js";
import { areas, moved } from "./rucks-parts.js";
import { ruckLink } from "./track.js";

export const records = [
  ["longestDistance", "Longest", (value) => distance(value, 2)],
  ["fastestPace", "Fastest", pace],
  ["heaviestLoad", "Heaviest load", weight],
  ["mostWeightMoved", "Most weight moved", moved],
  ["highestCalorieBurn", "Most calories", (value) => `${number(value)} kcal`],
];

export const recordsCard = (scope) => card(scope, {
  title: "Records", class: "rucks", size: "list", areas, path: "rucks/records",
  show: (value) => records.every(([key]) => !value[key])
    ? empty("Your longest, fastest and heaviest rucks will appear here.",
      h("button", { type: "button", onclick: () => logRuck() }, "Log a ruck"))
    : h("ul", { class: "rows" }, records.filter(([key]) => value[key]).map(([key, label, text]) => h("li", {},
      h("div", { class: "row-text" },
        h("span", {}, label),
        h("a", { class: "row-link muted", href: ruckLink({ id: value[key].ruckId }) }, onDay(value[key].date))),
      h("b", { class: "row-end" }, text(value[key].value))))),
});
