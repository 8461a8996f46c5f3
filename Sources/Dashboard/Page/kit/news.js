// Celebrates what was reached since this browser last loaded the list.

import { celebrate, celebrateOnce, markCelebrated, wasCelebrated } from "./celebration.js";
import { h } from "./dom.js";
import { number } from "./format.js";
import { person } from "./person.js";

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

// Shows one dialog at a time.
let last = Promise.resolve();

function later(action) {
  last = last.then(action).catch(console.error);
}
