// The next thing to do: the running timer, the book being read, or the first steps of a new account.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import { isolated } from "../../kit/format.js";
import { pages as countedPages } from "../../kit/counts.js";
import { wrote } from "../../kit/changes.js";
import { icon } from "../../kit/icons.js";
import { t, withTexts } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { person } from "../../kit/person.js";
import { quietBar } from "../../kit/progress.js";
import { go, link } from "../../kit/route.js";
import { runningClock } from "../../kit/running-clock.js";
import { part, send } from "../../kit/server.js";
import { withTimer } from "../../kit/waiting.js";
import { cover } from "../reading/cover.js";
import { add } from "./add.js";
import { endWelcome, isTracked, openStep, wasWelcomed } from "./tracked.js";

/** The books after the first one. */
const mostOthers = 3;

export const nowCard = (scope) => card(scope, {
  title: t("Now"),
  class: "now reading wide",
  size: "list",
  areas: ["reading", "library", "profile"],
  load: async (get) => {
    // Asked at once, so that the card of a person without a book in progress waits only for one more response.
    const mayBeNew = !wasWelcomed();
    const [{ active }, sessions, library, first] = await Promise.all([
      get("reading/timer").then(withTimer), get("reading/sessions", { limit: 1 }),
      get("library", { status: "reading", limit: 12 }), mayBeNew ? get("library", { limit: 1 }) : null,
    ]);
    const running = active && !isBeingDeleted("reading/timer") ? active : null;
    const books = library.items.filter((item) => !isBeingDeleted(`works/${part(item.workId)}`));
    const last = running?.workId ?? sessions.items[0]?.workId;
    const book = books.find((item) => item.workId === last) ?? (running ? await bookOf(get, running) : books[0]);
    if (book) return { running, book, others: books.filter((item) => item !== book).slice(0, mostOthers) };
    if (first?.items.length === 0) {
      return { next: null, isNew: sessions.items.length === 0 && await hasNoOtherSession(get) };
    }
    const next = await get("library", { status: "wantToRead", limit: 1 });
    return { next: next.items[0] ?? null, isNew: false };
  },
  show: (value, again) => {
    if (value.book) return bookParts(scope, value);
    if (value.isNew) return welcome(again);
    return isTracked("reading") ? nothing(value.next) : empty(t("Add your last session here."),
      h("button", { type: "button", class: "primary", onclick: add }, icon("plus"), t("Add a session")));
  },
});

// The timer's book may have another status by now.
const bookOf = (get, { workId, startPage }) => get(`library/${part(workId)}`).catch((error) => {
  if (error.status !== 404) throw error;
  return { workId, title: null, authors: [], pageCount: null, currentPage: startPage };
});

async function hasNoOtherSession(get) {
  const lists = await Promise.all(["analytics/sessions", "rucks"].map((path) => get(path, { limit: 1 })));
  return lists.every(({ items }) => items.length === 0);
}

const bookLink = (book) => link(`/reading/books/${part(book.workId)}`);
const nameOf = (book) => isolated(book.title ?? t("Deleted book"));

function bookParts(scope, { running, book, others }) {
  const pages = book.pageCount ?? null;
  const authors = book.authors.map(isolated).join(", ");
  return [
    h("div", { class: "now-hero" },
      cover(book),
      h("div", { class: "now-main" },
        h("h3", {}, h("a", { class: "row-link", href: bookLink(book) }, h("span", { class: "clamp" }, nameOf(book)))),
        authors ? h("p", { class: "muted clamp" }, authors) : null,
        h("p", { class: "now-page" }, pages
          ? t("Page {page} of {pages}", { page: book.currentPage, pages })
          : t("Page {page}", { page: book.currentPage })),
        pages ? quietBar(book.currentPage / pages) : null,
        running ? runningPart(scope, running, book)
          : pages && book.currentPage >= pages ? finishButton(book)
            : startButton(book, "primary", [icon("play"), t("Start reading")]))),
    others.length > 0 ? h("ul", { class: "rows now-others", "aria-label": t("Also reading") }, others.map((item) =>
      h("li", {},
        h("a", { class: "row-text row-link", href: bookLink(item) }, h("span", { class: "clamp" }, nameOf(item))),
        h("span", { class: "row-end muted" }, t("page {page}", { page: item.currentPage })),
        running ? null
          : startButton(item, "quiet", t("Start"), t("Start reading {title}", { title: nameOf(item) }))))) : null,
  ];
}

function startButton(book, kind, text, name = null) {
  const begin = () => busy(button, async () => {
    const { start } = await withTexts("reading", () => import("../reading/timer.js"));
    await start(book);
  });
  const button = h("button", { type: "button", class: kind, "aria-label": name, onclick: begin }, text);
  return kind === "primary" ? h("div", { class: "actions" }, button) : button;
}

/** On the last page, what comes next is the end of the book. */
function finishButton(book) {
  const button = h("button", { type: "button", class: "primary", onclick: () => busy(button, async () => {
    const { finished } = await withTexts("reading", () => import("../reading/finish.js"));
    const entry = await send("PATCH", `library/${part(book.workId)}`, { status: "finished" });
    wrote("library", "reading", "diversity");
    await finished({ id: book.workId, title: book.title }, entry);
  }) }, icon("check"), t("Mark as finished"));
  return h("div", { class: "actions" }, button);
}

function runningPart(scope, running, book) {
  const clock = runningClock(scope, running);
  const button = h("button", { type: "button", class: "primary", onclick: () => busy(button, async () => {
    const { stop } = await withTexts("reading", () => import("../reading/timer.js"));
    stop(running, { id: running.workId, title: book.title, pageCount: book.pageCount }, clock.elapsed());
  }) }, icon("stop"), t("Stop"));
  return h("div", { class: "now-run" }, clock.element, button);
}

async function busy(button, action) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    await action();
  } catch (error) {
    notice(error.message);
  } finally {
    button.ariaBusy = null;
  }
}

const nothing = (next) => (next
  ? [
    h("div", { class: "now-hero" },
      cover(next),
      h("div", { class: "now-main" },
        h("p", { class: "muted" }, t("Next on your list")),
        h("h3", {}, h("a", { class: "row-link", href: bookLink(next) }, h("span", { class: "clamp" }, nameOf(next)))),
        next.pageCount ? h("p", { class: "muted" }, countedPages(next.pageCount)) : null,
        h("div", { class: "actions" }, beginButton(next)))),
  ]
  : empty(t("The book that you are reading will be here, with the page you are on and a timer."),
    h("button", { type: "button", class: "primary", onclick: addBook }, t("Add a book"))));

async function addBook() {
  const { bookForm } = await withTexts("reading", () => import("../reading/book-form.js"));
  bookForm({ saved: (id) => go(`/reading/books/${part(id)}`) });
}

function beginButton(book) {
  const button = h("button", { type: "button", class: "primary", onclick: () => busy(button, async () => {
    const [{ beginReading }, { start }] = await Promise.all([
      withTexts("reading", () => import("../reading/reads.js")),
      withTexts("reading", () => import("../reading/timer.js")),
    ]);
    await beginReading(book.workId, book);
    await start({ ...book, currentPage: 0 });
  }) }, icon("play"), t("Begin this book"));
  return button;
}

const welcome = (again) => [
  h("p", { class: "now-welcome" }, person()?.displayName
    ? t("Welcome, {name}.", { name: isolated(person().displayName) }) : t("Welcome.")),
  h("p", {}, t("Waymark keeps what you listen to, read and walk, and shows what it adds up to. "
    + "A few short steps set up your time zone, your units and your first goal.")),
  h("p", { class: "muted" }, t("Your days use the time zone {zone}.", { zone: person()?.timezone }), " ",
    h("a", { class: "row-link", href: "#/welcome" }, t("Change"))),
  h("div", { class: "actions" },
    h("a", { class: "button primary", href: link("/welcome", { step: openStep() }) },
      openStep() ? t("Continue") : t("Begin")),
    h("button", { type: "button", class: "quiet", onclick: () => {
      endWelcome();
      again();
    } }, t("Not now"))),
];
