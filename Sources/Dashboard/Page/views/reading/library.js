// All books as covers or as a list, with filters and a search that are kept in the address.

import { h, spoken } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { pages } from "../../kit/counts.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import { segments } from "../../kit/form.js";
import { isolated, onPartialDay, percent } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { pagedList } from "../../kit/list.js";
import { quietBar } from "../../kit/progress.js";
import { change, go, link } from "../../kit/route.js";
import { searchField } from "../../kit/search-field.js";
import { get, part } from "../../kit/server.js";
import { choice, choose } from "../../kit/storage.js";
import { bookForm } from "./book-form.js";
import { coverPicture } from "./cover.js";
import { finished } from "./finish.js";
import {
  chooseFilters, filterChips, isFiltered, libraryQuery, noFilter, orderField,
} from "./library-filters.js";
import { ratingText, starsOf } from "./rating.js";
import { bookPath } from "./timer.js";
import { statuses, statusText, titleOf } from "./works.js";

/** Fills whole rows of two, three, four or six books. */
const pageSize = 36;
const shapes = [["covers", t("Covers")], ["list", t("List")]];

/** The shape of the library is a choice of the browser. */
const shapeNow = () => (choice("library", "covers") === "list" ? "list" : "covers");

/** Opens the form of a new book, and then the book. */
export const addBook = () => bookForm({
  saved: (id, entry) => {
    go(bookPath(id));
    if (entry.status === "finished") get(`works/${part(id)}`).then((work) => finished(work, entry), () => {});
  },
});

/** The card of the library. */
export function library(scope) {
  const search = searchField({
    label: t("Search titles and authors"), value: libraryQuery().q, choose: (q) => change({ q }, { replace: true }),
  });
  const filter = segments({
    label: t("Status"),
    value: libraryQuery().status,
    options: [["", t("All")], ...statuses],
    choose: (status) => change({ status }),
  });
  const order = orderField();
  const chips = filterChips();
  const shape = segments({
    label: t("Show as"),
    value: shapeNow(),
    options: shapes,
    choose: (name) => {
      choose("library", name);
      list.redraw();
    },
  });
  const list = pagedList(scope, {
    path: "library",
    query: libraryQuery,
    areas: ["library", "reading"],
    label: t("Books"),
    pageSize,
    shape: () => (shapeNow() === "covers" ? "shelf" : "rows"),
    row: (entry) => (shapeNow() === "covers" ? shelfBook(entry) : bookRow(entry)),
    none: () => nothing(libraryQuery()),
  });
  scope.onQuery = () => {
    const query = libraryQuery();
    search.update(query.q);
    for (const input of filter.querySelectorAll("input")) input.checked = input.value === query.status;
    order.update(query);
    chips.update(query);
    list.reload();
  };
  const section = h("section", { class: "card reading full", "aria-labelledby": "library-title" },
    h("header", { class: "card-head" }, h("h2", { id: "library-title" }, t("Library")), shape),
    h("div", { class: "library-filters" }, filter, search, order,
      h("button", { type: "button", class: "quiet", onclick: chooseFilters }, t("Filter"))),
    chips,
    list);
  // An address with a filter scrolls to the results.
  if (isFiltered(libraryQuery())) setTimeout(() => section.scrollIntoView(), 0);
  return section;
}

function nothing(query) {
  const { status, q } = query;
  const isNarrow = isFiltered({ ...query, status: "", q: "" });
  if (isNarrow) return empty(t("No book matches these filters."),
    h("button", { type: "button", onclick: () => change(noFilter) }, t("Show all")));
  if (q) return empty(t("No title or author contains “{text}”.", { text: isolated(q) }),
    h("button", { type: "button", onclick: () => change({ q: "" }) }, t("Show all")));
  if (status) return empty(t("Books with the status “{status}” will appear here.", { status: statusText(status) }),
    h("button", { type: "button", onclick: addBook }, t("Add a book")));
  return [
    empty(t("Your books will appear here, with covers, progress and ratings."),
      h("button", { type: "button", class: "primary reading", onclick: addBook }, t("Add your first book"))),
    h("div", { class: "shelf-preview", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i")),
  ];
}

const isGone = (entry) => isBeingDeleted(`works/${part(entry.workId)}`);
const authorsOf = (entry) => entry.authors.map(isolated).join(", ") || t("Unknown author");

/** A book on the shelf: its cover, title and authors, and one more fact. */
function shelfBook(entry) {
  if (isGone(entry)) return null;
  return h("li", {},
    h("a", { class: "shelf-book", href: link(bookPath(entry.workId)) },
      coverPicture(entry.workId),
      h("span", { class: "clamp shelf-title" }, titleOf(entry)),
      h("span", { class: "muted clamp" }, authorsOf(entry)),
      h("span", { class: "shelf-fact" }, shelfFact(entry))));
}

function shelfFact(entry) {
  if (entry.rating !== null) {
    return [starsOf(entry.rating), spoken(`${statusText(entry.status)}, ${ratingText(entry.rating)}`)];
  }
  const share = entry.status === "reading" ? shareOf(entry) : null;
  if (share !== null) return [quietBar(share), spoken(readShare(share))];
  return h("span", { class: "muted" }, statusText(entry.status));
}

function bookRow(entry) {
  if (isGone(entry)) return null;
  return h("li", { class: "wraps" },
    h("div", { class: "cover-small", "aria-hidden": "true" }, coverPicture(entry.workId)),
    h("a", { class: "row-text book-link", href: link(bookPath(entry.workId)) },
      h("span", { class: "clamp" }, titleOf(entry)),
      h("span", { class: "muted clamp" }, authorsOf(entry))),
    h("div", { class: "row-end" },
      h("b", {}, statusText(entry.status)), h("div", { class: "muted" }, progressText(entry))));
}

function progressText(entry) {
  if (entry.rating !== null) return [starsOf(entry.rating), spoken(ratingText(entry.rating))];
  const count = entry.pageCount;
  if (entry.status === "finished") return entry.finishedOn ? onPartialDay(entry.finishedOn) : "";
  if (entry.status === "wantToRead") return count ? pages(count) : "";
  if (!count) return t("page {page}", { page: entry.currentPage });
  return readShare(shareOf(entry));
}

const readShare = (share) => t("{share} read", { share: percent(share * 100) });

/** The part of a book that is read, or null if the number of pages is unknown. */
const shareOf = ({ pageCount, currentPage }) => (pageCount ? Math.min(pageCount, currentPage) / pageCount : null);
