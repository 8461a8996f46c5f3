// The streak of weeks that met the goal, the current week, and the goal.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { weeks } from "../../kit/counts.js";
import { dialog } from "../../kit/dialog.js";
import { field, form, sinceField } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { plural, t } from "../../kit/language.js";
import { celebrateWeeks } from "../../kit/news.js";
import { notice } from "../../kit/notice.js";
import { quietBar } from "../../kit/progress.js";
import { send } from "../../kit/server.js";

const usualGoal = 2;

export const streakCard = (scope) => card(scope, {
  title: t("Streak"), class: "rucks rucks-week full", size: "rows", areas: ["rucks", "goals", "profile"],
  path: "rucks/streak",
  show: (value) => {
    celebrateWeeks(value);
    const { sessions, meetsGoal, remaining } = value.thisWeek;
    return [
      h("p", { class: "figure" }, weeks(value.current)),
      h("p", { class: "figure-label" }, value.longest > value.current
        ? t("in a row, longest {count}", { count: value.longest })
        : value.current > 0 ? t("in a row, your longest so far")
          : t("Your streak starts with a week that meets the goal.")),
      h("p", { class: "answer" },
        meetsGoal
          ? plural(value.weeklyGoal, {
            one: "This week: {sessions} of {count} ruck, goal met.",
            other: "This week: {sessions} of {count} rucks, goal met.",
          }, { sessions })
          : plural(value.weeklyGoal, {
            one: "This week: {sessions} of {count} ruck, {remaining} to go.",
            other: "This week: {sessions} of {count} rucks, {remaining} to go.",
          }, { sessions, remaining })),
      quietBar(sessions / value.weeklyGoal),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: () => changeGoal(value.weeklyGoal) },
          t("Change goal"))),
    ];
  },
});

const changeGoal = (goal) => dialog(t("Weekly goal"), (close) => {
  const done = (text) => {
    close();
    wrote("goals", "rucks");
    notice(text);
  };
  return [
    form({
      submit: t("Save goal"),
      cancel: close,
      fields: [
        field({ label: t("Rucks per week"), name: "target", type: "number", min: 1, max: 14, step: 1, required: true,
          value: goal, inputmode: "numeric" }),
        sinceField({ choices: [
          ["now", t("From this week on"), t("Earlier weeks keep their goal.")],
          ["always", t("For all weeks"), t("Your streak may change.")],
        ] }),
      ],
      send: async ({ target, since }) => {
        await send("PUT", "goals/weeklyRucks", { target: Number(target), since });
        done(t("Goal saved."));
      },
    }),
    goal === usualGoal ? null : h("button", {
      type: "button", class: "link",
      onclick: async () => {
        try {
          await send("DELETE", "goals/weeklyRucks");
          done(plural(usualGoal, {
            one: "Goal reset to {count} ruck per week.", other: "Goal reset to {count} rucks per week.",
          }));
        } catch (error) {
          notice(t("The goal was not changed: {reason}", { reason: error.message }));
        }
      },
    }, plural(usualGoal, { one: "Reset to {count} ruck per week", other: "Reset to {count} rucks per week" })),
  ];
}, { kind: "rucks" });
