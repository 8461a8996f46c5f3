// Books by their id, asked for once until the library changes.

import { get, part } from "../../kit/server.js";
import { onChange } from "../../kit/changes.js";
import { person } from "../../kit/person.js";

const known = new Map();

onChange((areas) => {
  if (areas.has("library") || areas.has("everything")) known.clear();
});

/** The work of an id, or null where it was deleted. */
export function workOf(id) {
  // Another person may sign in on the same page.
  const name = `${person()?.userId} ${id}`;
  if (!known.has(name)) {
    known.set(name, get(`works/${part(id)}`).catch((error) => {
      if (error.status === 404) return null;
      known.delete(name);
      throw error;
    }));
  }
  return known.get(name);
}

/** Items that name a work, each with it: { …item, work }. */
export const withWorks = (items) =>
  Promise.all(items.map(async (item) => ({ ...item, work: await workOf(item.workId) })));

/** What a book is called, also after it was deleted. */
export const titleOf = (item) => item.work?.title ?? "A deleted book";

export const statuses = [
  ["reading", "Reading"], ["wantToRead", "Want to read"], ["finished", "Finished"], ["abandoned", "Abandoned"],
];

export const statusText = (status) => statuses.find(([key]) => key === status)?.[1] ?? status;
