// Reading in a timeframe compared with the one before, and its genres.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { earlier, earlierDays } from "../../kit/compare.js";
import { books, days } from "../../kit/counts.js";
import { minutes, number } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { quietBar } from "../../kit/progress.js";
import { trend } from "../../kit/trend.js";
import { areas, formatRows } from "./insights-parts.js";

const labels = {
  week: t("finished, this week"), month: t("finished, this month"), year: t("finished, this year"),
  allTime: t("finished, all time"),
};
const comparedWith = {
  week: t("Compared with the same number of days of last week."),
  month: t("Compared with the same number of days of last month."),
  year: t("Compared with the same number of days of last year."),
};

/** Smaller figures are too thin a base for a percentage. */
const thin = { booksRead: 3, pagesRead: 50, minutesRead: 60, culturesExplored: 3 };

/** { elements, reload() }: both cards show the same response. */
export function figuresCards(scope, filter) {
  const query = () => filter();
  const options = { class: "reading", size: "chart", areas, path: "insights", query };
  const cards = [
    card(scope, { ...options, title: t("Reading"), show: figures }),
    card(scope, { ...options, title: t("Genres"), size: "list", show: genres }),
  ];
  return { elements: cards, reload: () => cards.forEach((element) => element.reload()) };
}

function figures(value) {
  const shown = (name) => trend(value.trends[name], { least: thin[name] });
  const compared = Object.keys(value.trends).some(shown);
  const was = (text) => earlier(value.comparison, text);
  const rating = ({ averageRating }) => (averageRating === null ? "–"
    : t("{rating} of 5", { rating: number(averageRating, 1) }));
  return [
    h("p", { class: "figure" }, books(value.booksRead)),
    h("p", { class: "figure-label" }, labels[value.timeframe]),
    rereadText(value) ? h("p", { class: "hint" }, rereadText(value)) : null,
    isEmpty(value) && !compared
      ? empty(t("Finish a book or log a session, and your pages, time and pace will appear here."),
        h("a", { class: "button", href: "#/reading" }, t("Go to library")))
      : h("dl", { class: "figures" },
        item(t("figure|books"), number(value.booksRead), was((then) => number(then.booksRead)), shown("booksRead")),
        item(t("figure|pages"), number(value.pagesRead), was((then) => number(then.pagesRead)), shown("pagesRead")),
        item(t("figure|time"), minutes(value.minutesRead), was((then) => minutes(then.minutesRead)),
          shown("minutesRead")),
        item(t("figure|cultures"), number(value.culturesExplored), was((then) => number(then.culturesExplored)),
          shown("culturesExplored")),
        item(t("figure|average rating"), rating(value), was(rating)),
        item(t("figure|books per month"), number(value.velocity.booksPerMonth, 1),
          was((then) => number(then.velocity.booksPerMonth, 1))),
        item(t("figure|pages per day"), number(value.velocity.pagesPerDay, 1),
          was((then) => number(then.velocity.pagesPerDay, 1))),
        item(t("figure|streak"), days(value.streak.current), longestText(value.streak))),
    earlierDays(value.comparison),
    compared ? h("p", { class: "hint" }, comparedWith[value.timeframe]) : null,
    formatBars(value),
  ];
}

const isEmpty = ({ booksRead, minutesRead, pagesRead, comparison }) =>
  booksRead === 0 && minutesRead === 0 && pagesRead === 0 && !comparison;

const longestText = ({ current, longest }) => (longest > current
  ? plural(longest, { one: "longest {count} day", other: "longest {count} days" }) : null);

const item = (label, value, ...below) => h("div", {},
  h("dt", { class: "figure-label" }, label), h("dd", { class: "figure" }, value),
  below.filter(Boolean).map((line) => h("dd", { class: "muted" }, line)));

/** "1 of them was a reread. The month of the finish is not known for 2." */
function rereadText({ rereads, undated, timeframe }) {
  return [
    rereads > 0
      ? plural(rereads, { one: "{count} of them was a reread.", other: "{count} of them were rereads." }) : null,
    undated === 0 ? null : timeframe === "allTime"
      ? t("The year of the finish is not known for {count}.", { count: undated })
      : t("The month of the finish is not known for {count}.", { count: undated }),
  ].filter(Boolean).join(" ");
}

// A response that an earlier version stored has no formats.
function formatBars({ booksRead, byFormat }) {
  const rows = formatRows(byFormat).filter(([, count]) => count > 0);
  if (rows.length === 0 || byFormat.unknown === booksRead) return null;
  return [
    h("h3", { class: "figure-label by-format" }, t("By format")),
    h("ul", { class: "bars", "aria-label": t("Books by format") }, rows.map(([text, count]) => h("li", {},
      h("span", {}, text), quietBar(count / booksRead), h("b", {}, books(count))))),
  ];
}

function genres({ genres: { count, evenness, top } }) {
  if (count === 0) {
    return empty(t("The genres of your finished books will appear here."));
  }
  const most = Math.max(...top.map((row) => row.books));
  return [
    h("p", { class: "answer" }, evenness === null || count < 2
      ? plural(count, { one: "{count} genre.", other: "{count} genres." }) : spread(count, evenness)),
    h("ul", { class: "bars", "aria-label": t("Books by genre") }, top.map((row) => h("li", {},
      h("span", { class: "clamp", dir: "auto" }, row.genre), quietBar(row.books / most),
      h("b", {}, books(row.books))))),
    count > top.length
      ? h("p", { class: "hint" }, t("The {count} genres with the most books.", { count: top.length })) : null,
  ];
}

/** The genres, if there are at least two. */
function spread(count, evenness) {
  const values = { count, evenness: number(evenness) };
  if (evenness >= 85) return t("{count} genres, evenly spread ({evenness} of 100).", values);
  if (evenness >= 50) return t("{count} genres, with some favourites ({evenness} of 100).", values);
  return t("{count} genres, mostly one genre ({evenness} of 100).", values);
}
