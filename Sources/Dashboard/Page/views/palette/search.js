// Searches books, stories, heroes and rucks on the server.

import { isBeingDeleted } from "../../kit/deletion.js";
import { distance, nearDay } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { get, part } from "../../kit/server.js";
import { bookPath } from "../reading/timer.js";

const most = 6;

/** How each group of the response is shown: [member, name, path of the object, item]. */
const groups = [
  ["works", t("Books"), "works", ({ id, title, authors }) => ({
    name: title, more: authors.join(", "), path: bookPath(id),
  })],
  ["stories", t("Stories"), "stories", ({ id, title }) => ({
    name: title, path: "/listening/sessions", query: { story: id },
  })],
  ["heroes", t("Heroes"), "heroes", ({ id, name }) => ({ name, path: "/listening/stories", query: { hero: id } })],
  ["rucks", t("Rucks"), "rucks", (ruck) => ({
    name: ruck.name || ruck.note, more: `${distance(ruck.distance)}, ${nearDay(dayOf(new Date(ruck.startedAt)))}`,
    path: `/rucks/walk/${part(ruck.id)}`,
  })],
];

/** The groups of what is found: [{ name, items: [{ key, name, more, path, query }] }]. */
export async function search(q, signal) {
  const found = await get("search", { q, limit: most }, signal);
  return groups.map(([member, name, path, item]) => ({
    name,
    items: found[member].filter(({ id }) => !isBeingDeleted(`${path}/${part(id)}`))
      .map((one) => ({ key: `${member} ${one.id}`, ...item(one) })),
  })).filter((group) => group.items.length > 0);
}
