// Describes the change of a figure since the previous period.

import { h } from "./dom.js";
import { percent } from "./format.js";
import { t } from "./language.js";

/** A greater change compares with almost nothing: its percentage means nothing. */
const mostPercent = 300;

function moreText(isPace, values) {
  if (isPace) return t("{percent} slower", values);
  return values.before ? t("{percent} more than {before}", values) : t("{percent} more", values);
}

function lessText(isPace, values) {
  if (isPace) return t("{percent} faster", values);
  return values.before ? t("{percent} less than {before}", values) : t("{percent} less", values);
}

/**
 * trend({ previous, changePercent, direction }, { before?: "last month", isPace?, better?, least? }): "14 % more than
 * last month", or with `isPace`, "14 % faster". Returns null without an earlier figure, or if it is below `least` or
 * too small for a percentage.
 */
export function trend(value, { before, isPace = false, better = "up", least = 0 }) {
  if (!value || value.previous < least || Math.abs(value.changePercent) > mostPercent) return null;
  if (value.direction === "flat") {
    return h("span", { class: "trend" },
      before ? t("about as much as {before}", { before }) : t("about the same"));
  }
  const values = { percent: percent(Math.abs(value.changePercent)), before };
  const text = (value.direction === "up" ? moreText : lessText)(isPace, values);
  const quality = better === null ? "" : value.direction === better ? " trend-up" : " trend-down";
  return h("span", { class: `trend${quality}` },
    h("span", { "aria-hidden": "true" }, value.direction === "up" ? "↑ " : "↓ "), text);
}
