// Reading: the current books with their timer, the latest sessions, and the library.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { pages } from "../../kit/counts.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import { onDay, percent } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { t } from "../../kit/language.js";
import { quietBar } from "../../kit/progress.js";
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
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Reading")),
      h("button", { type: "button", class: "primary reading", onclick: addBook }, icon("plus"), t("Add book"))),
    h("div", { class: "grid" }, nowCard(scope), lastCard(scope), matchesCard(scope), library(scope)));
}

const nowCard = (scope) => card(scope, {
  title: t("Currently reading"),
  class: "now reading wide",
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
    ? empty(t("Books you are reading will appear here, each with a timer."),
      h("div", { class: "actions" },
        h("button", { type: "button", onclick: addBook }, t("Add a book")),
        h("a", { class: "button quiet", href: "#/reading?status=wantToRead" }, t("Books to read"))))
    : [
      h("ul", { class: "rows" }, items.map((item) => nowRow(scope, item, active))),
      more ? h("a", { class: "row-link", href: "#/reading?status=reading" }, t("All current books")) : null,
    ],
});

// The book of a running timer may not be among the loaded ones.
const entryOf = (get, { workId, startPage }) => get(`library/${part(workId)}`).catch(() =>
  ({ workId, title: null, pageCount: null, currentPage: startPage, status: "reading" }));

function nowRow(scope, item, active) {
  const count = item.pageCount ?? null;
  const share = count ? Math.min(1, item.currentPage / count) : null;
  const runs = active?.workId === item.workId;
  return h("li", { class: "now-row" },
    h("div", { class: "cover-small", "aria-hidden": "true" }, item.title ? coverPicture(item.workId) : null),
    h("div", { class: "now-book" },
      h("a", { class: "row-link", href: link(bookPath(item.workId)) }, h("span", { class: "clamp" }, titleOf(item))),
      h("span", { class: "muted" },
        count ? t("page {page} of {count}, {share}", { page: item.currentPage, count, share: percent(share * 100) })
          : t("page {page}", { page: item.currentPage })),
      share === null ? null : quietBar(share)),
    runs
      ? h("div", { class: "now-run" }, runningClock(scope, active).element,
        h("a", {
          class: "button primary", href: link(bookPath(item.workId)),
          "aria-label": t("Stop reading {title}", { title: titleOf(item) }),
        }, t("Stop")))
      : active ? null
        : h("div", { class: "now-run" }, startButton(item)));
}

function startButton(item) {
  const begin = async () => { await start(item); go(bookPath(item.workId)); };
  const [button, wrong] = busy("", [icon("play"), t("Start")], begin);
  button.setAttribute("aria-label", t("Start reading {title}", { title: titleOf(item) }));
  return [button, wrong];
}

const lastCard = (scope) => card(scope, {
  title: t("Latest sessions"),
  class: "reading",
  size: "list",
  areas: ["reading", "library"],
  more: { text: t("All"), href: "#/reading/sessions" },
  controls: waitingRows(scope, ["reading/sessions"]),
  path: "reading/sessions",
  query: { limit: 4 },
  show: ({ items }) => items.length === 0
    ? empty(t("Your reading sessions will appear here."),
      h("button", { type: "button", onclick: () => logReading() }, t("Log a session")))
    : h("ul", { class: "rows" }, items.map((item) => h("li", { class: "wraps" },
      h("a", { class: "row-text row-link", href: link(bookPath(item.workId)) },
        h("span", { class: "clamp" }, titleOf(item))),
      h("div", { class: "row-end" }, h("b", {}, pages(item.pagesRead)),
        h("div", { class: "muted" }, onDay(item.date)))))),
});
