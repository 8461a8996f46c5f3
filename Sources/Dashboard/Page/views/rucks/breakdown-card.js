// What a period's rucks are made of: pace, ground, weather and load.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { counted, distance, number, pace, shortDay, weight } from "../../kit/format.js";
import { periodQuery } from "../../kit/period.js";
import { areas, bars } from "./rucks-parts.js";

export const breakdownCard = (scope, state) => card(scope, {
  title: "What the totals are made of", class: "rucks full", size: "chart", areas,
  load: (get) => get("rucks/breakdown", periodQuery(state(), "period")),
  show: (value) => (value.loadProgression.length === 0
    ? empty("Pace, ground, weather and load of this period's rucks will be here.")
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
  return block("Pace", calorieBurnRate === null ? null : `${number(calorieBurnRate)} kcal an hour.`,
    rows.length === 0
      ? h("p", { class: "muted" }, "No ruck has a pace.")
      : bars("Rucks by pace", rows.map((row, index) => [
        `${pace(row.from).split(" ")[0]} – ${pace(row.to)}`, counted(row.sessions, "ruck"), filled[index],
      ])));
}

function ground({ terrain: rows }) {
  const filled = shares(rows.map((row) => row.distance));
  return block("Ground", null, rows.length === 0
    ? h("p", { class: "muted" }, "No ruck says on what ground it was.")
    : bars("Distance by ground", rows.map((row, index) => [
      capital(row.type), `${distance(row.distance)}, ${pace(row.averagePace)}`, filled[index],
    ])));
}

function weather({ weather: { byCondition: rows, temperaturePaceCorrelation: value } }) {
  const filled = shares(rows.map((row) => row.sessions));
  return block("Weather", value === null ? null : warmth(value), rows.length === 0
    ? h("p", { class: "muted" }, "No ruck says what the weather was.")
    : bars("Rucks by weather", rows.map((row, index) => [
      capital(row.condition), `${counted(row.sessions, "ruck")}, ${pace(row.averagePace)}`, filled[index],
    ])));
}

// Of the coefficient, which is exact on hover, people want to know what it means.
function warmth(value) {
  const strength = Math.abs(value) < 0.2 ? null : Math.abs(value) < 0.5 ? "a little " : "clearly ";
  const text = strength === null
    ? "Warmth makes no difference to your pace."
    : `You are ${strength}${value > 0 ? "slower" : "faster"} when it is warm.`;
  return h("span", { title: `Correlation of temperature and pace: ${number(value, 2)}` }, text);
}

function loads({ loadProgression: rows }) {
  const last = [...rows].reverse();
  const filled = shares(last.map((row) => row.averageLoad));
  return block("Load by week", null, bars("Load by week, the newest first", last.map((row, index) => [
    shortDay(row.weekStart),
    weight(row.averageLoad) + (row.maxLoad > row.averageLoad ? `, up to ${weight(row.maxLoad)}` : ""),
    filled[index],
  ])));
}

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
