// The terrain segments of a ruck, one line each.

import { append, freshID, h } from "../../kit/dom.js";
import { distanceUnit, fromDistance, toDistance } from "../../kit/format.js";
import { t } from "../../kit/language.js";

/** By their names on the wire. */
export const terrainNames = {
  trail: t("trail"), road: t("road"), sand: t("sand"), snow: t("snow"), grass: t("grass"), gravel: t("gravel"),
  mixed: t("terrain|mixed"),
};
const mostSegments = 50;

const typed = (length) => String(Math.round(toDistance(length) * 1000) / 1000);
const metres = (value) => Math.round(fromDistance(value) * 1000) / 1000;

/** The element has `terrain.read()`: the segments for a request, or null if there are none. */
export function terrainFields(segments) {
  const lines = h("div", { class: "terrain-lines" });
  const add = h("button", { type: "button", class: "quiet", onclick: () => {
    lines.append(line({ type: "trail", distance: null }));
    number();
    lines.lastElementChild.querySelector("select").focus();
  } }, t("Add terrain"));
  const element = append(h("fieldset", { class: "terrain" }), [h("legend", {}, t("Terrain")), lines, add]);
  for (const segment of segments) lines.append(line(segment));
  number();

  function line(segment) {
    const shown = segment.distance === null ? "" : typed(segment.distance);
    const type = h("select", { "aria-label": t("Kind of terrain") },
      Object.entries(terrainNames).map(([name, text]) =>
        h("option", { value: name, selected: name === segment.type }, text)));
    const length = h("input", {
      type: "number", step: "any", min: 0, required: true, inputmode: "decimal", value: shown,
      "aria-label": t("Distance ({unit})", { unit: distanceUnit() }), placeholder: distanceUnit(),
    });
    const error = h("p", { class: "field-error", role: "alert" });
    const row = h("div", { class: "field terrain-line" }, type, length,
      h("button", { type: "button", class: "icon", "aria-label": t("Remove this terrain"), onclick: () => {
        const next = row.nextElementSibling?.querySelector("select") ?? add;
        row.remove();
        number();
        next.focus();
      } }, "×"), error);
    row.read = () => ({
      type: type.value,
      distance: length.value === shown && shown !== "" ? segment.distance : metres(Number(length.value)),
    });
    row.fields = { type, length, error };
    return row;
  }

  // The names match the fields of the server's errors, so that each error appears next to its line.
  function number() {
    [...lines.children].forEach((row, index) => {
      const { type, length, error } = row.fields;
      type.name = `terrain[${index}].type`;
      length.name = `terrain[${index}].distance`;
      length.id = freshID("terrain");
      error.id = `${length.id}-error`;
      length.setAttribute("aria-describedby", error.id);
    });
    add.hidden = lines.childElementCount >= mostSegments;
  }

  element.terrain = {
    read: () => (lines.childElementCount === 0 ? null : [...lines.children].map((row) => row.read())),
  };
  return element;
}
