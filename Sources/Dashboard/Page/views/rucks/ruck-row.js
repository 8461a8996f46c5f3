// One row of a list of rucks, with its actions.

import { nextFact, h } from "../../kit/dom.js";
import { distance, isolated, number, onDay, pace, seconds, timeOfDay, weight } from "../../kit/format.js";
import { isBeingDeleted } from "../../kit/notice.js";
import { dayOf } from "../../kit/person.js";
import { part } from "../../kit/server.js";
import { correctRuck, deleteRuck } from "./ruck-dialogs.js";

export function ruckRow(ruck) {
  if (isBeingDeleted(`rucks/${part(ruck.id)}`)) return null;
  const day = dayOf(new Date(ruck.startedAt));
  const name = `the ruck of ${day} ${timeOfDay(ruck.startedAt)}`;
  const moving = ruck.movingTime ?? (Date.parse(ruck.endedAt) - Date.parse(ruck.startedAt)) / 1000;
  const more = [
    `${weight(ruck.loadWeight)} load`, seconds(moving), ruck.pace === null ? null : pace(ruck.pace),
    ruck.elevationGain === null ? null : `${number(ruck.elevationGain)} m elevation gain`,
    ruck.calories === null ? null : `${number(ruck.calories)} kcal`,
  ].filter(Boolean);
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", {}, distance(ruck.distance, 2)),
      h("span", { class: "muted" }, onDay(day), ` ${timeOfDay(ruck.startedAt)}`, more.map(nextFact)),
      ruck.weather ? h("span", { class: "muted clamp" }, isolated(ruck.weather.condition),
        `, ${number(ruck.weather.temperature, 1)} °C`) : null),
    h("div", { class: "row-actions" },
      h("button", { type: "button", class: "link", "aria-label": `Correct ${name}`, onclick: () => correctRuck(ruck) },
        "Correct"),
      h("button", { type: "button", class: "link", "aria-label": `Delete ${name}`, onclick: () => deleteRuck(ruck) },
        "Delete")));
}
