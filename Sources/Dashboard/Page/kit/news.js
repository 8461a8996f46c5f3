// Celebrates what was reached since this browser last loaded the list.

import { celebrate, celebrateOnce, markCelebrated, wasCelebrated } from "./celebrated.js";
import { h } from "./dom.js";
import { plural, t } from "./language.js";
import { monday, person } from "./person.js";

/**
 * Celebrates the new ones of [{ id, title, text }] in one dialog; `reached(count)` is its title. Items that existed
 * when this browser first loaded the user's list are not celebrated.
 */
export function celebrateNew(name, kind, reached, items) {
  const list = `${person()?.userId} ${name}`;
  const nameOf = (item) => `${list} ${item.id}`;
  const fresh = items.filter((item) => !wasCelebrated(nameOf(item)));
  const isFirst = !wasCelebrated(list);
  markCelebrated([list, ...fresh.map(nameOf)]);
  if (isFirst || fresh.length === 0) return;
  const [one] = fresh;
  later(() => celebrate(fresh.length === 1
    ? { title: one.title, content: one.text, kind, mark: one.mark?.() }
    : { title: reached(fresh.length), kind,
      content: h("ul", { class: "reached" }, fresh.map((item) => h("li", {}, item.title))) }));
}

/** Celebrates each milestone once, in the first view that shows it. */
export const celebrateMilestones = (milestones) => celebrateNew("milestones", "listening",
  (count) => plural(count, { one: "{count} milestone reached", other: "{count} milestones reached" }),
  milestones.filter((item) => item.isUnlocked)
    .map((item) => ({ id: item.id, title: item.title, text: t("You reached a listening milestone.") })));

/** Celebrates the first occurrence of an id, even on the first visit. */
const celebrateFirst = (name, id, kind, title, text) =>
  later(() => celebrateOnce(`${person()?.userId} ${name} ${id}`, { title, content: text, kind }));

/** Celebrates a streak of rucks in the week in which it reaches 4, 8, 12, 26 or 52 weeks. */
export function celebrateWeeks({ celebration }) {
  if (!celebration) return;
  celebrateFirst("ruck streak", `${celebration.weeks} ${monday()}`, "rucks",
    plural(celebration.weeks, { one: "{count} week in a row", other: "{count} weeks in a row" }),
    t("You met your goal in each of them. Keep walking."));
}

const weeksOfStreak = [4, 8, 12, 26, 52];

/** Celebrates a streak of days in the week after it reaches 4, 8, 12, 26 or 52 weeks, each once. */
export function celebrateStreak(kind, days) {
  const weeks = Math.floor(days / 7);
  if (!weeksOfStreak.includes(weeks)) return;
  const title = kind === "reading"
    ? plural(weeks, { one: "{count} week of reading", other: "{count} weeks of reading" })
    : plural(weeks, { one: "{count} week of listening", other: "{count} weeks of listening" });
  celebrateFirst(`${kind} streak`, weeks, kind, title,
    plural(days,
      { one: "{count} day in a row. This stays yours.", other: "{count} days in a row. This stays yours." }));
}

// Shows one dialog at a time.
let last = Promise.resolve();

function later(action) {
  last = last.then(action).catch(console.error);
}
