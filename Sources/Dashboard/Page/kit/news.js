// What is celebrated: what was reached since this browser last saw it.

import { celebrateOnce, passOver, wasCelebrated } from "./celebration.js";
import { person } from "./person.js";

/**
 * Celebrates those of [{ id, title, text }] that are new, one after another. What was there when this browser first saw
 * this person's list is no news.
 */
export function celebrateNew(name, kind, items) {
  const list = `${person()?.userId} ${name}`;
  if (!wasCelebrated(list)) return passOver([list, ...items.map((item) => `${list} ${item.id}`)]);
  for (const item of items) {
    celebrateLater(`${list} ${item.id}`, { title: item.title, content: item.text, kind });
  }
}

/** Celebrates what has this id for the first time, on a first visit too. */
export const celebrateFirst = (name, id, kind, title, text) =>
  celebrateLater(`${person()?.userId} ${name} ${id}`, { title, content: text, kind });

// One window at a time, however many cards bring news.
let last = Promise.resolve();

function celebrateLater(name, options) {
  last = last.then(() => celebrateOnce(name, options)).catch(console.error);
}
