// Rucks: totals of a period, weeks, the streak, records, and a breakdown.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { compareControl, comparedIn } from "../../kit/compare.js";
import { t } from "../../kit/language.js";
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
  ["weekly", t("Week")], ["monthly", t("Month")], ["quarterly", t("Quarter")], ["yearly", t("Year")],
  ["allTime", t("All time")],
];
const keys = periods.map(([key]) => key);

/** All time is compared with nothing. */
function stateIn(query) {
  const period = periodIn(query, "period", keys, "monthly");
  return { ...period, compare: period.key === "allTime" ? "" : comparedIn(query) };
}

export function show(scope) {
  let state = stateIn(scope.query);
  const control = periodControl({
    label: t("Period"), state, options: periods,
    choose: ({ key, from, to }) => change({ period: key === "custom" ? null : key, from, to }),
  });
  const compare = compareControl(state.compare, state.key !== "allTime");
  const totals = totalsCard(scope, () => state, h("div", { class: "period-line" }, control, compare));
  const breakdown = breakdownCard(scope, () => state);
  const weekly = weeklyCard(scope);
  scope.onQuery = (query) => {
    weekly.follow(query);
    const next = stateIn(query);
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    control.update(state);
    compare.update(state.compare, state.key !== "allTime");
    totals.reload();
    breakdown.reload();
  };
  return h("div", { class: "place rucks" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, t("Rucks")),
      h("button", { type: "button", class: "primary rucks", onclick: () => logRuck() }, t("Log a ruck"))),
    parts("#/rucks"),
    h("div", { class: "grid" },
      streakCard(scope),
      totals,
      weekly.element,
      recordsCard(scope),
      h("div", { class: "full" }, latest(scope)),
      breakdown));
}

const latest = (scope) => cardOfList(t("Latest rucks"), "rucks", { text: t("All rucks"), href: "#/rucks/all" },
  pagedList(scope, {
    path: "rucks", areas, label: t("Latest rucks"), pageSize: 4, brief: true, row: ruckRow, waits: true,
    none: () => empty(t("A ruck is a walk with weight on your back. Log your first one or connect an app."),
      h("button", { type: "button", onclick: () => logRuck() }, t("Log a ruck"))),
  }));
