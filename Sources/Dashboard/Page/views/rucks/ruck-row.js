// One row of a list of rucks, with its actions.

import { nextFact, h } from "../../kit/dom.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import {
  distance, hasPace, height, isolated, number, onDay, pace, seconds, shortDay, timeOfDay, weight,
} from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { rowActions } from "../../kit/row-actions.js";
import { part } from "../../kit/server.js";
import { correctRuck, deleteRuck } from "./ruck-dialogs.js";
import { ruckLink, trackDrawing, trackPath } from "./track.js";

const coarsely = 20;

const hasTrack = (ruck) => ruck.hasTrack && !isBeingDeleted(trackPath(ruck));

/** A small drawing that opens the ruck. Keyboards and screen readers use the link next to it. */
function trackLink(ruck) {
  const element = h("a", { class: "track-link", href: ruckLink(ruck), tabindex: -1, "aria-hidden": "true" });
  element.append(trackDrawing(ruck, { tolerance: coarsely, owner: element }));
  return element;
}

export function ruckRow(ruck) {
  if (isBeingDeleted(`rucks/${part(ruck.id)}`)) return null;
  const day = dayOf(new Date(ruck.startedAt));
  const values = { day: shortDay(day), time: timeOfDay(ruck.startedAt) };
  const moving = ruck.movingTime ?? (Date.parse(ruck.endedAt) - Date.parse(ruck.startedAt)) / 1000;
  const more = [
    t("{weight} load", { weight: weight(ruck.loadWeight) }), seconds(moving),
    hasPace(ruck.pace) ? pace(ruck.pace) : null,
    ruck.elevationGain === null ? null : t("{height} of climb", { height: height(ruck.elevationGain) }),
    ruck.calories === null ? null : `${number(ruck.calories)} kcal`,
  ].filter(Boolean);
  return h("li", { class: "compact ruck-row" },
    hasTrack(ruck) ? trackLink(ruck) : null,
    h("div", { class: "row-text" },
      h("a", { class: "row-link", href: ruckLink(ruck) }, h("span", { class: "clamp" },
        distance(ruck.distance, 2), ruck.name ? [" · ", h("span", { dir: "auto" }, ruck.name)] : null)),
      h("span", { class: "muted" }, onDay(day), ` ${timeOfDay(ruck.startedAt)}`, more.map(nextFact)),
      ruck.weather ? h("span", { class: "muted clamp" }, isolated(ruck.weather.condition),
        `, ${number(ruck.weather.temperature, 1)} °C`) : null,
      ruck.note ? h("span", { class: "muted clamp", dir: "auto" }, ruck.note) : null),
    rowActions(
      ["pencil", t("Correct"), t("Correct the ruck of {day} {time}", values), () => correctRuck(ruck)],
      ["bin", t("Delete"), t("Delete the ruck of {day} {time}", values), () => deleteRuck(ruck)]));
}
