// Listening milestones: the reached ones with their dates, and the progress of the others.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { icon } from "../../kit/icons.js";
import { onDay, seconds } from "../../kit/format.js";
import { plural, rich, t } from "../../kit/language.js";
import { celebrateMilestones } from "../../kit/news.js";
import { dayOf } from "../../kit/person.js";
import { quietBar } from "../../kit/progress.js";

export const milestonesCard = (scope) => card(scope, {
  title: t("Milestones"), class: "listening milestones", size: "tall", areas: ["listening", "catalogue", "profile"],
  path: "analytics/milestones",
  show: ({ milestones }) => {
    const reached = milestones.filter((item) => item.isUnlocked);
    celebrateMilestones(milestones);
    return [
      h("p", { class: "answer" }, reached.length === milestones.length
        ? t("You reached all milestones.")
        : t("{reached} of {all} reached.", { reached: reached.length, all: milestones.length })),
      h("ul", { class: "rows" }, milestones.map(row)),
    ];
  },
});

const row = (item) => h("li", { class: item.isUnlocked ? "is-reached" : null },
  icon(item.isUnlocked ? "check" : "flag"),
  h("div", { class: "row-text grows" },
    h("span", {}, item.title),
    item.isUnlocked
      ? h("span", { class: "muted" }, rich("reached {day}", { day: onDay(dayOf(new Date(item.unlockedAt))) }))
      : [h("span", { class: "muted" }, progress(item)),
        quietBar(item.currentValue / item.threshold)]));

function progress({ type, currentValue, threshold }) {
  if (type === "listeningTime") {
    return t("{current} of {target}", { current: seconds(currentValue), target: seconds(threshold) });
  }
  const current = currentValue;
  return type === "streak"
    ? plural(threshold, { one: "{current} of {count} day", other: "{current} of {count} days" }, { current })
    : plural(threshold, { one: "{current} of {count} story", other: "{current} of {count} stories" }, { current });
}
