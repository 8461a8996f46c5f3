// Goals, edited in place.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { field, form, sinceField } from "../../kit/form.js";
import { longDay } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { plural, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { quietBar } from "../../kit/progress.js";
import { dayOf } from "../../kit/person.js";
import { get, send } from "../../kit/server.js";
import { areas } from "./insights-parts.js";

const goals = {
  annualReading: { name: t("Books this year"), label: t("Books per year"), most: 10_000, period: "year" },
  culturalDiversity: { name: t("Cultures this year"), label: t("Cultures per year"), most: 10_000, period: "year" },
  readingStreak: { name: t("Reading streak"), label: t("Days in a row"), most: 10_000 },
  weeklyRucks: { name: t("Rucks this week"), label: t("Rucks per week"), most: 14, period: "week" },
};

export function goalsCard(scope) {
  // Open forms are kept when the card reloads.
  const open = new Map();
  const element = card(scope, {
    title: t("Goals"), class: "reading goals", size: "tall", areas: [...areas, "rucks"], path: "goals",
    show: (value, again) => [h("ul", { class: "rows" }, value.goals.map((goal) => row(goal, again))), earlierYears()],
  });
  const isEditing = () => open.size > 0;
  return element;

  function row(goal, again) {
    const known = goals[goal.type] ?? { name: goal.type, label: t("Target"), most: 10_000 };
    const item = h("li", {},
      h("div", { class: "goal-head" },
        h("div", { class: "row-text" }, h("span", {}, known.name), h("span", { class: "muted" }, goal.subtitle)),
        h("b", { class: "row-end" }, t("{number} of {count}", { number: goal.current, count: goal.target }))),
      quietBar(goal.progress),
      h("p", { class: "muted" }, outlook(goal)));
    const change = h("button", { type: "button", class: "link", "aria-label": t("Change: {name}", { name: known.name }),
      "aria-expanded": String(open.has(goal.type)),
      onclick: () => {
        if (open.has(goal.type)) return closeForm(item, goal.type, change);
        open.set(goal.type, edit(goal, known, { again, close: () => closeForm(item, goal.type, change), isEditing }));
        change.setAttribute("aria-expanded", "true");
        item.append(open.get(goal.type));
        const input = item.querySelector("input");
        input.focus();
        input.select();
      } }, t("Change"));
    item.append(change);
    if (open.has(goal.type)) item.append(open.get(goal.type));
    return item;
  }

  function closeForm(item, type, change) {
    open.get(type)?.remove();
    open.delete(type);
    // After a reload, the button that opened the form has been replaced.
    const button = change.isConnected ? change
      : element.querySelector(`[aria-label="${CSS.escape(change.getAttribute("aria-label"))}"]`);
    button?.setAttribute("aria-expanded", "false");
    button?.focus();
  }
}

const yearsShown = 5;

/** The goals of the last years, with the targets that applied then. They are loaded when the list is opened. */
function earlierYears() {
  const list = h("ul", { class: "rows" });
  const details = h("details", { ontoggle: () => { if (details.open && !list.firstChild) load(); } },
    h("summary", {}, t("Earlier years")), list);
  return details;

  async function load() {
    const thisYear = Number(dayOf().slice(0, 4));
    const years = Array.from({ length: yearsShown }, (_, back) => thisYear - 1 - back);
    try {
      const replies = await Promise.all(years.map((year) => get("goals", { year })));
      list.replaceChildren(...replies.map((reply) => h("li", {},
        h("div", { class: "row-text" }, h("b", {}, String(reply.year)),
          reply.goals.map((goal) => h("span", { class: "muted" }, ofYear(goal)))))));
    } catch (error) {
      list.replaceChildren(h("li", { class: "muted" }, error.message));
    }
  }
}

function ofYear({ type, current, target, reached }) {
  const text = amountOf(type, current, target);
  return reached ? t("{amount}, reached", { amount: text }) : text;
}

function amountOf(type, number, target) {
  const values = { number };
  if (type === "annualReading") {
    return plural(target, { one: "{number} of {count} book", other: "{number} of {count} books" }, values);
  }
  if (type === "culturalDiversity") {
    return plural(target, { one: "{number} of {count} culture", other: "{number} of {count} cultures" }, values);
  }
  return t("{number} of {count}", { number, count: target });
}

const sinceChoices = {
  week: [
    ["now", t("From this week on"), t("Earlier weeks keep their goal.")],
    ["always", t("For all weeks"), t("Your streak may change.")],
  ],
  year: [
    ["now", t("From this year on"), t("Earlier years keep their goal.")],
    ["always", t("For all years"), t("Earlier years get this goal too.")],
  ],
};

function outlook(goal) {
  if (goal.progress >= 1) return goal.type === "readingStreak" ? t("Ongoing.") : "";
  if (goal.onTrack) return t("On track.");
  return goal.projectedDate ? t("At this pace, you will reach it on {day}.", { day: longDay(goal.projectedDate) }) : "";
}

function edit(goal, known, { close, again, isEditing }) {
  const saved = (text) => {
    close();
    notice(text);
    // An automatic reload is dropped if another form is being edited; this one is not.
    wrote("goals", "rucks").then(() => { if (isEditing()) again(); });
  };
  return form({
    label: known.name,
    submit: t("Save"),
    cancel: close,
    fields: [
      field({ label: known.label, name: "target", type: "number", min: 1, max: known.most, step: 1, required: true,
        inputmode: "numeric", value: goal.target }),
      known.period ? sinceField({ choices: sinceChoices[known.period] }) : null,
      h("button", { type: "button", class: "link", onclick: async (event) => {
        const general = event.target.form.querySelector(":scope > .field-error");
        try {
          await send("DELETE", `goals/${goal.type}`);
          saved(t("Goal reset to its default."));
        } catch (error) {
          general.textContent = error.message;
        }
      } }, t("Reset to default")),
    ],
    send: async ({ target, since }) => {
      await send("PUT", `goals/${goal.type}`, { target: Number(target), since });
      saved(t("Goal saved."));
    },
  });
}
