// Listening by day for a week, a month, a year or a custom range, with exact figures below the picture.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { longDay, minutes, number } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { periodControl, periodIn, periodQuery } from "../../kit/period.js";
import { daysBetween, plusDays } from "../../kit/person.js";
import { picture } from "../../kit/picture.js";
import { change, go, link } from "../../kit/route.js";
import { logSession } from "./session-dialogs.js";

const ranges = ["week", "month", "year"];
const areas = ["listening", "profile"];
const mostBefore = 3660;

/** { element, follow(query) }: `follow` applies a change of the address. */
export function activityCard(scope) {
  let state = periodIn(scope.query, "range", ranges, "week");
  const control = periodControl({
    label: t("Date range"), state,
    options: [["week", t("Week")], ["month", t("Month")], ["year", t("Year")]],
    choose: ({ key, from, to }) => change({ range: key === "custom" ? null : key, from, to }),
  });
  const chart = picture(scope, {
    path: "analytics/activity.svg", areas, height: 240, bare: true, query: () => periodQuery(state, "range"),
  });
  let points = [];
  chart.classList.add("opens-days");
  chart.addEventListener("click", ({ target }) => {
    const day = dayOfBar(chart, target, points);
    if (day) go(`/day/${day}`);
  });
  const body = card(scope, {
    title: t("Activity"), class: "listening full", size: "wide-chart", areas, controls: control,
    load: async (get) => {
      const now = await get("analytics/activity", periodQuery(state, "range"));
      points = now.dataPoints;
      return { now, before: await sumBefore(get, now.dataPoints) };
    },
    show: ({ now, before }) => [
      summary(now.dataPoints, before),
      sum(now.dataPoints) === 0
        ? empty(t("No listening in these days. Each day will have its bar here."),
          h("button", { type: "button", onclick: () => logSession() }, t("Log a session")))
        : [chart, exact(now.dataPoints)],
    ],
  });
  return {
    element: body,
    follow(query) {
      const next = periodIn(query, "range", ranges, "week");
      if (JSON.stringify(next) === JSON.stringify(state)) return;
      state = next;
      control.update(state);
      body.reload();
      chart.redraw();
    },
  };

  function summary(points, before) {
    const total = sum(points);
    const active = points.filter((point) => point.minutes > 0).length;
    return h("div", {},
      h("p", { class: "figure" }, minutes(total)),
      h("p", { class: "figure-label" },
        plural(points.length, { one: "on {active} of {count} day", other: "on {active} of {count} days" }, { active }),
        before === null || (total === 0 && before === 0) ? "" : `, ${comparison(total, before, points.length)}`));
  }
}

/** Compares with the same number of days before. */
function comparison(total, before, days) {
  const difference = Math.round(total) - Math.round(before);
  const duration = minutes(Math.abs(difference));
  if (difference === 0) {
    return plural(days, { one: "as much as on the day before", other: "as much as in the {count} days before" });
  }
  return difference > 0
    ? plural(days, {
      one: "{duration} more than on the day before", other: "{duration} more than in the {count} days before",
    }, { duration })
    : plural(days, {
      one: "{duration} less than on the day before", other: "{duration} less than in the {count} days before",
    }, { duration });
}

/**
 * The day of a bar of the picture, or null. Keyboards use the links of the exact figures. A bar for several days, and a
 * picture that is older than the points, lead nowhere.
 */
export function dayOfBar(chart, bar, points) {
  const bars = [...chart.querySelectorAll("svg > * > title, svg g > * > title")];
  const days = points.filter((point) => point.minutes > 0).map((point) => point.date);
  const fits = bars.length === days.length && bars.every((title, index) =>
    new RegExp(`^\\D*\\b${Number(days[index].slice(8))}\\b\\D+:`).test(title.textContent));
  const at = bars.findIndex((title) => title.parentElement === bar);
  return fits && at >= 0 ? days[at] : null;
}

const sum = (points) => points.reduce((total, point) => total + point.minutes, 0);

async function sumBefore(get, points) {
  const first = points[0].date;
  const count = daysBetween(first, points.at(-1).date) + 1;
  if (count > mostBefore || first < "0011-01-01") return null;
  const { dataPoints } = await get("analytics/activity", { from: plusDays(first, -count), to: plusDays(first, -1) });
  return sum(dataPoints);
}

/** The table is built when it is opened, because ten years have many rows. */
function exact(points) {
  const names = { role: "region", "aria-label": t("Minutes by day") };
  const box = h("div", { class: "scrolls days-table", tabindex: 0, ...names });
  const details = h("details", {
    ontoggle: () => { if (details.open && !box.firstChild) box.append(table(points)); },
  }, h("summary", {}, t("Exact figures")), box);
  return details;
}

function table(points) {
  const shown = points.filter((point) => point.minutes > 0 || points.length <= 31).reverse();
  if (shown.length === 0) return h("p", { class: "muted" }, t("No listening in these days."));
  return h("table", {},
    points.length > 31 ? h("caption", { class: "muted" }, t("Days without listening are not listed.")) : null,
    h("thead", {}, h("tr", {},
      h("th", { scope: "col" }, t("Day")), h("th", { scope: "col", class: "number" }, t("Minutes")))),
    h("tbody", {}, shown.map((point) => h("tr", {},
      h("th", { scope: "row" }, h("a", { class: "row-link", href: link(`/day/${point.date}`) }, longDay(point.date))),
      h("td", { class: "number" }, number(point.minutes, 2))))));
}
