// A period's rucks by pace, terrain, weather and load.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { counted, distance, number, pace, shortDay, weight } from "../../kit/format.js";
import { periodQuery } from "../../kit/period.js";
import { logRuck } from "./ruck-dialogs.js";
import { areas, bars } from "./rucks-parts.js";

export const breakdownCard = (scope, state) => card(scope, {
  title: "Breakdown", class: "rucks full", size: "chart", areas,
  load: (get) => get("rucks/breakdown", periodQuery(state(), "period")),
  show: (value) => (value.loadProgression.length === 0
    ? empty("Pace, terrain, weather and load of this period's rucks will appear here.",
      h("button", { type: "button", onclick: () => logRuck() }, "Log a ruck"))
    : h("div", { class: "breakdown" }, paces(value), ground(value), weather(value), loads(value))),
});

const block = (title, answer, content) => h("section", { "aria-label": title },
  h("h3", {}, title), answer ? h("p", { class: "muted" }, answer) : null, content);

const shares = (values) => {
  const most = Math.max(...values, 0);
  return values.map((value) => (most > 0 ? value / most : 0));
};

function paces({ paceDistribution: rows, calorieBurnRate }) {
  const filled = shares(rows.map((row) => row.sessions));
  return block("Pace", calorieBurnRate === null ? null : `${number(calorieBurnRate)} kcal per hour.`,
    rows.length === 0
      ? h("p", { class: "muted" }, "No pace recorded.")
      : bars("Rucks by pace", rows.map((row, index) => [
        `${pace(row.from).split(" ")[0]} – ${pace(row.to)}`, counted(row.sessions, "ruck"), filled[index],
      ])));
}

function ground({ terrain: rows }) {
  const filled = shares(rows.map((row) => row.distance));
  return block("Terrain", null, rows.length === 0
    ? h("p", { class: "muted" }, "No terrain recorded.")
    : bars("Distance by terrain", rows.map((row, index) => [
      capital(row.type), `${distance(row.distance)}, ${pace(row.averagePace)}`, filled[index],
    ])));
}

function weather({ weather: { byCondition: rows, temperaturePaceCorrelation: value } }) {
  const filled = shares(rows.map((row) => row.sessions));
  return block("Weather", value === null ? null : warmth(value), rows.length === 0
    ? h("p", { class: "muted" }, "No weather recorded.")
    : bars("Rucks by weather", rows.map((row, index) => [
      capital(row.condition), `${counted(row.sessions, "ruck")}, ${pace(row.averagePace)}`, filled[index],
    ])));
}

// Describes the correlation in words; the exact coefficient is the tooltip.
function warmth(value) {
  const strength = Math.abs(value) < 0.2 ? null : Math.abs(value) < 0.5 ? "slightly " : "clearly ";
  const text = strength === null
    ? "Temperature makes no difference to your pace."
    : `You are ${strength}${value > 0 ? "slower" : "faster"} in warm weather.`;
  return h("span", { title: `Correlation of temperature and pace: ${number(value, 2)}` }, text);
}

function loads({ loadProgression: rows }) {
  const last = [...rows].reverse();
  const filled = shares(last.map((row) => row.averageLoad));
  return block("Load by week", null, bars("Load by week, newest first", last.map((row, index) => [
    shortDay(row.weekStart),
    weight(row.averageLoad) + (row.maxLoad > row.averageLoad ? `, up to ${weight(row.maxLoad)}` : ""),
    filled[index],
  ])));
}

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
