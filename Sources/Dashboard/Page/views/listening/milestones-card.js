// Listening milestones: the reached ones with their dates, and the progress of the others.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { icon } from "../../kit/icons.js";
import { counted, number, onDay, seconds } from "../../kit/format.js";
import { celebrateMilestones } from "../../kit/news.js";
import { dayOf } from "../../kit/person.js";
import { quietBar } from "../../kit/progress.js";

export const milestonesCard = (scope) => card(scope, {
  title: "Milestones", class: "listening milestones", size: "tall", areas: ["listening", "catalogue", "profile"],
  path: "analytics/milestones",
  show: ({ milestones }) => {
    const reached = milestones.filter((item) => item.isUnlocked);
    celebrateMilestones(milestones);
    return [
      h("p", { class: "answer" }, reached.length === milestones.length
        ? "You reached all milestones." : `${reached.length} of ${milestones.length} reached.`),
      h("ul", { class: "rows" }, milestones.map(row)),
    ];
  },
});

const row = (item) => h("li", { class: item.isUnlocked ? "is-reached" : null },
  icon(item.isUnlocked ? "check" : "flag"),
  h("div", { class: "row-text grows" },
    h("span", {}, item.title),
    item.isUnlocked
      ? h("span", { class: "muted" }, "reached ", onDay(dayOf(new Date(item.unlockedAt))))
      : [h("span", { class: "muted" }, progress(item)),
        quietBar(item.currentValue / item.threshold)]));

function progress({ type, currentValue, threshold }) {
  if (type === "listeningTime") return `${seconds(currentValue)} of ${seconds(threshold)}`;
  const whole = type === "streak" ? counted(threshold, "day") : counted(threshold, "story", "stories");
  return `${number(currentValue)} of ${whole}`;
}
