// Shared by the views of Insights.

import { dayOf } from "../../kit/person.js";
import { subnav } from "../../kit/subnav.js";

export const parts = (shown) => subnav("Insights", shown, [
  ["#/insights", "Overview"],
  ["#/insights/achievements", "Achievements"],
  [`#/insights/review/${dayOf().slice(0, 4)}`, "Review"],
]);

/** The areas that affect the reading figures. */
export const areas = ["reading", "library", "diversity", "goals", "profile"];

const formats = [["print", "Print"], ["ebook", "E-book"], ["audio", "Audiobook"], ["unknown", "Unknown"]];

/** The number of books in each format: [["Print", 4], …]. */
export const formatRows = (byFormat) => formats.map(([key, text]) => [text, byFormat?.[key] ?? 0]);

export const timeframes = [["week", "Week"], ["month", "Month"], ["year", "Year"], ["allTime", "All time"]];
