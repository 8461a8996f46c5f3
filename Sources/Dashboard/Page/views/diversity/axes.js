// The radar's axes: five to seven dimensions, chosen in the address.

import { append, h } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { change, here } from "../../kit/route.js";

const fewest = 5;
const most = 7;
const usual = ["culturalOrigin", "gender", "translation", "ownVoices", "accessibility", "timePeriod", "geography"];

/** The axes in the address, or the default seven if it names none or invalid ones. */
export function axesOf(all) {
  const asked = (here().query.get("axes") ?? "").split(",").filter(Boolean);
  const known = asked.every((name) => all.some((item) => item.dimension === name));
  const fits = asked.length >= fewest && asked.length <= most && new Set(asked).size === asked.length;
  return known && fits ? asked : usual;
}

/** Checkboxes for the axes. A number that the radar cannot show is reported and not sent. */
export function axesChoice(all, open = false) {
  const chosen = axesOf(all);
  const wrong = h("p", { class: "field-error", role: "alert" });
  const boxes = all.map((item) => h("input", {
    type: "checkbox", name: item.dimension, checked: chosen.includes(item.dimension), onchange: follow,
  }));

  function follow() {
    const names = boxes.filter((box) => box.checked).map((box) => box.name);
    if (names.length < fewest || names.length > most) {
      wrong.textContent =
        t("{count} axes are selected. Select {fewest} to {most}.", { count: names.length, fewest, most });
      return;
    }
    wrong.textContent = "";
    const same = names.length === usual.length && usual.every((name) => names.includes(name));
    change({ axes: same ? "" : names.join(",") }, { replace: true });
  }

  const element = h("details", { open },
    h("summary", {}, t("Axes ({count} of {all})", { count: chosen.length, all: all.length })));
  return append(element, [
    h("fieldset", { class: "axes-choice" },
      h("legend", { class: "muted" }, t("Select {fewest} to {most}.", { fewest, most })),
      all.map((item, index) => h("label", { class: "check" }, boxes[index], item.label))),
    wrong,
  ]);
}
