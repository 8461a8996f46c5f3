// One axis as text and bars: evenness, completeness, and the number of books per value.

import { h } from "../../kit/dom.js";
import { counted, number, percent } from "../../kit/format.js";
import { quietBar } from "../../kit/progress.js";

const mostShown = 12;

export function axisRow(axis, add) {
  const values = Object.entries(axis.breakdown).sort(([one, first], [other, second]) =>
    second - first || one.localeCompare(other));
  const greatest = values[0]?.[1] ?? 1;
  return h("li", { class: "axis" },
    h("div", { class: "axis-head" },
      h("h3", {}, axis.label),
      h("p", { class: "muted" }, axis.isGhost
        ? "no data yet" : `${percent(axis.value)} even, ${percent(axis.completion)} complete`)),
    h("p", { class: "spoken" }, axis.description),
    h("div", { class: "axis-bars", "aria-hidden": "true" }, values.slice(0, mostShown).map(([name, books]) =>
      h("div", { class: "axis-bar" },
        h("span", { class: "clamp" }, name), quietBar(books / greatest), h("b", {}, number(books))))),
    values.length > mostShown
      ? h("p", { class: "muted", "aria-hidden": "true" }, `and ${counted(values.length - mostShown, "other")}`) : null,
    axis.missingBooks > 0
      ? h("button", { type: "button", class: "link add-axis", onclick: add },
        `Add to ${counted(axis.missingBooks, "book")}`, h("span", { class: "spoken" }, `: ${axis.label}`))
      : null);
}
