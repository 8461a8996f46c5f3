// Describes the change of a figure since the previous period.

import { h } from "./dom.js";
import { percent } from "./format.js";

/** A greater change compares with almost nothing: its percentage means nothing. */
const mostPercent = 300;

/**
 * trend({ previous, changePercent, direction }, { before?: "last month", up?, down?, better?, least? }): "14 % more
 * than last month". Returns null without an earlier figure, or if it is below `least` or too small for a percentage.
 */
export function trend(value, { before, up = "more", down = "less", better = "up", least = 0 }) {
  if (!value || value.previous < least || Math.abs(value.changePercent) > mostPercent) return null;
  if (value.direction === "flat") {
    return h("span", { class: "trend" }, before ? `about as much as ${before}` : "about the same");
  }
  const change = Math.abs(value.changePercent);
  const word = value.direction === "up" ? up : down;
  const text = `${percent(change)} ${word}${before ? ` than ${before}` : ""}`;
  const quality = better === null ? "" : value.direction === better ? " trend-up" : " trend-down";
  return h("span", { class: `trend${quality}` },
    h("span", { "aria-hidden": "true" }, value.direction === "up" ? "↑ " : "↓ "), text);
}
