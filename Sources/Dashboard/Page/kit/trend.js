// Describes the change of a figure since the previous period.

import { h } from "./dom.js";
import { percent } from "./format.js";

/**
 * trend({ changePercent, direction }, { before?: "last month", up?, down?, better? }): "14 % more than last month".
 * Returns null if there is no figure to compare with.
 */
export function trend(value, { before, up = "more", down = "less", better = "up" }) {
  if (!value) return null;
  if (value.direction === "flat") {
    return h("span", { class: "trend" }, before ? `about as much as ${before}` : "about the same");
  }
  const change = Math.abs(value.changePercent);
  const word = value.direction === "up" ? up : down;
  const text = `${percent(change, change < 10 ? 1 : 0)} ${word}${before ? ` than ${before}` : ""}`;
  const quality = better === null ? "" : value.direction === better ? " trend-up" : " trend-down";
  return h("span", { class: `trend${quality}` },
    h("span", { "aria-hidden": "true" }, value.direction === "up" ? "↑ " : "↓ "), text);
}
