// One day of activity in words.

import { longDay, minutes } from "../../kit/format.js";
import { t } from "../../kit/language.js";

/** "Tuesday 17 November 2026: listening 42 m, rucks 1 h" of { date, parts: minutes of listening, reading, rucks }. */
export function dayText({ date, parts: [listening, reading, rucks] }) {
  const parts = [
    listening > 0 && t("listening {duration}", { duration: minutes(listening) }),
    reading > 0 && t("reading {duration}", { duration: minutes(reading) }),
    rucks > 0 && t("rucks {duration}", { duration: minutes(rucks) }),
  ].filter(Boolean);
  return `${longDay(date)}: ${parts.join(", ") || t("nothing")}`;
}
