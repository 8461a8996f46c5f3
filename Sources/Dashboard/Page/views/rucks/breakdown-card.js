// A period's rucks by pace, terrain, weather and load.

import { h, nextFact } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { earlier, earlierDays } from "../../kit/compare.js";
import { rucks } from "../../kit/counts.js";
import { capital, distance, hasPace, number, pace, shortDay, weight } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { periodQuery } from "../../kit/period.js";
import { areas, bars } from "./rucks-parts.js";
import { terrainNames } from "./terrain-fields.js";

export const breakdownCard = (scope, state) => card(scope, {
  title: t("Breakdown"), class: "rucks full", size: "chart", areas,
  load: (get) => get("rucks/breakdown", { ...periodQuery(state(), "period"), compare: state().compare }),
  show: (value) => (value.loadProgression.length === 0 && !value.comparison?.loadProgression.length
    ? empty(t("Pace, terrain, weather and load of this period's rucks will appear here."))
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
  const burned = ({ calorieBurnRate: rate }) =>
    (rate === null ? "–" : t("{kcal} kcal per hour", { kcal: number(rate) }));
  const hasRate = calorieBurnRate !== null || (comparison && comparison.calorieBurnRate !== null);
  return block(t("Pace"),
    hasRate ? [burned({ calorieBurnRate }), comparison ? nextFact(earlier(comparison, burned)) : null] : null,
    hasNone(rows, comparison?.paceDistribution)
      ? h("p", { class: "muted" }, t("No pace recorded."))
      : compared(t("Rucks by pace"), {
        rows, earlierRows: comparison?.paceDistribution, key: "from", none: { sessions: 0 },
        name: paceRange,
        size: (row) => row.sessions, text: rucksIn,
      }));
}

function ground({ terrain: rows, comparison }) {
  return block(t("Terrain"), null, hasNone(rows, comparison?.terrain)
    ? h("p", { class: "muted" }, t("No terrain recorded."))
    : compared(t("Distance by terrain"), {
      rows, earlierRows: comparison?.terrain, key: "type", none: { distance: 0, averagePace: null },
      name: (row) => capital(terrainNames[row.type] ?? row.type), size: (row) => row.distance,
      text: (row) => withPace(distance(row.distance), row.averagePace),
    }));
}

function weather({ weather: { byCondition: rows, temperaturePaceCorrelation: value }, comparison }) {
  const earlierRows = comparison?.weather.byCondition;
  return block(t("Weather"), value === null ? null : warmth(value), hasNone(rows, earlierRows)
    ? h("p", { class: "muted" }, t("No weather recorded."))
    : compared(t("Rucks by weather"), {
      rows, earlierRows, key: "condition", none: { sessions: 0, averagePace: null },
      name: (row) => capital(row.condition), size: (row) => row.sessions,
      text: (row) => withPace(rucksIn(row), row.averagePace),
    }));
}

// A range of ten hours or more has no figures.
const paceRange = ({ from, to }) => (hasPace(to) ? `${pace(from).split(" ")[0]} – ${pace(to)}` : pace(from));

const rucksIn = ({ sessions }) => rucks(sessions);

const withPace = (text, value) => (hasPace(value) ? `${text}, ${pace(value)}` : text);

// Describes the correlation in words; the exact coefficient is the tooltip.
function warmth(value) {
  return h("span", { title: t("Correlation of temperature and pace: {value}", { value: number(value, 2) }) },
    warmthText(value));
}

function warmthText(value) {
  if (Math.abs(value) < 0.2) return t("Temperature makes no difference to your pace.");
  if (Math.abs(value) < 0.5) {
    return value > 0 ? t("You are slightly slower in warm weather.") : t("You are slightly faster in warm weather.");
  }
  return value > 0 ? t("You are clearly slower in warm weather.") : t("You are clearly faster in warm weather.");
}

// The weeks of another period are other weeks. Therefore the comparison is one figure.
function loads({ loadProgression: rows, comparison }) {
  const last = [...rows].reverse();
  const filled = shares(last.map((row) => row.averageLoad));
  const heaviest = ({ loadProgression: weeks }) =>
    (weeks.length === 0 ? "–" : weight(Math.max(...weeks.map((week) => week.maxLoad))));
  return block(t("Load by week"), comparison
    ? [t("Heaviest load: {load}", { load: heaviest({ loadProgression: rows }) }),
      nextFact(earlier(comparison, heaviest))]
    : null,
    rows.length === 0 ? h("p", { class: "muted" }, t("No rucks in this period."))
      : bars(t("Load by week, newest first"), last.map((row, index) => [
        shortDay(row.weekStart),
        row.maxLoad > row.averageLoad
          ? t("{load}, up to {most}", { load: weight(row.averageLoad), most: weight(row.maxLoad) })
          : weight(row.averageLoad),
        filled[index],
      ])));
}
