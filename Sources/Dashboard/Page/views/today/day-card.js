// The day: one sentence, the goals as rings, the streaks, the week and the next milestone.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { days as countedDays, stories } from "../../kit/counts.js";
import { minutes, number, seconds, weekdayInitial } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { celebrateMilestones, celebrateStreak, celebrateWeeks } from "../../kit/news.js";
import { dayOf, daysBetween, monday, person } from "../../kit/person.js";
import { quietBar } from "../../kit/progress.js";
import { link } from "../../kit/route.js";
import { ring } from "./ring.js";
import { dayText, sentence } from "./sentence.js";
import { isTracked } from "./tracked.js";

const kinds = ["listening", "reading", "rucks"];

export const dayCard = (scope) => card(scope, {
  title: t("Your day"),
  class: "day-card last",
  size: "tall",
  areas: ["listening", "reading", "rucks", "goals", "library", "diversity", "catalogue", "profile"],
  load: async (get) => {
    const [goals, summary, rucks, milestones, ...activity] = await Promise.all([
      get("goals"), get("analytics/summary"), get("rucks/streak"), get("analytics/milestones"),
      ...kinds.map((kind) => get("analytics/activity", { range: "week", kind })),
    ]);
    return { goals: goals.goals, summary, rucks, milestones: milestones.milestones, activity };
  },
  show: (value) => {
    celebrateMilestones(value.milestones);
    celebrateWeeks(value.rucks);
    const streaks = { listening: value.summary.currentStreak, reading: currentOf(value.goals, "readingStreak") };
    celebrateStreak("listening", streaks.listening);
    celebrateStreak("reading", streaks.reading);
    const days = daysOf(value.activity);
    const said = sentence(factsOf(value, streaks, days));
    return [
      h("p", { class: `answer day-sentence ${said.kind ?? ""}` },
        said.href ? h("a", { class: "row-link", href: said.href }, said.text) : said.text),
      rings(value.goals),
      streakLine(streaks, value.rucks, said),
      week(days),
      milestone(value.milestones),
    ];
  },
});

const currentOf = (goals, type) => goals.find((goal) => goal.type === type)?.current ?? 0;

const daysOf = (activity) => activity[0].dataPoints.map((point, index) => {
  const parts = activity.map((response) => response.dataPoints[index].minutes);
  return { date: point.date, parts, total: parts.reduce((sum, one) => sum + one, 0) };
});

function factsOf({ goals, rucks }, streaks, days) {
  const today = days.at(-1);
  const of = (kind) => (isTracked(kind) ? streaks[kind] : 0);
  return {
    reading: { streak: of("reading"), today: today.parts[1], before: days.slice(0, -1).map((day) => day.parts[1]) },
    listening: { streak: of("listening"), today: today.parts[0] },
    rucks: {
      weeks: isTracked("rucks") ? rucks.current : 0, remaining: rucks.thisWeek.remaining, today: today.parts[2],
    },
    goals: goals.filter((goal) => isTracked(goalKinds[goal.type])),
    restDays: person()?.restDaysPerWeek ?? 0,
    daysLeft: 7 - daysBetween(monday(), dayOf()),
  };
}

const goalKinds = {
  annualReading: "reading", culturalDiversity: "reading", readingStreak: "reading", weeklyRucks: "rucks",
};

/** The text of a goal in two lines, its name with the current figure, and its address. */
const goalTexts = {
  annualReading: ({ current, target }) => ({
    text: plural(target, { one: "of {count} book", other: "of {count} books" }), when: t("this year"),
    name: plural(target,
      { one: "{current} of {count} book this year", other: "{current} of {count} books this year" }, { current }),
    href: "#/reading?status=finished",
  }),
  culturalDiversity: ({ current, target }) => ({
    text: plural(target, { one: "of {count} culture", other: "of {count} cultures" }), when: t("this year"),
    name: plural(target,
      { one: "{current} of {count} culture this year", other: "{current} of {count} cultures this year" }, { current }),
    href: "#/diversity",
  }),
  readingStreak: ({ current, target }) => ({
    text: plural(target, { one: "of {count} day", other: "of {count} days" }), when: t("of reading"),
    name: plural(target,
      { one: "{current} of {count} day of reading", other: "{current} of {count} days of reading" }, { current }),
    href: "#/reading/sessions",
  }),
  weeklyRucks: ({ current, target }) => ({
    text: plural(target, { one: "of {count} ruck", other: "of {count} rucks" }), when: t("this week"),
    name: plural(target,
      { one: "{current} of {count} ruck this week", other: "{current} of {count} rucks this week" }, { current }),
    href: "#/rucks",
  }),
};

const rings = (goals) => h("ul", { class: "rings", "aria-label": t("Goals") },
  goals.filter((goal) => goalTexts[goal.type] && isTracked(goalKinds[goal.type])).map((goal) => {
    const { text, when, name, href } = goalTexts[goal.type](goal);
    return h("li", { class: goalKinds[goal.type] },
      h("a", { href, "aria-label": name },
        ring(goal.progress, number(goal.current)),
        h("span", { class: "ring-words" }, h("span", { class: "ring-text" }, text),
          h("span", { class: "muted" }, when))));
  }));

/** The streaks that neither the rings nor the sentence show. */
function streakLine({ listening }, { current: weeks }, said) {
  const parts = [
    listening > 0 && isTracked("listening") && said.kind !== "listening"
      ? h("a", { class: "row-link", href: "#/listening" },
        plural(listening, { one: "{count} day of listening", other: "{count} days of listening" })) : null,
    weeks > 0 && isTracked("rucks") && said.kind !== "rucks"
      ? h("a", { class: "row-link", href: "#/rucks" },
        plural(weeks, { one: "{count} week of rucks", other: "{count} weeks of rucks" })) : null,
  ].filter(Boolean);
  return parts.length === 0 ? null
    : h("p", { class: "day-streaks" }, t("In a row:"), " ", parts.map((one, at) => [at > 0 ? ", " : null, one]));
}

/** Seven days as columns, each with its kinds; a column opens the day. */
function week(days) {
  const most = Math.max(...days.map((day) => day.total), 1);
  const total = days.reduce((sum, day) => sum + day.total, 0);
  return h("section", { class: "week", "aria-label": t("The last seven days") },
    h("p", { class: "muted" }, total === 0
      ? t("Your last seven days will fill in here.")
      : t("{duration} in the last seven days", { duration: minutes(total) })),
    h("ol", {}, days.map((day, index) => h("li", {},
      h("a", { href: link(`/day/${day.date}`), "aria-label": dayText(day), title: dayText(day) },
        h("span", { class: "week-bar" }, day.parts.map((part, kind) => segment(part / most, kinds[kind]))),
        h("span", { class: index === days.length - 1 ? "week-today" : null },
          weekdayInitial(day.date)))))));
}

function segment(share, kind) {
  if (share === 0) return null;
  const element = h("i", { class: kind });
  element.style.height = `${Math.max(6, share * 100)}%`;
  return element;
}

function milestone(milestones) {
  const open = milestones.filter((item) => !item.isUnlocked);
  if (open.length === 0 || !isTracked("listening")) return null;
  const next = open.reduce((best, item) => (share(item) > share(best) ? item : best));
  return h("div", { class: "listening next-milestone" },
    h("p", {}, h("a", { class: "row-link", href: "#/listening" }, t("Next: {title}", { title: next.title })),
      " ", h("span", { class: "muted" }, t("{amount} so far", { amount: amount(next) }))),
    quietBar(share(next)));
}

const share = (item) => Math.min(1, item.currentValue / item.threshold);

function amount({ type, currentValue }) {
  if (type === "listeningTime") return seconds(currentValue);
  return type === "streak" ? countedDays(currentValue) : stories(currentValue);
}
