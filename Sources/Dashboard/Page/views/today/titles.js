// What a story or a book is called, also after it was deleted; where it cannot be asked for, its id.

import { part } from "../../kit/server.js";

const deleted = { stories: "A deleted story", works: "A deleted book" };

/** `path` is "stories" or "works", `get` that of a card. */
export async function titleOf(get, path, id) {
  try {
    return (await get(`${path}/${part(id)}`)).title;
  } catch (error) {
    return error.status === 404 ? deleted[path] : id;
  }
}
