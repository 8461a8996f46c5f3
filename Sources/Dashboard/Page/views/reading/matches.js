// Proposals of the books whose audio form the user's stories may be, each accepted with one press.

import { h, spoken } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { wrote } from "../../kit/changes.js";
import { isolated } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
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
    title: t("Audiobooks in your library"),
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
          t("Link a story to its book: listening to the end then counts as reading the book.")),
        h("ul", { class: "rows", "aria-label": t("Proposed links") }, items.map(row)),
        all ? h("div", { class: "actions" }, busy("", t("Link all of these"), () => linkAll(items, nextCursor))) : null,
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
      h("span", { class: "muted clamp" }, isNew ? newBook(match) : bookName(match.work))),
    h("div", { class: "row-actions" },
      busy("link", [isNew ? t("Add as a book") : t("verb|Link"), spoken(` ${match.title}`)], async () => {
        await accept(match);
        notice(isNew ? t("Added and linked.") : t("Linked."));
        changed();
      }),
      h("button", {
        type: "button", class: "link", "aria-label": t("Do not link {title}", { title: match.title }),
        onclick: () => dismiss(match),
      }, isNew ? t("Not a book") : t("Not the same"))));
}

const names = (authors) => authors.map(isolated).join(", ");

const newBook = ({ authors }) => (authors.length > 0
  ? t("A new book by {authors}", { authors: names(authors) }) : t("A new book"));

const bookName = ({ title, authors }) => (authors.length > 0
  ? t("{title} by {authors}", { title: isolated(title), authors: names(authors) }) : isolated(title));

const accept = ({ storyId, workId }) =>
  send("POST", `matches/${part(storyId)}`, workId ? { workId } : { create: true });

async function dismiss({ storyId }) {
  try {
    await send("DELETE", `matches/${part(storyId)}`);
    notice(t("This story is not proposed again."));
    changed();
  } catch (error) {
    notice(t("Nothing was changed: {reason}", { reason: error.message }));
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
  notice(plural(count, { one: "{count} story is linked.", other: "{count} stories are linked." }));
}
