// What the parts of Insights share.

import { dayOf } from "../../kit/person.js";
import { subnav } from "../../kit/subnav.js";

export const parts = (shown) => subnav("Insights", shown, [
  ["#/insights", "Overview"],
  ["#/insights/achievements", "Achievements"],
  [`#/insights/review/${dayOf().slice(0, 4)}`, "Review"],
]);

/** What changes the figures of reading. */
export const areas = ["reading", "library", "diversity", "goals", "profile"];

export const timeframes = [["week", "Week"], ["month", "Month"], ["year", "Year"], ["allTime", "All time"]];
