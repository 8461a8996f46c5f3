// Rucks: totals of a period, weeks, the streak, records, and a breakdown.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { periodControl, periodIn } from "../../kit/period.js";
import { change } from "../../kit/route.js";
import { breakdownCard } from "./breakdown-card.js";
import { logRuck } from "./ruck-dialogs.js";
import { ruckRow } from "./ruck-row.js";
import { areas, parts } from "./rucks-parts.js";
import { recordsCard } from "./records-card.js";
import { streakCard } from "./streak-card.js";
import { totalsCard } from "./totals-card.js";
import { weeklyCard } from "./weekly-card.js";

const periods = [
  ["weekly", "Week"], ["monthly", "Month"], ["quarterly", "Quarter"], ["yearly", "Year"], ["allTime", "All time"],
];
const keys = periods.map(([key]) => key);

export function show(scope) {
  let state = periodIn(scope.query, "period", keys, "monthly");
  const control = periodControl({
    label: "Period", state, options: periods,
    choose: ({ key, from, to }) => change({ period: key === "custom" ? null : key, from, to }),
  });
  const totals = totalsCard(scope, () => state, control);
  const breakdown = breakdownCard(scope, () => state);
  const weekly = weeklyCard(scope);
  scope.onQuery = (query) => {
    weekly.follow(query);
    const next = periodIn(query, "period", keys, "monthly");
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    control.update(state);
    totals.reload();
    breakdown.reload();
  };
  return h("div", { class: "place rucks" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, "Rucks"),
      h("button", { type: "button", class: "primary rucks", onclick: () => logRuck() }, "Log a ruck")),
    parts("#/rucks"),
    h("div", { class: "grid" },
      totals,
      h("div", { class: "wide column" }, weekly.element, latest(scope)),
      h("div", { class: "column" }, streakCard(scope), recordsCard(scope)),
      breakdown));
}

const latest = (scope) => cardOfList("Latest rucks", "rucks", { text: "All rucks", href: "#/rucks/all" },
  pagedList(scope, {
    path: "rucks", areas, label: "Latest rucks", pageSize: 4, brief: true, row: ruckRow, waits: true,
    none: () => empty("A ruck is a walk with weight on your back. Log your first one or connect an app.",
      h("button", { type: "button", onclick: () => logRuck() }, "Log a ruck")),
  }));
