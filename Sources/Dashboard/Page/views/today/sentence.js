// The one sentence of Today: what keeps a streak, what reaches a goal, or that nothing is missing.

import { counted, number } from "../../kit/format.js";

/** A shorter streak is not worth a warning. */
const shortestStreak = 2;
const leastMinutes = 5;
const mostMinutes = 60;
/** Goals of the year are named when this little is missing. */
const nearGoal = 2;

/** The usual minutes of an active day, in steps of five: the median of the days before today. */
export function usualMinutes(days) {
  const active = days.filter((minutes) => minutes > 0).sort((one, other) => one - other);
  if (active.length === 0) return null;
  const median = active[Math.floor((active.length - 1) / 2)];
  return Math.min(mostMinutes, Math.max(leastMinutes, Math.round(median / 5) * 5));
}

/**
 * sentence({ reading: { streak, today, before: [minutes] }, listening: { streak, today }, rucks: { weeks, remaining },
 * goals: [{ type, remaining, target }], restDays, daysLeft }) → { text, kind, href }. `daysLeft` counts the days of
 * this week, including today. `kind` and `href` are null if the sentence is about all kinds.
 */
export function sentence(value) {
  const found = [ruckAtRisk(value, true), ...dailyAtRisk(value), ruckAtRisk(value, false), goalNear(value)];
  return found.find(Boolean) ?? settled(value);
}

function dailyAtRisk({ reading, listening, restDays }) {
  // With rest days, a day without a session may not end the streak.
  const effect = (days, ending) => (restDays > 0
    ? `make${ending} it ${counted(days + 1, "day")}` : `keep${ending} your ${counted(days, "day")}`);
  const usual = usualMinutes(reading.before);
  const risks = [];
  if (reading.streak >= shortestStreak && reading.today === 0) {
    risks.push({ days: reading.streak, kind: "reading", href: "#/reading", text: usual === null
      ? `A few pages ${effect(reading.streak, "")} of reading.`
      : `${number(usual)} minutes of reading ${effect(reading.streak, "")}.` });
  }
  if (listening.streak >= shortestStreak && listening.today === 0) {
    risks.push({ days: listening.streak, kind: "listening", href: "#/listening",
      text: `One finished story ${effect(listening.streak, "s")} of listening.` });
  }
  return risks.sort((one, other) => other.days - one.days);
}

function ruckAtRisk({ rucks, daysLeft }, isUrgent) {
  if (rucks.weeks < shortestStreak || rucks.remaining === 0 || (rucks.remaining >= daysLeft) !== isUrgent) return null;
  const verb = rucks.remaining === 1 ? "keeps" : "keep";
  const when = daysLeft === 1 ? "today" : "by Sunday";
  return { kind: "rucks", href: "#/rucks",
    text: `${more(rucks.remaining, "ruck")} ${when} ${verb} your ${counted(rucks.weeks, "week")}.` };
}

const more = (count, unit) => (count === 1 ? `One more ${unit}` : `${number(count)} more ${unit}s`);

function goalNear({ goals }) {
  const of = (type) => goals.find((goal) => goal.type === type && goal.remaining > 0);
  const ruck = of("weeklyRucks");
  if (ruck && ruck.remaining < ruck.target) {
    return { kind: "rucks", href: "#/rucks", text: `${more(ruck.remaining, "ruck")} to this week's goal.` };
  }
  const book = of("annualReading");
  if (book && book.remaining <= nearGoal && book.target > nearGoal) {
    return { kind: "reading", href: "#/reading", text: `${more(book.remaining, "book")} to your goal of the year.` };
  }
  return null;
}

function settled({ reading, listening, rucks }) {
  const isActive = [reading, listening, rucks].some(({ today }) => today > 0);
  const hasStreak = reading.streak >= shortestStreak || listening.streak >= shortestStreak;
  if (isActive && hasStreak) return { kind: null, href: null, text: "Your streaks are safe today." };
  if (isActive) return { kind: null, href: null, text: "Today counts. Tomorrow it can become a streak." };
  return { kind: null, href: null, text: "A few pages, a story or a walk: whatever you add begins a streak." };
}
