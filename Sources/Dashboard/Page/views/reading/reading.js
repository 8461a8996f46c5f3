// Reading: the current books with their timer, the latest sessions, and the library.

import { h, spoken } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { counted, number, onDay, percent } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { isBeingDeleted } from "../../kit/notice.js";
import { bar } from "../../kit/progress.js";
import { go, link } from "../../kit/route.js";
import { runningClock } from "../../kit/running-clock.js";
import { part } from "../../kit/server.js";
import { coverPicture } from "./cover.js";
import { addBook, library } from "./library.js";
import { logReading } from "./log-reading.js";
import { matchesCard } from "./matches.js";
import { waitingRows, withTimer } from "../../kit/waiting.js";
import { bookPath, busy, start } from "./timer.js";
import { titleOf } from "./works.js";

export function show(scope) {
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, "Reading"),
      h("button", { type: "button", class: "primary reading", onclick: addBook }, icon("plus"), "Add book")),
    h("div", { class: "grid" }, nowCard(scope), lastCard(scope), matchesCard(scope), library(scope)));
}

const nowCard = (scope) => card(scope, {
  title: "Currently reading",
  class: "reading wide",
  size: "list",
  areas: ["library", "reading"],
  load: async (get) => {
    const [{ active }, page] = await Promise.all([
      get("reading/timer").then(withTimer), get("library", { status: "reading", limit: 12 }),
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
    h("div", { class: "cover-small", "aria-hidden": "true" }, item.title ? coverPicture(item.workId) : null),
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
          async () => { await start(item); go(bookPath(item.workId)); })));
}

const lastCard = (scope) => card(scope, {
  title: "Latest sessions",
  class: "reading",
  size: "list",
  areas: ["reading", "library"],
  more: { text: "All", href: "#/reading/sessions" },
  controls: waitingRows(scope, ["reading/sessions"]),
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
