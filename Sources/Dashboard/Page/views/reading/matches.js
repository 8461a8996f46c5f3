// Proposals of the books whose audio form the user's stories may be, each accepted with one press.

import { h, spoken } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { wrote } from "../../kit/changes.js";
import { isolated } from "../../kit/format.js";
import { notice } from "../../kit/notice.js";
import { get, part, send } from "../../kit/server.js";
import { busy } from "./timer.js";

const areas = ["catalogue", "library", "reading"];
const mostShown = 5;
const mostPerPage = 200;

const changed = () => wrote("catalogue", "library", "reading", "diversity");

/** Hidden as long as there are no proposals. */
export function matchesCard(scope) {
  const element = card(scope, {
    title: "Audiobooks in your library",
    size: "list",
    class: "reading full",
    areas,
    path: "matches",
    query: { limit: mostShown },
    show: ({ items, nextCursor }) => {
      element.hidden = items.length === 0;
      if (items.length === 0) return [];
      const all = items.length > 1 || nextCursor !== null;
      return [
        h("p", { class: "muted" },
          "Link a story to its book: listening to the end then counts as reading the book."),
        h("ul", { class: "rows", "aria-label": "Proposed links" }, items.map(row)),
        all ? h("div", { class: "actions" }, busy("", "Link all of these", () => linkAll(items, nextCursor))) : null,
      ];
    },
  });
  element.hidden = true;
  return element;
}

function row(match) {
  const title = isolated(match.title);
  const isNew = match.reason === "create";
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp" }, title),
      h("span", { class: "muted clamp" }, isNew ? `A new book${by(match)}` : bookName(match.work))),
    h("div", { class: "row-actions" },
      busy("link", [isNew ? "Add as a book" : "Link", spoken(` ${match.title}`)], async () => {
        await accept(match);
        notice(isNew ? "Added and linked." : "Linked.");
        changed();
      }),
      h("button", {
        type: "button", class: "link", "aria-label": `Do not link ${match.title}`, onclick: () => dismiss(match),
      }, isNew ? "Not a book" : "Not the same")));
}

const by = ({ authors }) => (authors.length > 0 ? ` by ${authors.map(isolated).join(", ")}` : "");

const bookName = (work) => isolated(work.title) + by(work);

const accept = ({ storyId, workId }) =>
  send("POST", `matches/${part(storyId)}`, workId ? { workId } : { create: true });

async function dismiss({ storyId }) {
  try {
    await send("DELETE", `matches/${part(storyId)}`);
    notice("This story is not proposed again.");
    changed();
  } catch (error) {
    notice(`Nothing was changed: ${error.message}`);
  }
}

/** Also accepts the proposals that are not displayed. */
async function linkAll(shown, cursor) {
  let matches = shown;
  let next = cursor;
  let count = 0;
  try {
    for (;;) {
      for (const match of matches) {
        await accept(match);
        count += 1;
      }
      if (next === null) break;
      ({ items: matches, nextCursor: next } = await get("matches", { limit: mostPerPage, cursor: next }));
    }
  } finally {
    if (count > 0) changed();
  }
  notice(count === 1 ? "1 story is linked." : `${count} stories are linked.`);
}
