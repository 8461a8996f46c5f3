// Weeks in a row that met the goal, this week, and the goal itself.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { counted, number } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { celebrateFirst } from "../../kit/news.js";
import { notice } from "../../kit/notice.js";
import { dayOf, plusDays } from "../../kit/person.js";
import { quietBar } from "../../kit/progress.js";
import { send } from "../../kit/server.js";

const usualGoal = 2;

export const streakCard = (scope) => card(scope, {
  title: "Streak", class: "rucks", size: "rows", areas: ["rucks", "goals", "profile"], path: "rucks/streak",
  show: (value) => {
    if (value.celebration) {
      const weeks = counted(value.celebration.weeks, "week");
      celebrateFirst("ruck streak", `${value.celebration.weeks} ${monday()}`, "rucks",
        `${weeks} in a row`, "Each of them met your goal. Keep walking.");
    }
    const { sessions, meetsGoal, remaining } = value.thisWeek;
    return [
      h("p", { class: "figure" }, counted(value.current, "week")),
      h("p", { class: "figure-label" }, value.longest > value.current
        ? `in a row, the longest were ${number(value.longest)}`
        : value.current > 0 ? "in a row, the longest so far" : "The first week that meets the goal begins it."),
      h("p", { class: "answer" },
        `This week: ${number(sessions)} of ${counted(value.weeklyGoal, "ruck")}`,
        meetsGoal ? ", the goal is met." : `, ${number(remaining)} to go.`),
      quietBar(sessions / value.weeklyGoal),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: () => changeGoal(value.weeklyGoal) },
          "Change the goal")),
    ];
  },
});

function monday() {
  const today = dayOf();
  return plusDays(today, -((new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7));
}

const changeGoal = (goal) => dialog("Weekly goal", (close) => {
  const done = (text) => {
    close();
    wrote("goals", "rucks");
    notice(text);
  };
  return [
    h("p", {}, "All weeks are counted anew: the streak may change."),
    form({
      submit: "Save goal",
      cancel: close,
      fields: field({ label: "Rucks a week", name: "target", type: "number", min: 1, max: 14, step: 1, required: true,
        value: goal, inputmode: "numeric" }),
      send: async ({ target }) => {
        await send("PUT", "goals/weeklyRucks", { target: Number(target) });
        done("Goal saved.");
      },
    }),
    goal === usualGoal ? null : h("button", {
      type: "button", class: "link",
      onclick: async () => {
        try {
          await send("DELETE", "goals/weeklyRucks");
          done(`The goal is ${counted(usualGoal, "ruck")} again.`);
        } catch (error) {
          notice(`Not changed: ${error.message}`);
        }
      },
    }, `Back to ${counted(usualGoal, "ruck")} a week`),
  ];
}, { kind: "rucks" });
