// A book: cover, timer, progress, details, diversity values, reads, pace, and all sessions.

import { fill, h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { pages, times } from "../../kit/counts.js";
import { deleteWithUndo } from "../../kit/deletion.js";
import {
  isolated, languageName, minutes, number, onPartialDay, percent, shortName,
} from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { wrote } from "../../kit/changes.js";
import { keptResponse } from "../../kit/storage.js";
import { pagedList } from "../../kit/list.js";
import { notice } from "../../kit/notice.js";
import { quietBar } from "../../kit/progress.js";
import { hideBelow } from "../../kit/heights.js";
import { t } from "../../kit/language.js";
import { change, go, link } from "../../kit/route.js";
import { address, part, send } from "../../kit/server.js";
import { bookForm } from "./book-form.js";
import { knownCard } from "./book-diversity.js";
import { renewedCover } from "./cover.js";
import { changeCover } from "./cover-form.js";
import { finished } from "./finish.js";
import { paceCard } from "./pace-card.js";
import { ratingField } from "./rating.js";
import { beginReading, readsCard, timeInSessions } from "./reads.js";
import { logSession, paceText, sessionRow } from "./session-form.js";
import { busy, timerCard } from "./timer.js";
import { statuses, statusText } from "./works.js";

const ratingPause = 500;

export function show(scope) {
  const { id } = scope.parameters;
  const root = h("div", { class: "place reading" });
  let named;
  scope.named = new Promise((done) => { named = done; });
  const title = h("h1", { tabindex: -1, class: "book-title" }, t("Book"));
  const by = h("p", { class: "clamp" }, "\u00A0");
  const picture = h("div", { class: "book-cover", "aria-hidden": "true" });
  const actions = h("div", { class: "actions is-waiting" },
    h("button", { type: "button", class: "quiet", onclick: () => edit() }, t("Edit")),
    h("button", { type: "button", class: "quiet", onclick: () => cover() }, t("Change cover")),
    h("button", { type: "button", class: "quiet", onclick: () => remove(id, state.work) }, t("Delete")));
  const state = { work: null, entry: null };
  let shownCover = null;
  let coverChanges = 0;
  const edit = () => bookForm({
    ...state,
    saved: (_, entry, before) => {
      if (entry.status === "finished" && before?.status !== "finished") finished(state.work, entry);
    },
  });

  const cover = () => changeCover(state.work, () => {
    coverChanges += 1;
    showCover(state.work);
  });

  // The book was deleted here or on another device.
  function showGone() {
    scope.setTitle(t("Book"));
    fill(root, h("h1", { tabindex: -1 }, t("Book not found")),
      empty(t("It was deleted, or the link is wrong. Its reading sessions stay in your history."),
        h("a", { class: "button", href: "#/reading" }, t("Go to library"))));
    named();
  }

  function showWork(work, entry) {
    state.work = work;
    actions.classList.remove("is-waiting");
    state.entry = entry;
    showCover(work);
    showHead(work);
    showBelow?.();
  }

  // A drawn cover shows the title and the authors.
  async function showCover({ title, authors, hasCover }) {
    const shown = JSON.stringify([title, authors, hasCover, coverChanges]);
    if (shown === shownCover) return;
    shownCover = shown;
    const renewed = await renewedCover(id);
    if (shown === shownCover) fill(picture, renewed);
  }

  function showHead(work) {
    title.textContent = work.title;
    const authors = work.authors.length > 0 ? names(work.authors) : null;
    const year = work.publishedYear === null ? null : yearText(work.publishedYear);
    fill(by, authors, authors && year ? " · " : null, year ?? (authors ? null : "\u00A0"));
    scope.setTitle(work.title.slice(0, 80));
    named();
  }

  // Shows the last known title, so that nothing jumps.
  const last = keptResponse(address(`works/${part(id)}`).pathname);
  if (last) showHead(last.value);
  const head = h("div", { class: "place-head" },
    h("div", { class: "book-hero" }, picture, h("div", { class: "book-head" }, title, by)), actions);
  const showBelow = last ? null : hideBelow(head);
  const progress = progressCard(scope, id, showWork, showGone);
  const history = historyCard(scope, id, state);
  fill(root,
    head,
    h("div", { class: "grid" },
      h("div", { class: "stack" }, timerCard(scope, id), aboutCard(scope, id)),
      progress, knownCard(scope, id), readsCard(scope, id, progress.known), paceCard(scope, id), history));
  if (scope.query.get("edit")) {
    // Removes the parameter: a reload or a bookmark must not open the form again.
    scope.onQuery = () => {};
    progress.known.then(() => { change({ edit: "" }, { replace: true }); edit(); });
  }
  return root;
}

function remove(id, work) {
  const text = t("“{title}” deleted.", { title: shortName(work.title) });
  deleteWithUndo(`works/${part(id)}`, text, "library", "reading", "diversity");
  go("/reading");
}

const yearText = (year) => (year >= 0 ? String(year) : t("{year} BC", { year: String(-year) }));

function progressCard(scope, id, showWork, showGone) {
  let first;
  const known = new Promise((done) => { first = done; });
  const element = card(scope, {
    title: t("Progress"),
    size: "tall",
    class: "reading",
    areas: ["library", "reading"],
    load: async (get) => {
      try {
        const work = await get(`works/${part(id)}`);
        const entry = await get(`library/${part(id)}`).catch((error) => {
          if (error.status === 404) return null;
          throw error;
        });
        showWork(work, entry);
        first();
        return { work, entry };
      } catch (error) {
        if (error.status === 404 || error.status === 422) showGone();
        throw error;
      }
    },
    show: ({ work, entry }) => (entry ? progressParts(work, entry) : notInLibrary(work)),
  });
  element.known = known;
  return element;
}

function notInLibrary(work) {
  const add = async () => {
    await send("PUT", `library/${part(work.id)}`, { status: "wantToRead" });
    wrote("library", "diversity");
  };
  return empty(t("This book is not in your library."), busy("", t("Add to library"), add));
}

function progressParts(work, entry) {
  const known = work.pageCount !== null;
  const isFinished = entry.status === "finished";
  const share = isFinished ? 1 : known ? Math.min(1, entry.currentPage / work.pageCount) : 0;
  const pagesLeft = known ? Math.max(0, work.pageCount - entry.currentPage) : null;
  const left = entry.averageReadingPace > 0 && pagesLeft > 0 && entry.status === "reading"
    ? minutes((pagesLeft / entry.averageReadingPace) * 60) : null;
  const values = { page: entry.currentPage, count: work.pageCount, time: left };
  const label = !known ? t("number of pages unknown")
    : isFinished ? pages(work.pageCount)
    : left ? t("page {page} of {count}, about {time} left at your pace", values) : t("page {page} of {count}", values);
  return [
    h("p", { class: "figure" }, known ? percent(share * 100) : t("figure|Page {page}", { page: entry.currentPage })),
    h("p", { class: "figure-label" }, label),
    known ? quietBar(share) : null,
    known && pagesLeft === 0 && entry.status === "reading"
      ? h("div", { class: "last-page" }, h("p", {}, t("You are on the last page.")),
        busy("primary", t("Mark as finished"), () => changeStatus(work, entry, "finished")))
      : null,
    h("dl", { class: "book-facts" },
      entry.sessionCount > 0
        ? fact(t("Time read"), timeInSessions(entry.totalReadingMinutes, entry.sessionCount))
        : null,
      entry.averageReadingPace !== null ? fact(t("Pace"), paceText(entry.averageReadingPace)) : null,
      entry.startedOn ? fact(t("Started"), onPartialDay(entry.startedOn)) : null,
      isFinished
        ? fact(t("status|Finished"), entry.finishedOn ? onPartialDay(entry.finishedOn) : t("date unknown")) : null,
      entry.readCount > 1 ? fact(t("fact|Read"), times(entry.readCount)) : null),
    statusChoice(work, entry),
    rating(work, entry),
  ];
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

// Buttons instead of a select: arrow keys must not mark a book as finished in passing.
function statusChoice(work, entry) {
  return h("div", { class: "status-choice", role: "group", "aria-label": t("Status") }, statuses.map(([status, text]) =>
    h("button", {
      type: "button", class: "pill", "aria-pressed": String(entry.status === status),
      onclick: () => (entry.status === status ? null : changeStatus(work, entry, status).catch(failed)),
    }, text)));
}

const failed = (error) => notice(t("Not saved: {reason}", { reason: error.message }));

async function changeStatus(work, entry, status) {
  const written = status === "reading"
    ? await beginReading(work.id, entry) : await send("PATCH", `library/${part(work.id)}`, { status });
  wrote("library", "reading", "diversity");
  if (status === "finished") await finished(work, written);
  else notice(t("Status changed to “{status}”.", { status: statusText(status) }));
}

function rating(work, entry) {
  let timer = null;
  return ratingField({
    value: entry.rating,
    changed: (value) => {
      clearTimeout(timer);
      // Waits for the last step of a held arrow key.
      timer = setTimeout(() => send("PATCH", `library/${part(work.id)}`, { rating: value }).catch(failed), ratingPause);
    },
  });
}

function historyCard(scope, id, state) {
  const section = h("section", { class: "card reading full", "aria-labelledby": "book-history" },
    h("header", { class: "card-head" }, h("h2", { id: "book-history" }, t("Sessions")),
      h("button", { type: "button", class: "quiet", onclick: () => state.work && logSession(state) },
        icon("plus"), t("Log a session"))),
    pagedList(scope, {
      path: "reading/sessions",
      waits: true,
      query: { workId: id },
      areas: ["reading"],
      label: t("Sessions of this book"),
      pageSize: 15,
      row: (session) => sessionRow(session, { pageCount: state.work?.pageCount ?? null }),
      none: () => empty(t("Sessions of this book will appear here, with time, pages and pace."),
        h("button", { type: "button", onclick: () => state.work && logSession(state) }, t("Log the first session"))),
    }));
  return section;
}

const authorsLabel = (count) => (count === 1 ? t("Author") : t("Authors"));

const aboutCard = (scope, id) => card(scope, {
  title: t("About this book"),
  size: "rows",
  areas: ["library"],
  path: `works/${part(id)}`,
  show: (work) => h("dl", { class: "book-facts" },
    fact(t("Title"), work.title),
    work.authors.length > 0 ? fact(authorsLabel(work.authors.length), names(work.authors)) : null,
    work.pageCount ? fact(t("Pages"), number(work.pageCount)) : null,
    work.series ? fact(t("Series"), seriesLink(work.series)) : null,
    work.publishedYear !== null ? fact(t("Published"), yearText(work.publishedYear)) : null,
    work.language ? fact(t("Language"), languageName(work.language)) : null,
    work.originalLanguage ? fact(t("Original language"), languageName(work.originalLanguage)) : null,
    work.genres.length > 0 ? fact(t("Genres"), links("genre", work.genres)) : null,
    work.tags?.length > 0 ? fact(t("Tags"), links("tag", work.tags)) : null,
    identifierFacts(work)),
});

/** Values that lead to the books that share them. */
const links = (filter, values) => values.map((value, at) => [
  at > 0 ? ", " : null, h("a", { class: "row-link", href: link("/reading", { [filter]: value }) }, isolated(value)),
]);

const seriesLink = ({ name, position }) =>
  [links("series", [name]), position === null ? null : `, ${number(position, 2)}`];

// A response that an earlier version stored has no identifiers.
function identifierFacts({ identifiers = { isbn: [] } }) {
  return [
    identifiers.isbn.length > 0 ? fact("ISBN", names(identifiers.isbn)) : null,
    identifierSources.filter(([key]) => identifiers[key]).map(([key, name]) => fact(name, identifiers[key])),
  ];
}

const identifierSources = [
  ["goodreads", "Goodreads"], ["storygraph", "The StoryGraph"], ["librarything", "LibraryThing"],
  ["hardcover", "Hardcover"], ["openlibrary", "Open Library"], ["asin", "ASIN"],
];

const names = (list) => list.map(isolated).join(", ");

