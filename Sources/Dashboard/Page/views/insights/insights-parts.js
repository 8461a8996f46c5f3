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

export const timeframes = [["week", "Week"], ["month", "Month"], ["year", "Year"], ["allTime", "All time"]];
