// One axis as text and bars: evenness, completeness, and the number of books per value.

import { h } from "../../kit/dom.js";
import { number, percent } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { quietBar } from "../../kit/progress.js";
import { valueName } from "./value-names.js";

const mostShown = 12;

export function axisRow(axis, add) {
  const values = Object.entries(axis.breakdown).sort(([one, first], [other, second]) =>
    second - first || one.localeCompare(other));
  const greatest = values[0]?.[1] ?? 1;
  return h("li", { class: "axis" },
    h("div", { class: "axis-head" },
      h("h3", {}, axis.label),
      h("p", { class: "muted" }, axis.isGhost
        ? t("no data yet")
        : t("{even} even, {complete} complete", { even: percent(axis.value), complete: percent(axis.completion) }))),
    h("p", { class: "spoken" }, axis.description),
    h("div", { class: "axis-bars", "aria-hidden": "true" }, values.slice(0, mostShown).map(([name, books]) =>
      h("div", { class: "axis-bar" },
        h("span", { class: "clamp" }, valueName(axis.dimension, name)),
        quietBar(books / greatest), h("b", {}, number(books))))),
    values.length > mostShown
      ? h("p", { class: "muted", "aria-hidden": "true" },
        plural(values.length - mostShown, { one: "and {count} other", other: "and {count} others" })) : null,
    axis.missingBooks > 0
      ? h("button", { type: "button", class: "link add-axis", onclick: add },
        plural(axis.missingBooks, { one: "Add to {count} book", other: "Add to {count} books" }),
        h("span", { class: "spoken" }, `: ${axis.label}`))
      : null);
}
