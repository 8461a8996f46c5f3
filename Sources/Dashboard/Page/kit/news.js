// Celebrates what was reached since this browser last loaded the list.

import { celebrate, celebrateOnce, markCelebrated, wasCelebrated } from "./celebrated.js";
import { h } from "./dom.js";
import { counted, number } from "./format.js";
import { monday, person } from "./person.js";

/**
 * Celebrates the new ones of [{ id, title, text }] in one dialog; `many` is their plural name. Items that existed when
 * this browser first loaded the user's list are not celebrated.
 */
export function celebrateNew(name, kind, many, items) {
  const list = `${person()?.userId} ${name}`;
  const nameOf = (item) => `${list} ${item.id}`;
  const fresh = items.filter((item) => !wasCelebrated(nameOf(item)));
  const isFirst = !wasCelebrated(list);
  markCelebrated([list, ...fresh.map(nameOf)]);
  if (isFirst || fresh.length === 0) return;
  const [one] = fresh;
  later(() => celebrate(fresh.length === 1
    ? { title: one.title, content: one.text, kind }
    : { title: `${number(fresh.length)} ${many} reached`, kind,
      content: h("ul", { class: "reached" }, fresh.map((item) => h("li", {}, item.title))) }));
}

/** Celebrates each milestone once, in the first view that shows it. */
export const celebrateMilestones = (milestones) => celebrateNew("milestones", "listening", "milestones",
  milestones.filter((item) => item.isUnlocked)
    .map((item) => ({ id: item.id, title: item.title, text: "You reached a listening milestone." })));

/** Celebrates the first occurrence of an id, even on the first visit. */
export const celebrateFirst = (name, id, kind, title, text) =>
  later(() => celebrateOnce(`${person()?.userId} ${name} ${id}`, { title, content: text, kind }));

/** Celebrates a streak of rucks in the week in which it reaches 4, 8, 12, 26 or 52 weeks. */
export function celebrateWeeks({ celebration }) {
  if (!celebration) return;
  celebrateFirst("ruck streak", `${celebration.weeks} ${monday()}`, "rucks",
    `${counted(celebration.weeks, "week")} in a row`, "You met your goal in each of them. Keep walking.");
}

const weeksOfStreak = [4, 8, 12, 26, 52];

/** Celebrates a streak of days in the week after it reaches 4, 8, 12, 26 or 52 weeks, each once. */
export function celebrateStreak(kind, days) {
  const weeks = Math.floor(days / 7);
  if (!weeksOfStreak.includes(weeks)) return;
  celebrateFirst(`${kind} streak`, weeks, kind, `${counted(weeks, "week")} of ${kind}`,
    `${counted(days, "day")} in a row. This stays yours.`);
}

// Shows one dialog at a time.
let last = Promise.resolve();

function later(action) {
  last = last.then(action).catch(console.error);
}
