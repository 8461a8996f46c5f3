// Searches books and stories on the server.

import { isBeingDeleted } from "../../kit/notice.js";
import { get, part } from "../../kit/server.js";
import { bookPath } from "../reading/timer.js";

const most = 6;
/** One call of the server reads a limited number of rows, so that a page may be short. */
const mostCalls = 5;

/** The groups of what is found: [{ name, items: [{ key, name, more, path, query }] }]. */
export async function search(q, signal) {
  const [books, stories] = await Promise.all([
    found("works", q, signal), found("stories", q, signal),
  ]);
  const isKept = (path) => ({ id }) => !isBeingDeleted(`${path}/${part(id)}`);
  return [
    { name: "Books", items: books.filter(isKept("works")).map((work) => ({
      key: `book ${work.id}`, name: work.title, more: work.authors.join(", "), path: bookPath(work.id),
    })) },
    { name: "Stories", items: stories.filter(isKept("stories")).map((story) => ({
      key: `story ${story.id}`, name: story.title, path: "/listening/sessions", query: { story: story.id },
    })) },
  ].filter((group) => group.items.length > 0);
}

async function found(path, q, signal) {
  const items = [];
  let cursor = null;
  for (let calls = 0; calls < mostCalls && items.length < most; calls += 1) {
    const page = await get(path, { q, limit: most - items.length, cursor }, signal);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return items;
}
