// The totals of a period, compared with the one before.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { earlier, earlierDays } from "../../kit/compare.js";
import { distance, number, pace, seconds, shortDay, weight } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { periodQuery } from "../../kit/period.js";
import { trend } from "../../kit/trend.js";
import { logRuck } from "./ruck-dialogs.js";
import { areas, figure, moved } from "./rucks-parts.js";

const before = {
  weekly: t("than|last week"), monthly: t("than|last month"), quarterly: t("than|last quarter"),
  yearly: t("than|last year"),
};

const comparedWith = {
  weekly: t("Compared with the same number of days of last week."),
  monthly: t("Compared with the same number of days of last month."),
  quarterly: t("Compared with the same number of days of last quarter."),
  yearly: t("Compared with the same number of days of last year."),
  custom: t("Compared with the same number of days before."),
};

/** Smaller figures are too thin a base for a percentage. */
const thin = { rucks: 3, metres: 5000 };

export const totalsCard = (scope, state, control) => card(scope, {
  title: t("Totals"), class: "rucks full", size: "chart", areas, controls: control,
  load: (get) => get("rucks/analytics", { ...periodQuery(state(), "period"), compare: state().compare }),
  show: content,
});

function content(value) {
  const shown = (item, words) => trend(item, { ...words, before: null });
  const longer = trend(value.distanceTrend, { before: than(value), least: thin.metres });
  const was = (text) => earlier(value.comparison, text);
  const load = ({ averageLoad }) => (averageLoad === null ? "–" : weight(averageLoad));
  const figures = [
    figure(t("figure|rucks"), number(value.totalSessions), was((then) => number(then.totalSessions)),
      shown(value.sessionsTrend, { least: thin.rucks })),
    figure(t("figure|moving"), seconds(value.totalDuration), was((then) => seconds(then.totalDuration))),
    figure(t("figure|pace"), pace(value.averagePace), was((then) => pace(then.averagePace)),
      shown(value.paceTrend, { isPace: true, better: "down" })),
    figure(t("figure|weight moved"), moved(value.totalWeightMoved), was((then) => moved(then.totalWeightMoved)),
      shown(value.weightMovedTrend)),
    figure(t("figure|average load"), load(value), was(load)),
    figure(t("figure|calories"), number(value.totalCalories), was((then) => number(then.totalCalories))),
  ];
  const compared = longer || figures.some((item) => item.querySelector(".trend"));
  return [
    h("p", { class: "figure" }, distance(value.totalDistance)),
    value.comparison ? h("p", { class: "muted" }, was((then) => distance(then.totalDistance))) : null,
    h("p", { class: "figure-label" }, plural(value.totalSessions,
      { one: "in {count} ruck, {days}", other: "in {count} rucks, {days}" },
      { days: value.from === value.to ? shortDay(value.from) : `${shortDay(value.from)} – ${shortDay(value.to)}` })),
    longer ? h("p", {}, longer) : null,
    value.totalSessions === 0 && !value.comparison ? none() : h("dl", { class: "figures" }, figures),
    earlierDays(value.comparison),
    compared ? h("p", { class: "hint" }, comparedWith[value.timePeriod]) : null,
  ];
}

const none = () => empty(t("Distance, pace, load and weight moved of these days will appear here."),
  h("button", { type: "button", onclick: () => logRuck() }, t("Log a ruck")));

const than = (value) => before[value.timePeriod] ?? t("than|before");
