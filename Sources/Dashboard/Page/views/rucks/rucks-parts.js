// Shared by the views of Rucks.

import { h } from "../../kit/dom.js";
import { distanceUnit, number, toDistance, toWeight, weightUnit } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { quietBar } from "../../kit/progress.js";
import { subnav } from "../../kit/subnav.js";

export const areas = ["rucks", "profile"];

export const parts = (shown) => subnav(t("Rucks"), shown,
  [["#/rucks", t("Overview")], ["#/rucks/all", t("All rucks")]]);

/** Load × distance, "887 kg·km". */
export const moved = (kilogramMetres) =>
  `${number(toWeight(toDistance(kilogramMetres)), 0)} ${weightUnit()}·${distanceUnit()}`;

export const figure = (label, value, ...below) => h("div", {},
  h("dt", { class: "figure-label" }, label),
  h("dd", { class: "figure" }, value),
  below.filter(Boolean).map((line) => h("dd", { class: "muted" }, line)));

const mostRows = 10;

/** bars("Title", [[label, value, share, earlier?]]): one bar per row; rows after the tenth are behind "more". */
export function bars(label, rows) {
  const line = ([name, text, share, was]) => h("li", {},
    h("span", { class: "clamp", dir: "auto" }, name), quietBar(share), h("b", {}, text),
    was ? h("span", { class: "muted" }, was) : null);
  const first = h("ul", { class: "bars", "aria-label": label }, rows.slice(0, mostRows).map(line));
  if (rows.length <= mostRows) return first;
  return [first, h("details", {},
    h("summary", {}, t("{count} more", { count: rows.length - mostRows })),
    h("ul", { class: "bars", "aria-label": t("{title}, continued", { title: label }) },
      rows.slice(mostRows).map(line)))];
}
