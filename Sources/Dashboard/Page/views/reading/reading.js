// The library: the current books, and all books with filters and a search that are kept in the address.

import { h, spoken } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { segments } from "../../kit/form.js";
import { counted, isolated, number, onDay, onPartialDay, percent } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { pagedList } from "../../kit/list.js";
import { isBeingDeleted } from "../../kit/notice.js";
import { bar } from "../../kit/progress.js";
import { change, go, here, link } from "../../kit/route.js";
import { runningClock } from "../../kit/running-clock.js";
import { searchField } from "../../kit/search-field.js";
import { get, part } from "../../kit/server.js";
import { finished } from "./finish.js";
import { logReading } from "./log-reading.js";
import { matchesCard } from "./matches.js";
import { bookForm } from "./book-form.js";
import { ratingText, starsOf } from "./rating.js";
import { bookPath, busy, start } from "./timer.js";
import { statuses, statusText, titleOf } from "./works.js";

const add = () => bookForm({
  saved: (id, entry) => {
    go(bookPath(id));
    if (entry.status === "finished") get(`works/${part(id)}`).then((work) => finished(work, entry), () => {});
  },
});

export function show(scope) {
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, "Reading"),
      h("button", { type: "button", class: "primary reading", onclick: add }, icon("plus"), "Add book")),
    h("div", { class: "grid" }, nowCard(scope), lastCard(scope), matchesCard(scope), library(scope)));
}

const nowCard = (scope) => card(scope, {
  title: "Currently reading",
  class: "reading wide",
  size: "list",
  areas: ["library", "reading"],
  load: async (get) => {
    const [{ active }, page] = await Promise.all([
      get("reading/timer"), get("library", { status: "reading", limit: 12 }),
    ]);
    const items = page.items.filter((item) => !isBeingDeleted(`works/${part(item.workId)}`));
    const running = active && !isBeingDeleted("reading/timer") ? active : null;
    if (running && !items.some((item) => item.workId === running.workId)) {
      items.unshift(await entryOf(get, running));
    }
    return { active: running, items, more: page.nextCursor !== null };
  },
  show: ({ active, items, more }) => items.length === 0
    ? empty("Books you are reading will appear here, each with a timer.",
      h("a", { class: "button", href: "#/reading?status=wantToRead" }, "Books to read"))
    : [
      h("ul", { class: "rows" }, items.map((item) => nowRow(scope, item, active))),
      more ? h("a", { class: "row-link", href: "#/reading?status=reading" }, "All current books") : null,
    ],
});

// The book of a running timer may not be among the loaded ones.
const entryOf = (get, { workId, startPage }) => get(`library/${part(workId)}`).catch(() =>
  ({ workId, title: null, pageCount: null, currentPage: startPage, status: "reading" }));

function nowRow(scope, item, active) {
  const pages = item.pageCount ?? null;
  const share = pages ? Math.min(1, item.currentPage / pages) : null;
  const runs = active?.workId === item.workId;
  return h("li", { class: "now-row" },
    h("div", { class: "now-book" },
      h("a", { class: "row-link", href: link(bookPath(item.workId)) }, h("span", { class: "clamp" }, titleOf(item))),
      h("span", { class: "muted" },
        `page ${number(item.currentPage)}${pages ? ` of ${number(pages)}, ${percent(share * 100)}` : ""}`),
      share === null ? null : bar(share, `Read: ${percent(share * 100)}`)),
    runs
      ? h("div", { class: "now-run" }, runningClock(scope, active).element,
        h("a", {
          class: "button primary", href: link(bookPath(item.workId)), "aria-label": `Stop reading ${titleOf(item)}`,
        }, "Stop"))
      : active ? null
        : h("div", { class: "now-run" }, busy("", [icon("play"), "Start", spoken(` reading ${titleOf(item)}`)],
          async () => { await start(item.workId); go(bookPath(item.workId)); })));
}

const lastCard = (scope) => card(scope, {
  title: "Latest sessions",
  class: "reading",
  size: "list",
  areas: ["reading", "library"],
  more: { text: "All", href: "#/reading/sessions" },
  path: "reading/sessions",
  query: { limit: 4 },
  show: ({ items }) => items.length === 0
    ? empty("Your reading sessions will appear here.",
      h("button", { type: "button", onclick: () => logReading() }, "Log a session"))
    : h("ul", { class: "rows" }, items.map((item) => h("li", { class: "wraps" },
      h("a", { class: "row-text row-link", href: link(bookPath(item.workId)) },
        h("span", { class: "clamp" }, titleOf(item))),
      h("div", { class: "row-end" }, h("b", {}, counted(item.pagesRead, "page")),
        h("div", { class: "muted" }, onDay(item.date)))))),
});

function library(scope) {
  const now = () => {
    const { query } = here();
    const status = statuses.some(([key]) => key === query.get("status")) ? query.get("status") : "";
    return { status, q: query.get("q") ?? "" };
  };
  const search = searchField({
    label: "Search titles and authors", value: now().q, choose: (q) => change({ q }, { replace: true }),
  });
  const filter = segments({
    label: "Status",
    value: now().status,
    options: [["", "All"], ...statuses],
    choose: (status) => change({ status }),
  });
  const list = pagedList(scope, {
    path: "library",
    query: now,
    areas: ["library", "reading"],
    label: "Books",
    row: bookRow,
    none: () => nothing(now()),
  });
  scope.onQuery = () => {
    const { status, q } = now();
    search.update(q);
    for (const input of filter.querySelectorAll("input")) input.checked = input.value === status;
    list.reload();
  };
  const section = h("section", { class: "card reading full", "aria-labelledby": "library-title" },
    h("header", { class: "card-head" }, h("h2", { id: "library-title" }, "Library")),
    h("div", { class: "library-filters" }, filter, search),
    list);
  // An address with a filter scrolls to the results.
  const { status, q } = now();
  if (status || q) setTimeout(() => section.scrollIntoView(), 0);
  return section;
}

function nothing({ status, q }) {
  if (q) return empty(`No title or author contains “${isolated(q)}”.`,
    h("button", { type: "button", onclick: () => change({ q: "" }) }, "Show all"));
  if (status) return empty(`Books with the status “${statusText(status)}” will appear here.`,
    h("button", { type: "button", onclick: add }, "Add a book"));
  return empty("Your books will appear here, with progress and ratings.",
    h("button", { type: "button", class: "primary reading", onclick: add }, "Add your first book"));
}

function bookRow(entry) {
  if (isBeingDeleted(`works/${part(entry.workId)}`)) return null;
  const authors = entry.authors.map(isolated).join(", ");
  return h("li", { class: "wraps" },
    h("a", { class: "row-text book-link", href: link(bookPath(entry.workId)) },
      h("span", { class: "clamp" }, titleOf(entry)),
      h("span", { class: "muted clamp" }, authors || "Unknown author")),
    h("div", { class: "row-end" },
      h("b", {}, statusText(entry.status)), h("div", { class: "muted" }, progressText(entry))));
}

function progressText(entry) {
  if (entry.rating !== null) return [starsOf(entry.rating), spoken(ratingText(entry.rating))];
  const pages = entry.pageCount;
  if (entry.status === "finished") return entry.finishedOn ? onPartialDay(entry.finishedOn) : "";
  if (entry.status === "wantToRead") return pages ? counted(pages, "page") : "";
  if (!pages) return `page ${number(entry.currentPage)}`;
  return `${percent((Math.min(pages, entry.currentPage) / pages) * 100)} read`;
}
