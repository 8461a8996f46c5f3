// Distance by week, with exact figures below the picture.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { weeks as weekCount } from "../../kit/counts.js";
import { segments } from "../../kit/form.js";
import { distance, distanceUnit, number, pace, shortDay } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { picture } from "../../kit/picture.js";
import { change } from "../../kit/route.js";
import { areas, moved } from "./rucks-parts.js";

const choices = [["12", weekCount(12)], ["26", "26"], ["52", "52"]];

const weeksIn = (query) => {
  const asked = Number(query.get("weeks"));
  return Number.isInteger(asked) && asked >= 1 && asked <= 260 ? String(asked) : "12";
};

/** { element, follow(query) }: `follow` applies a change of the address. */
export function weeklyCard(scope) {
  let weeks = weeksIn(scope.query);
  const options = choices.some(([key]) => key === weeks) ? choices : [...choices, [weeks, weeks]];
  const control = segments({
    label: t("Number of weeks"), value: weeks, options,
    choose: (key) => change({ weeks: key === "12" ? null : key }),
  });
  const chart = picture(scope, {
    path: "rucks/weekly.svg", areas: [...areas, "goals"], height: 260, bare: true,
    query: () => ({ weeks, unit: distanceUnit() }),
  });
  const element = card(scope, {
    title: t("Week by week"), class: "rucks wide", size: "chart", areas: [...areas, "goals"], path: "rucks/weekly",
    query: () => ({ weeks }),
    controls: h("div", { class: "period" }, control),
    show: (value) => (value.weeks.every((week) => week.sessions === 0)
      ? empty(t("No rucks in these weeks. The distance of each week will appear here."))
      : [
        h("p", { class: "answer" }, t("{distance} and {rucks} rucks per week on average.", {
          distance: distance(value.averageDistancePerWeek), rucks: number(value.averageSessionsPerWeek, 1),
        })),
        chart,
        exact(value.weeks),
      ]),
  });
  return {
    element,
    follow(query) {
      if (weeksIn(query) === weeks) return;
      weeks = weeksIn(query);
      for (const input of control.querySelectorAll("input")) input.checked = input.value === weeks;
      element.reload();
      chart.redraw();
    },
  };
}

function exact(weeks) {
  const names = { tabindex: 0, role: "region", "aria-label": t("Figures by week") };
  const box = h("div", { class: "scrolls days-table", ...names });
  const details = h("details", { ontoggle: () => { if (details.open && !box.firstChild) box.append(table(weeks)); } },
    h("summary", {}, t("Exact figures")), box);
  return details;
}

const table = (weeks) => h("table", {},
  h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Week of")),
    [t("Rucks"), t("Distance"), t("Weight moved"), t("Pace")].map((name) =>
      h("th", { scope: "col", class: "number" }, name)),
    h("th", { scope: "col" }, t("Goal")))),
  h("tbody", {}, [...weeks].reverse().map((week) => h("tr", {},
    h("th", { scope: "row" }, shortDay(week.weekStart)),
    h("td", { class: "number" }, number(week.sessions)),
    h("td", { class: "number" }, distance(week.distance, 2)),
    h("td", { class: "number" }, moved(week.weightMoved)),
    h("td", { class: "number" }, pace(week.averagePace)),
    h("td", {}, week.meetsGoal ? t("{goal}, met", { goal: week.goal }) : number(week.goal))))));
