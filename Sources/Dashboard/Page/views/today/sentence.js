// The one sentence of Today: what keeps a streak, what reaches a goal, or that nothing is missing. Also a day in words.

import { longDay, minutesInWords as duration } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";

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
  const isSafe = restDays > 0;
  const risks = [];
  if (reading.streak >= shortestStreak && reading.today === 0) {
    const text = readingText(reading.streak, usualMinutes(reading.before), isSafe);
    risks.push({ days: reading.streak, kind: "reading", href: "#/reading", text });
  }
  if (listening.streak >= shortestStreak && listening.today === 0) {
    const text = isSafe
      ? plural(listening.streak + 1, {
        one: "One finished story makes it {count} day of listening.",
        other: "One finished story makes it {count} days of listening.",
      })
      : plural(listening.streak, {
        one: "One finished story keeps your {count} day of listening.",
        other: "One finished story keeps your {count} days of listening.",
      });
    risks.push({ days: listening.streak, kind: "listening", href: "#/listening", text });
  }
  return risks.sort((one, other) => other.days - one.days);
}

function readingText(days, minutes, isSafe) {
  if (minutes === null) {
    return isSafe
      ? plural(days + 1, {
        one: "A few pages make it {count} day of reading.", other: "A few pages make it {count} days of reading.",
      })
      : plural(days, {
        one: "A few pages keep your {count} day of reading.", other: "A few pages keep your {count} days of reading.",
      });
  }
  return isSafe
    ? plural(days + 1, {
      one: "{minutes} minutes of reading make it {count} day.",
      other: "{minutes} minutes of reading make it {count} days.",
    }, { minutes })
    : plural(days, {
      one: "{minutes} minutes of reading keep your {count} day.",
      other: "{minutes} minutes of reading keep your {count} days.",
    }, { minutes });
}

function ruckAtRisk({ rucks, daysLeft }, isUrgent) {
  if (rucks.weeks < shortestStreak || rucks.remaining === 0 || (rucks.remaining >= daysLeft) !== isUrgent) return null;
  // There are at least two weeks.
  const text = daysLeft === 1
    ? plural(rucks.remaining, {
      one: "One more ruck today keeps your {weeks} weeks.", other: "{count} more rucks today keep your {weeks} weeks.",
    }, { weeks: rucks.weeks })
    : plural(rucks.remaining, {
      one: "One more ruck by Sunday keeps your {weeks} weeks.",
      other: "{count} more rucks by Sunday keep your {weeks} weeks.",
    }, { weeks: rucks.weeks });
  return { kind: "rucks", href: "#/rucks", text };
}

function goalNear({ goals }) {
  const of = (type) => goals.find((goal) => goal.type === type && goal.remaining > 0);
  const ruck = of("weeklyRucks");
  if (ruck && ruck.remaining < ruck.target) {
    return { kind: "rucks", href: "#/rucks", text: plural(ruck.remaining, {
      one: "One more ruck to this week's goal.", other: "{count} more rucks to this week's goal.",
    }) };
  }
  const book = of("annualReading");
  if (book && book.remaining <= nearGoal && book.target > nearGoal) {
    return { kind: "reading", href: "#/reading", text: plural(book.remaining, {
      one: "One more book to your goal of the year.", other: "{count} more books to your goal of the year.",
    }) };
  }
  return null;
}

function settled({ reading, listening, rucks }) {
  const isActive = [reading, listening, rucks].some(({ today }) => today > 0);
  const hasStreak = reading.streak >= shortestStreak || listening.streak >= shortestStreak;
  if (isActive && hasStreak) return { kind: null, href: null, text: t("Your streaks are safe today.") };
  if (isActive) return { kind: null, href: null, text: t("Today counts. Tomorrow it can become a streak.") };
  return { kind: null, href: null, text: t("A few pages, a story or a walk: whatever you add begins a streak.") };
}

/** "Tuesday 17 November 2026: rucks 1 hour 5 minutes" of { date, parts: minutes of listening, reading, rucks }. */
export function dayText({ date, parts: [listening, reading, rucks] }) {
  const parts = [
    listening > 0 && t("listening {duration}", { duration: duration(listening) }),
    reading > 0 && t("reading {duration}", { duration: duration(reading) }),
    rucks > 0 && t("rucks {duration}", { duration: duration(rucks) }),
  ].filter(Boolean);
  return `${longDay(date)}: ${parts.join(", ") || t("nothing")}`;
}
