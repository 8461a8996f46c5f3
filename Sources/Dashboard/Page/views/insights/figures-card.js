// Reading in a timeframe compared with the one before, and its genres.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { earlier, earlierDays } from "../../kit/compare.js";
import { counted, minutes, number } from "../../kit/format.js";
import { quietBar } from "../../kit/progress.js";
import { trend } from "../../kit/trend.js";
import { areas, formatRows } from "./insights-parts.js";

const titles = { week: "This week", month: "This month", year: "This year", allTime: "All time" };
const before = { week: "last week", month: "last month", year: "last year" };

/** Smaller figures are too thin a base for a percentage. */
const thin = { booksRead: 3, pagesRead: 50, minutesRead: 60, culturesExplored: 3 };

/** { elements, reload() }: both cards show the same response. */
export function figuresCards(scope, filter) {
  const query = () => filter();
  const options = { class: "reading", size: "chart", areas, path: "insights", query };
  const cards = [
    card(scope, { ...options, title: "Reading", show: figures }),
    card(scope, { ...options, title: "Genres", size: "list", show: genres }),
  ];
  return { elements: cards, reload: () => cards.forEach((element) => element.reload()) };
}

function figures(value) {
  const shown = (name) => trend(value.trends[name], { least: thin[name] });
  const compared = Object.keys(value.trends).some(shown);
  const was = (text) => earlier(value.comparison, text);
  const rating = ({ averageRating }) => (averageRating === null ? "–" : `${number(averageRating, 1)} of 5`);
  return [
    h("p", { class: "figure" }, counted(value.booksRead, "book")),
    h("p", { class: "figure-label" }, `finished, ${titles[value.timeframe].toLowerCase()}`),
    rereadText(value) ? h("p", { class: "hint" }, rereadText(value)) : null,
    h("dl", { class: "figures" },
      item("books", number(value.booksRead), was((then) => number(then.booksRead)), shown("booksRead")),
      item("pages", number(value.pagesRead), was((then) => number(then.pagesRead)), shown("pagesRead")),
      item("time", minutes(value.minutesRead), was((then) => minutes(then.minutesRead)), shown("minutesRead")),
      item("cultures", number(value.culturesExplored), was((then) => number(then.culturesExplored)),
        shown("culturesExplored")),
      item("average rating", rating(value), was(rating)),
      item("books per month", number(value.velocity.booksPerMonth, 1),
        was((then) => number(then.velocity.booksPerMonth, 1))),
      item("pages per day", number(value.velocity.pagesPerDay, 1), was((then) => number(then.velocity.pagesPerDay, 1))),
      item("streak", counted(value.streak.current, "day"), longestText(value.streak))),
    earlierDays(value.comparison),
    compared ? h("p", { class: "hint" }, `Compared with the same number of days of ${before[value.timeframe]}.`) : null,
    formatBars(value),
    value.booksRead === 0 && value.minutesRead === 0
      ? empty("No reading in this period.", h("a", { class: "button", href: "#/reading" }, "Go to library"))
      : null,
  ];
}

const longestText = ({ current, longest }) => (longest > current ? `longest ${counted(longest, "day")}` : null);

const item = (label, value, ...below) => h("div", {},
  h("dt", { class: "figure-label" }, label), h("dd", { class: "figure" }, value),
  below.filter(Boolean).map((line) => h("dd", { class: "muted" }, line)));

/** "1 of them was a reread. The month of the finish is not known for 2." */
function rereadText({ rereads, undated, timeframe }) {
  return [
    rereads > 0 ? `${number(rereads)} of them ${rereads === 1 ? "was a reread" : "were rereads"}.` : null,
    undated > 0
      ? `The ${timeframe === "allTime" ? "year" : "month"} of the finish is not known for ${number(undated)}.` : null,
  ].filter(Boolean).join(" ");
}

// A response that an earlier version stored has no formats.
function formatBars({ booksRead, byFormat }) {
  const rows = formatRows(byFormat).filter(([, count]) => count > 0);
  if (rows.length === 0 || byFormat.unknown === booksRead) return null;
  return [
    h("h3", { class: "figure-label by-format" }, "By format"),
    h("ul", { class: "bars", "aria-label": "Books by format" }, rows.map(([text, count]) => h("li", {},
      h("span", {}, text), quietBar(count / booksRead), h("b", {}, counted(count, "book"))))),
  ];
}

function genres({ genres: { count, evenness, top } }) {
  if (count === 0) {
    return empty("The genres of your finished books will appear here.",
      h("a", { class: "button", href: "#/reading" }, "Go to library"));
  }
  const most = Math.max(...top.map((row) => row.books));
  return [
    h("p", { class: "answer" }, counted(count, "genre"),
      evenness === null || count < 2 ? "." : `, ${spread(evenness)}.`),
    h("ul", { class: "bars", "aria-label": "Books by genre" }, top.map((row) => h("li", {},
      h("span", { class: "clamp", dir: "auto" }, row.genre), quietBar(row.books / most),
      h("b", {}, counted(row.books, "book"))))),
    count > top.length ? h("p", { class: "hint" }, `The ${number(top.length)} genres with the most books.`) : null,
  ];
}

function spread(evenness) {
  const text = evenness >= 85 ? "evenly spread" : evenness >= 50 ? "with some favourites" : "mostly one genre";
  return `${text} (${number(evenness)} of 100)`;
}
