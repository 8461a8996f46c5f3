// Books by id, loaded once until the library changes.

import { part } from "../../kit/server.js";
import { getKept } from "../../kit/kept.js";
import { onChange } from "../../kit/changes.js";
import { t } from "../../kit/language.js";
import { person } from "../../kit/person.js";

const known = new Map();

onChange((areas) => {
  if (areas.has("library") || areas.has("everything")) known.clear();
});

// The work with this id, or null if it was deleted.
function workOf(id) {
  // Another user may sign in on the same page.
  const name = `${person()?.userId} ${id}`;
  if (!known.has(name)) {
    known.set(name, getKept(`works/${part(id)}`).catch((error) => {
      if (error.status === 404) return null;
      known.delete(name);
      throw error;
    }));
  }
  return known.get(name);
}

/** Adds its book's title to each item: { …item, title }. */
export const withTitles = (items) =>
  Promise.all(items.map(async (item) => ({ ...item, title: (await workOf(item.workId))?.title ?? null })));

/** The title of an item's book, or a placeholder if it was deleted. */
export const titleOf = (item) => item.title || t("Deleted book");

export const statuses = [
  ["reading", t("status|Reading")], ["wantToRead", t("status|Want to read")], ["finished", t("status|Finished")],
  ["abandoned", t("status|Abandoned")],
];

export const statusText = (status) => statuses.find(([key]) => key === status)?.[1] ?? status;
