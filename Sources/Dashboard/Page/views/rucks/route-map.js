// The route of a ruck: its line without a map, the heights along it, and its splits.

import { append, h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { distance, distanceUnit, fromDistance, height, pace } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { elevationChart } from "./elevation.js";
import { areas, bars } from "./rucks-parts.js";
import { lineOf, pointsOf, shape, trackPath } from "./track.js";
import { climbOf, fastestOf, profileOf, splitsOf } from "./walk-figures.js";

const margin = 6;
/** Closer points are the same place of the drawing. */
const closest = 0.25;

export const routeCard = (scope, path) => card(scope, {
  title: t("Route"), class: "rucks wide", size: "route", areas,
  load: async (get) => {
    const ruck = await get(path);
    return { ruck, points: await pointsIn(ruck) };
  },
  show: ({ ruck, points }) => (points && points.length > 1 ? routeParts(ruck, points) : noTrack()),
});

/** Null without a track. */
async function pointsIn(ruck) {
  if (!ruck.hasTrack || isBeingDeleted(trackPath(ruck))) return null;
  try {
    return await pointsOf(ruck, null);
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

const noTrack = () => empty(
  t("This ruck has no track. Import its file (GPX, TCX or FIT), and its route, heights and splits will appear here."),
  h("a", { class: "button", href: "#/settings/import" }, t("Import a file")));

function routeParts(ruck, points) {
  const route = routeDrawing(points,
    t("Route of {distance}, drawn with north at the top", { distance: distance(ruck.distance, 2) }));
  const profile = profileOf(points);
  return [
    route.element,
    h("p", { class: "track-key muted" },
      h("span", { class: "track-dot", "aria-hidden": "true" }), t("route|Start"),
      h("span", { class: "track-dot is-end", "aria-hidden": "true" }), t("route|End")),
    profile ? section(t("Elevation"), elevationAnswer(profile, climbOf(points)),
      elevationChart(profile, ({ index }) => route.mark(index))) : null,
    splitsPart(points),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "quiet", onclick: () => deleteTrack(ruck) }, t("Delete the track"))),
  ];
}

const section = (title, answer, content) => h("section", { class: "route-part", "aria-label": title },
  h("h3", {}, title), answer ? h("p", { class: "answer" }, answer) : null, content);

function elevationAnswer(profile, climb) {
  const heights = profile.map((place) => place.height);
  return t("Between {low} and {high}, with {climb} of climb.", {
    low: height(Math.min(...heights)), high: height(Math.max(...heights)), climb: height(climb),
  });
}

/** { element, mark(index) }: `mark` shows the place of a point. */
function routeDrawing(points, label) {
  const line = lineOf(points);
  const drawn = thinned(line);
  const range = (axis) => {
    const values = drawn.map((place) => place[axis]);
    const low = Math.min(...values);
    return [low - margin, Math.max(...values) - low + 2 * margin];
  };
  const [[left, wide], [top, high]] = [range(0), range(1)];
  const [begin, end] = [line[0], line.at(-1)];
  const place = shape("circle", { class: "route-place", r: 1.8, cx: begin[0], cy: begin[1], visibility: "hidden" });
  const svg = shape("svg", {
    viewBox: `${left} ${top} ${wide} ${high}`, class: "track route", role: "img", "aria-label": label,
  });
  append(svg, [
    shape("path", { class: "track-line", d: `M${drawn.map((one) => one.join(" ")).join("L")}` }),
    shape("circle", { class: "track-end", cx: end[0], cy: end[1], r: 2 }),
    shape("circle", { class: "track-start", cx: begin[0], cy: begin[1], r: 1.3 }),
    place,
  ]);
  const mark = (index) => {
    place.setAttribute("cx", line[index][0]);
    place.setAttribute("cy", line[index][1]);
    place.setAttribute("visibility", "visible");
  };
  return { element: svg, mark };
}

/** The line without places that are too close to the one before. The last one stays. */
function thinned(line) {
  let before = line[0];
  return line.filter((place, index) => {
    const keeps = index === 0 || index === line.length - 1
      || Math.hypot(place[0] - before[0], place[1] - before[1]) >= closest;
    if (keeps) before = place;
    return keeps;
  });
}

function splitsPart(points) {
  const length = fromDistance(1);
  const splits = splitsOf(points, length);
  const timed = splits.filter(({ seconds }) => seconds > 0);
  if (splits.length === 0 || timed.length === 0) return null;
  const usesMiles = distanceUnit() === "mi";
  const fastest = fastestOf(splits, length);
  const paceOf = ({ metres, seconds }) => seconds / 60 / (metres / 1000);
  // A short rest can be much faster than a whole split.
  const whole = timed.filter(({ metres }) => metres === length);
  const quickest = Math.min(...(whole.length > 0 ? whole : timed).map(paceOf));
  const paceText = (split) => (split.seconds > 0 ? pace(paceOf(split)) : "–");
  const hasClimb = points.some((point) => point[3] !== null);
  const row = (split, index) => [
    split.metres !== length ? t("The last {distance}", { distance: distance(split.metres, 2) })
      : usesMiles ? t("Mile {number}", { number: index + 1 }) : t("Kilometre {number}", { number: index + 1 }),
    hasClimb ? t("{pace}, {climb} up", { pace: paceText(split), climb: height(split.climb) }) : paceText(split),
    split.seconds > 0 ? quickest / paceOf(split) : 0,
  ];
  return section(t("Splits"), fastest < 0 ? null : fastestText(fastest + 1, paceText(splits[fastest]), usesMiles), [
    bars(t("Splits"), splits.map(row)),
    h("p", { class: "hint" }, t("Measured along the track. Pauses count.")),
  ]);
}

const fastestText = (number, pace, usesMiles) => (usesMiles
  ? t("Mile {number} was your fastest: {pace}.", { number, pace })
  : t("Kilometre {number} was your fastest: {pace}.", { number, pace }));

const deleteTrack = (ruck) => deleteWithUndo(trackPath(ruck),
  t("The track will be deleted in ten seconds. The ruck stays."), "rucks");
