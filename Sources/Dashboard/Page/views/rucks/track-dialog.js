// A ruck with its track, name and note. The track can be deleted without the ruck.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { distance, longDay, shortName, timeOfDay, weight } from "../../kit/format.js";
import { deleteWithUndo } from "../../kit/notice.js";
import { dayOf } from "../../kit/person.js";
import { trackDrawing, trackPath } from "./track.js";

const finely = 5;

export const showTrack = (ruck) => dialog(ruck.name ? shortName(ruck.name) : "Track", (close) => [
  trackDrawing(ruck, { tolerance: finely,
    label: `Track of ${distance(ruck.distance, 2)}, drawn with north at the top` }),
  h("p", { class: "track-key muted" },
    h("span", { class: "track-dot", "aria-hidden": "true" }), "Start",
    h("span", { class: "track-dot is-end", "aria-hidden": "true" }), "End"),
  h("p", {}, `${longDay(dayOf(new Date(ruck.startedAt)))}, ${timeOfDay(ruck.startedAt)}: `
    + `${distance(ruck.distance, 2)} with ${weight(ruck.loadWeight)}.`),
  ruck.note ? h("p", { class: "track-note", dir: "auto" }, ruck.note) : null,
  h("div", { class: "actions" },
    h("button", { type: "button", class: "primary", onclick: close }, "Done"),
    h("button", { type: "button", class: "quiet", onclick: () => {
      close();
      deleteTrack(ruck);
    } }, "Delete the track")),
], { kind: "rucks" });

const deleteTrack = (ruck) => deleteWithUndo(trackPath(ruck),
  "The track will be deleted in ten seconds. The ruck stays.", "rucks");
