// The title of a story or a book: a placeholder if it was deleted, its id if it cannot be loaded.

import { part } from "../../kit/server.js";

const deleted = { stories: "Deleted story", works: "Deleted book" };

/** `path` is "stories" or "works"; `get` is the one of a card. */
export async function titleOf(get, path, id) {
  try {
    return (await get(`${path}/${part(id)}`)).title;
  } catch (error) {
    return error.status === 404 ? deleted[path] : id;
  }
}
