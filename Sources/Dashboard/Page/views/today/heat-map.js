// A heat map of a year: one cell per day with its figures, reached with the arrow keys and opened with Enter.

import { h } from "../../kit/dom.js";
import { minutes, shortMonth, weekday } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { link } from "../../kit/route.js";
import { dayText } from "./sentence.js";

/** A week, from Monday. */
const week = Array.from({ length: 7 }, (_, index) => `2026-11-${16 + index}`);

/** Draws three responses of activity (listening, reading, rucks) for the same days. */
export function heatMap(responses) {
  const days = responses[0].dataPoints.map((point, index) => {
    const parts = responses.map((response) => response.dataPoints[index].minutes);
    return { date: point.date, parts, total: parts.reduce((sum, part) => sum + part, 0) };
  });
  const most = Math.max(...days.map((day) => day.total));
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const active = days.filter((day) => day.total > 0).length;
  const status = h("p", { class: "muted heat-status", "aria-hidden": "true" },
    t("Each square is a day. Select one to open it."));
  const cells = new Map();
  const rows = week.map((day, index) =>
    h("tr", {}, index % 2 === 0 ? h("th", { scope: "row" }, weekday(day)) : h("td", {})));
  const head = h("tr", {}, h("td", {}));
  let column = -1;
  let lastMonth = null;

  days.forEach((day, index) => {
    const row = (new Date(`${day.date}T12:00:00Z`).getUTCDay() + 6) % 7;
    if (index === 0 || row === 0) {
      column += 1;
      const thisMonth = day.date.slice(0, 7);
      const named = thisMonth !== lastMonth && day.date.slice(8) <= "07";
      head.append(named ? h("th", { scope: "col" }, shortMonth(thisMonth)) : h("td", {}));
      lastMonth = thisMonth;
    }
    while (rows[row].childElementCount < column + 1) rows[row].append(h("td", {}));
    const sentence = dayText(day);
    const cell = h("a", {
      href: link(`/day/${day.date}`), class: `h${step(day.total, most)}`, "aria-label": sentence, title: sentence,
      tabindex: index === days.length - 1 ? 0 : -1,
      onfocus: () => { status.textContent = sentence; },
      onkeydown: (event) => move(event, index),
    });
    cells.set(index, cell);
    rows[row].append(h("td", {}, cell));
  });

  function move(event, index) {
    const toEnd = days.length - 1 - index;
    const by = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1, Home: -index, End: toEnd }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const target = cells.get(index + by);
    if (!target) return;
    cells.get(index).tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  }

  const map = h("div", { class: "heat" },
    h("table", { "aria-label": t("Minutes per day") }, h("thead", {}, head), h("tbody", {}, rows)));
  // Scrolls to the latest days.
  requestAnimationFrame(() => { map.scrollLeft = map.scrollWidth; });
  return [
    h("p", { class: "answer" }, total === 0
      ? t("Days with activity will be darker here.")
      : plural(days.length,
        { one: "{duration} on {active} of {count} day.", other: "{duration} on {active} of {count} days." },
        { duration: minutes(total), active })),
    map, status,
  ];
}

function step(value, most) {
  if (value === 0) return 0;
  return Math.max(1, Math.ceil((value / most) * 4));
}
