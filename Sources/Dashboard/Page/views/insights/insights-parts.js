// Shared by the views of Insights.

import { t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { subnav } from "../../kit/subnav.js";

export const parts = (shown) => subnav(t("Insights"), shown, [
  ["#/insights", t("Overview")],
  ["#/insights/achievements", t("Achievements")],
  [`#/insights/review/${dayOf().slice(0, 4)}`, t("navigation|Review")],
]);

/** The areas that affect the reading figures. */
export const areas = ["reading", "library", "diversity", "goals", "profile"];

const formats = [
  ["print", t("format|Print")], ["ebook", t("E-book")], ["audio", t("Audiobook")], ["unknown", t("format|Unknown")],
];

/** The number of books in each format: [["Print", 4], …]. */
export const formatRows = (byFormat) => formats.map(([key, text]) => [text, byFormat?.[key] ?? 0]);

export const timeframes = [
  ["week", t("Week")], ["month", t("Month")], ["year", t("Year")], ["allTime", t("All time")],
];
