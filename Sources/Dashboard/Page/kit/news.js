// What is celebrated: what was reached since this browser last saw it.

import { celebrate, celebrateOnce, passOver, wasCelebrated } from "./celebration.js";
import { h } from "./dom.js";
import { number } from "./format.js";
import { person } from "./person.js";

/**
 * Celebrates those of [{ id, title, text }] that are new, together in one window: `many` is what several are called.
 * What was there when this browser first saw this person's list is no news.
 */
export function celebrateNew(name, kind, many, items) {
  const list = `${person()?.userId} ${name}`;
  const nameOf = (item) => `${list} ${item.id}`;
  const fresh = items.filter((item) => !wasCelebrated(nameOf(item)));
  const isFirst = !wasCelebrated(list);
  passOver([list, ...fresh.map(nameOf)]);
  if (isFirst || fresh.length === 0) return;
  const [one] = fresh;
  later(() => celebrate(fresh.length === 1
    ? { title: one.title, content: one.text, kind }
    : { title: `${number(fresh.length)} ${many} reached`, kind,
      content: h("ul", { class: "reached" }, fresh.map((item) => h("li", {}, item.title))) }));
}

/** Wherever milestones are shown: each once, whichever place showed it first. */
export const celebrateMilestones = (milestones) => celebrateNew("milestones", "listening", "milestones",
  milestones.filter((item) => item.isUnlocked)
    .map((item) => ({ id: item.id, title: item.title, text: "A milestone of listening is reached." })));

/** Celebrates what has this id for the first time, on a first visit too. */
export const celebrateFirst = (name, id, kind, title, text) =>
  later(() => celebrateOnce(`${person()?.userId} ${name} ${id}`, { title, content: text, kind }));

// One window at a time, however many cards bring news.
let last = Promise.resolve();

function later(action) {
  last = last.then(action).catch(console.error);
}
