// The streak of weeks that met the goal, the current week, and the goal.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { field, form, sinceField } from "../../kit/form.js";
import { counted, number } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { celebrateWeeks } from "../../kit/news.js";
import { notice } from "../../kit/notice.js";
import { quietBar } from "../../kit/progress.js";
import { send } from "../../kit/server.js";

const usualGoal = 2;

export const streakCard = (scope) => card(scope, {
  title: "Streak", class: "rucks", size: "rows", areas: ["rucks", "goals", "profile"], path: "rucks/streak",
  show: (value) => {
    celebrateWeeks(value);
    const { sessions, meetsGoal, remaining } = value.thisWeek;
    return [
      h("p", { class: "figure" }, counted(value.current, "week")),
      h("p", { class: "figure-label" }, value.longest > value.current
        ? `in a row, longest ${number(value.longest)}`
        : value.current > 0 ? "in a row, your longest so far" : "Your streak starts with a week that meets the goal."),
      h("p", { class: "answer" },
        `This week: ${number(sessions)} of ${counted(value.weeklyGoal, "ruck")}`,
        meetsGoal ? ", goal met." : `, ${number(remaining)} to go.`),
      quietBar(sessions / value.weeklyGoal),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: () => changeGoal(value.weeklyGoal) },
          "Change goal")),
    ];
  },
});

const changeGoal = (goal) => dialog("Weekly goal", (close) => {
  const done = (text) => {
    close();
    wrote("goals", "rucks");
    notice(text);
  };
  return [
    form({
      submit: "Save goal",
      cancel: close,
      fields: [
        field({ label: "Rucks per week", name: "target", type: "number", min: 1, max: 14, step: 1, required: true,
          value: goal, inputmode: "numeric" }),
        sinceField({ now: "From this week on", always: "For all weeks (your streak may change)" }),
      ],
      send: async ({ target, since }) => {
        await send("PUT", "goals/weeklyRucks", { target: Number(target), since });
        done("Goal saved.");
      },
    }),
    goal === usualGoal ? null : h("button", {
      type: "button", class: "link",
      onclick: async () => {
        try {
          await send("DELETE", "goals/weeklyRucks");
          done(`Goal reset to ${counted(usualGoal, "ruck")} per week.`);
        } catch (error) {
          notice(`The goal was not changed: ${error.message}`);
        }
      },
    }, `Reset to ${counted(usualGoal, "ruck")} per week`),
  ];
}, { kind: "rucks" });
