// Insights: rings, figures with trends, the timeline, achievements, goals, and the year in review.

import { h } from "../../kit/dom.js";
import { month } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { picture } from "../../kit/picture.js";
import { dayOf } from "../../kit/person.js";
import { achievementsCard } from "./achievement-tile.js";
import { figuresCards } from "./figures-card.js";
import { filterControl, filterIn } from "./insight-filters.js";
import { goalsCard } from "./goals-card.js";
import { areas, parts } from "./insights-parts.js";
import { reportLink } from "./report-link.js";
import { timelineCard } from "./timeline-card.js";

export function show(scope) {
  let filter = filterIn(scope.query);
  const control = filterControl(scope, filter);
  const figures = figuresCards(scope, () => filter);
  const timeline = timelineCard(scope);
  const report = reportLink(filter.timeframe);
  scope.onQuery = (query) => {
    timeline.follow(query);
    const next = filterIn(query);
    if (JSON.stringify(next) === JSON.stringify(filter)) return;
    filter = next;
    control.update(filter);
    report.update(filter.timeframe);
    figures.reload();
  };
  return h("div", { class: "place insights reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Insights")), report),
    parts("#/insights"),
    control,
    h("div", { class: "grid" },
      rings(scope),
      h("div", { class: "wide column" }, figures.elements),
      timeline.element,
      h("div", { class: "wide column" }, achievementsCard(scope)),
      h("div", { class: "column" }, goalsCard(scope), review())));
}

// The rings always show this year's goals and ignore the timeframe.
function rings(scope) {
  const drawn = picture(scope, { path: "insights/rings.svg", areas, height: 300, bare: true });
  return h("section", { class: "card reading", "aria-labelledby": "rings" },
    h("header", { class: "card-head" }, h("h2", { id: "rings" }, t("Reading journey"))), drawn);
}

function review() {
  const year = Number(dayOf().slice(0, 4));
  const thisMonth = dayOf().slice(0, 7);
  return h("section", { class: "card reading", "aria-labelledby": "review" },
    h("header", { class: "card-head" }, h("h2", { id: "review" }, t("Year in review"))),
    h("p", {}, t("Your year or a month, card by card, with a card to share.")),
    h("div", { class: "actions" },
      h("a", { class: "button primary", href: `#/insights/review/${year}` }, String(year)),
      h("a", { class: "button", href: `#/insights/review/${year - 1}` }, String(year - 1)),
      h("a", { class: "button", href: `#/insights/review/${thisMonth}` }, month(thisMonth))));
}
