// A period's rucks by pace, terrain, weather and load.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { earlier, earlierDays } from "../../kit/compare.js";
import { counted, distance, number, pace, shortDay, weight } from "../../kit/format.js";
import { periodQuery } from "../../kit/period.js";
import { logRuck } from "./ruck-dialogs.js";
import { areas, bars } from "./rucks-parts.js";

export const breakdownCard = (scope, state) => card(scope, {
  title: "Breakdown", class: "rucks full", size: "chart", areas,
  load: (get) => get("rucks/breakdown", { ...periodQuery(state(), "period"), compare: state().compare }),
  show: (value) => (value.loadProgression.length === 0 && !value.comparison?.loadProgression.length
    ? empty("Pace, terrain, weather and load of this period's rucks will appear here.",
      h("button", { type: "button", onclick: () => logRuck() }, "Log a ruck"))
    : [
      h("div", { class: "breakdown" }, paces(value), ground(value), weather(value), loads(value)),
      earlierDays(value.comparison),
    ]),
});

const block = (title, answer, content) => h("section", { "aria-label": title },
  h("h3", {}, title), answer ? h("p", { class: "muted" }, answer) : null, content);

const shares = (values) => {
  const most = Math.max(...values, 0);
  return values.map((value) => (most > 0 ? value / most : 0));
};

/**
 * One bar per row. With a comparison, each row has its earlier value, and rows that exist only in the earlier period
 * follow. `key` names the member that is equal in both, `none` a row without rucks.
 */
function compared(label, { rows, earlierRows, key, none, name, size, text }) {
  const added = (earlierRows ?? []).filter((then) => !rows.some((row) => row[key] === then[key]));
  const all = [...rows, ...added.map((then) => ({ ...then, ...none }))];
  const filled = shares(all.map(size));
  return bars(label, all.map((row, index) => [
    name(row), text(row), filled[index],
    earlier(earlierRows, () => text(earlierRows.find((then) => then[key] === row[key]) ?? { ...row, ...none })),
  ]));
}

const hasNone = (rows, earlierRows) => rows.length === 0 && !earlierRows?.length;

function paces({ paceDistribution: rows, calorieBurnRate, comparison }) {
  const burned = ({ calorieBurnRate: rate }) => (rate === null ? "–" : `${number(rate)} kcal per hour`);
  const hasRate = calorieBurnRate !== null || (comparison && comparison.calorieBurnRate !== null);
  return block("Pace",
    hasRate ? [burned({ calorieBurnRate }), comparison ? [", ", earlier(comparison, burned)] : null, "."] : null,
    hasNone(rows, comparison?.paceDistribution)
      ? h("p", { class: "muted" }, "No pace recorded.")
      : compared("Rucks by pace", {
        rows, earlierRows: comparison?.paceDistribution, key: "from", none: { sessions: 0 },
        name: (row) => `${pace(row.from).split(" ")[0]} – ${pace(row.to)}`,
        size: (row) => row.sessions, text: (row) => counted(row.sessions, "ruck"),
      }));
}

function ground({ terrain: rows, comparison }) {
  return block("Terrain", null, hasNone(rows, comparison?.terrain)
    ? h("p", { class: "muted" }, "No terrain recorded.")
    : compared("Distance by terrain", {
      rows, earlierRows: comparison?.terrain, key: "type", none: { distance: 0, averagePace: null },
      name: (row) => capital(row.type), size: (row) => row.distance,
      text: (row) => withPace(distance(row.distance), row.averagePace),
    }));
}

function weather({ weather: { byCondition: rows, temperaturePaceCorrelation: value }, comparison }) {
  const earlierRows = comparison?.weather.byCondition;
  return block("Weather", value === null ? null : warmth(value), hasNone(rows, earlierRows)
    ? h("p", { class: "muted" }, "No weather recorded.")
    : compared("Rucks by weather", {
      rows, earlierRows, key: "condition", none: { sessions: 0, averagePace: null },
      name: (row) => capital(row.condition), size: (row) => row.sessions,
      text: (row) => withPace(counted(row.sessions, "ruck"), row.averagePace),
    }));
}

const withPace = (text, value) => (value === null ? text : `${text}, ${pace(value)}`);

// Describes the correlation in words; the exact coefficient is the tooltip.
function warmth(value) {
  const strength = Math.abs(value) < 0.2 ? null : Math.abs(value) < 0.5 ? "slightly " : "clearly ";
  const text = strength === null
    ? "Temperature makes no difference to your pace."
    : `You are ${strength}${value > 0 ? "slower" : "faster"} in warm weather.`;
  return h("span", { title: `Correlation of temperature and pace: ${number(value, 2)}` }, text);
}

// The weeks of another period are other weeks. Therefore the comparison is one figure.
function loads({ loadProgression: rows, comparison }) {
  const last = [...rows].reverse();
  const filled = shares(last.map((row) => row.averageLoad));
  const heaviest = ({ loadProgression: weeks }) =>
    (weeks.length === 0 ? "–" : weight(Math.max(...weeks.map((week) => week.maxLoad))));
  return block("Load by week", comparison
    ? ["Heaviest load: ", heaviest({ loadProgression: rows }), ", ", earlier(comparison, heaviest), "."] : null,
    rows.length === 0 ? h("p", { class: "muted" }, "No rucks in this period.")
      : bars("Load by week, newest first", last.map((row, index) => [
        shortDay(row.weekStart),
        weight(row.averageLoad) + (row.maxLoad > row.averageLoad ? `, up to ${weight(row.maxLoad)}` : ""),
        filled[index],
      ])));
}

const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
