// The cards of a review of a year or a month. Cards without data are left out.

import { books, days, pages, times } from "../../kit/counts.js";
import { h } from "../../kit/dom.js";
import {
  distance, distanceUnit, hourOfDay, longDay, minutes, number, pace, seconds, shortDay, weight,
} from "../../kit/format.js";
import { language, plural, rich, t } from "../../kit/language.js";
import { picture } from "../../kit/picture.js";
import { link } from "../../kit/route.js";
import { address, part } from "../../kit/server.js";
import { shareDialog } from "../../kit/share.js";
import { themeNow } from "../../kit/theme.js";
import { moved } from "../rucks/rucks-parts.js";
import { counting } from "./counting.js";
import { hasBegun } from "./review-period.js";
import { coversOf, daysOfPeriod, medalsOf } from "./review-parts.js";

/** [{ title, kind, isPlain, content() }] for a response of the review. A plain card has no full colour. */
export function reviewCards(scope, value, period) {
  const { listening, reading, rucks } = value;
  if (!listening && !reading && !rucks) return [];
  return [
    openingCard(value, period),
    listening ? listeningCard(listening) : null,
    listening?.topStory || listening?.topHero ? favouritesCard(listening) : null,
    reading ? readingCard(reading, value.goals) : null,
    reading?.books > 0 ? shelfCard(scope, period) : null,
    reading && (reading.fastestBook || reading.longestBook || reading.topGenres.length > 0) ? booksCard(reading) : null,
    reading?.books > 0 ? radarCard(scope) : null,
    rucks ? rucksCard(rucks) : null,
    rucks && Object.values(rucks.records).some(Boolean) ? bestsCard(rucks.records) : null,
    hasBegun(period) ? daysCard(scope, period) : null,
    value.busiestDay ? busiestCard(value) : null,
    value.milestonesUnlocked.length + value.achievementsUnlocked.length > 0 ? unlockedCard(scope, value) : null,
    lastCard(scope, period),
  ].filter(Boolean);
}

const streakText = (count) =>
  plural(count, { one: "Your longest streak: {count} day.", other: "Your longest streak: {count} days." });
const big = (text) => h("p", { class: "story-figure" }, text);
const line = (...content) => h("p", {}, content);
const name = (text) => h("b", { class: "clamp", dir: "auto" }, text);
const small = (text) => h("span", { class: "muted" }, text);
const fact = (label, ...content) => h("div", {}, h("dt", { class: "figure-label" }, label), h("dd", {}, content));
const facts = (...content) => h("dl", { class: "facts" }, content);
// Built when the card is shown, so that its figures count and its parts load only then.
const page = (title, kind, content) => ({ title, kind, isPlain: false, content });
const plainPage = (title, kind, content) => ({ title, kind, isPlain: true, content });

const titleOf = ({ isMonth }) => (isMonth ? t("Your month") : t("Your year"));

const openingCard = ({ listening, reading, rucks }, period) => page(titleOf(period), "", () => [
  big(period.name),
  h("ul", { class: "story-list" },
    listening ? h("li", {}, t("{time} of listening", { time: seconds(listening.seconds) })) : null,
    reading ? h("li", {}, reading.minutes === 0 ? books(reading.books) : plural(reading.books, {
      one: "{count} book, {time} of reading", other: "{count} books, {time} of reading",
    }, { time: minutes(reading.minutes) })) : null,
    rucks ? h("li", {}, plural(rucks.sessions, {
      one: "{distance} in {count} ruck", other: "{distance} in {count} rucks",
    }, { distance: distance(rucks.distance, 0) })) : null),
]);

const listeningCard = ({ seconds: length, plays, longestStreak }) => page(t("You listened"), "listening", () => [
  counting(length, seconds),
  line(plural(plays, { one: "in {count} session.", other: "in {count} sessions." })),
  longestStreak > 0 ? line(streakText(longestStreak)) : null,
]);

const favouritesCard = ({ topStory, topHero }) => page(t("Your favourites"), "listening", () => facts(
  topStory ? fact(t("Story"), name(topStory.title), small(times(topStory.playCount))) : null,
  topHero ? fact(t("Hero"), name(topHero.heroName), small(seconds(topHero.seconds))) : null));

const readingCard = (value, goals) => page(t("You read"), "reading", () => [
  counting(value.books, books),
  goalLine(goals, "annualReading", goalOfBooks),
  // Without sessions, pages and minutes are unknown.
  value.pages + value.minutes > 0
    ? line(plural(value.pages, { one: "{count} page in {time}.", other: "{count} pages in {time}." },
      { time: minutes(value.minutes) })) : null,
  value.rereads > 0 ? line(t("You had read {count} of them before.", { count: value.rereads })) : null,
  value.byFormat?.audio > 0 ? line(t("You listened to {count} of them.", { count: value.byFormat.audio })) : null,
  value.culturesExplored > 0 ? line(plural(value.culturesExplored,
    { one: "They came from {count} culture.", other: "They came from {count} cultures." })) : null,
  value.culturesExplored > 0 ? goalLine(goals, "culturalDiversity", goalOfCultures) : null,
  value.longestStreak > 0 ? line(streakText(value.longestStreak)) : null,
]);

/** The target of a goal when the year ended. Months have no goals. */
function goalLine(goals, type, text) {
  const goal = goals.find((one) => one.type === type);
  return goal ? line(text(goal)) : null;
}

const goalOfBooks = ({ target, reached }) => (reached
  ? plural(target, {
    one: "You reached your goal of {count} book.", other: "You reached your goal of {count} books.",
  })
  : plural(target, { one: "Your goal: {count} book.", other: "Your goal: {count} books." }));

const goalOfCultures = ({ target, reached }) => (reached
  ? plural(target, {
    one: "You reached your goal of {count} culture.", other: "You reached your goal of {count} cultures.",
  })
  : plural(target, { one: "Your goal: {count} culture.", other: "Your goal: {count} cultures." }));

const shelfCard = (scope, period) =>
  plainPage(t("The books that you finished"), "reading", () => coversOf(scope, period));

const booksCard = ({ fastestBook, longestBook, topGenres }) => page(t("Your books"), "reading", () => facts(
  fastestBook ? fact(t("book|Fastest"), bookLink(fastestBook), small(days(fastestBook.days))) : null,
  longestBook ? fact(t("book|Longest"), bookLink(longestBook), small(pages(longestBook.pageCount))) : null,
  topGenres.length > 0
    ? fact(t("Genres"), h("ul", { class: "story-genres" }, topGenres.map((row) =>
      h("li", {}, h("span", { class: "clamp", dir: "auto" }, row.genre), small(number(row.books))))))
    : null));

const bookLink = (book) =>
  h("a", { class: "row-link", href: link(`/reading/books/${part(book.id)}`) }, name(book.title));

const radarCard = (scope) => plainPage(t("Your radar"), "reading", () => [
  h("p", { class: "answer" }, t("All the books that you have finished, as of today.")),
  picture(scope, { path: "diversity/radar.svg", areas: ["diversity"], ratio: 1, bare: true }),
]);

const rucksCard = (value) => page(t("You walked"), "rucks", () => [
  counting(value.distance, (metres) => distance(metres, 0)),
  line(plural(value.sessions, { one: "in {count} ruck.", other: "in {count} rucks." })),
  line(t("{weight} of weight moved.", { weight: moved(value.weightMoved) })),
]);

function bestsCard(records) {
  const row = (label, record, text) => (record
    ? fact(label, h("b", {}, text(record.value)),
      h("a", { class: "muted row-link", href: link(`/rucks/walk/${part(record.ruckId)}`) }, shortDay(record.date)))
    : null);
  return page(t("Your best rucks"), "rucks", () => facts(
    row(t("ruck|Longest"), records.longestDistance, (value) => distance(value, 2)),
    row(t("ruck|Fastest"), records.fastestPace, pace),
    row(t("Heaviest load"), records.heaviestLoad, weight),
    row(t("Most calories"), records.highestCalorieBurn, (value) => `${number(value)} kcal`)));
}

const daysCard = (scope, period) => plainPage(t("Your days"), "", () => daysOfPeriod(scope, period));

const busiestCard = ({ busiestDay, busiestHour }) => page(t("Your busiest day"), "", () => [
  counting(busiestDay.minutes, minutes),
  line(rich("on {day}.", { day: h("a", { href: link(`/day/${busiestDay.date}`) }, longDay(busiestDay.date)) })),
  busiestHour === null ? null : line(t("Most sessions started at {time}.", { time: hourOfDay(busiestHour) })),
]);

const unlockedCard = (scope, value) => page(t("What you unlocked"), "", () => [
  counting(value.milestonesUnlocked.length + value.achievementsUnlocked.length, number),
  medalsOf(scope, value),
]);

function lastCard(scope, { isMonth, name: shown, text, year, month }) {
  const path = `review/${text}.svg`;
  const query = { unit: distanceUnit() };
  const share = () => shareDialog(t("Share {title}", { title: shown }), {
    picture: "review", options: { year, month, ...query }, path, query, kind: "reading",
  });
  return plainPage(isMonth ? t("Your month on one card") : t("Your year on one card"), "", () => [
    picture(scope, { path, query, areas: [], ratio: 1200 / 630 }),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: share }, t("Share card")),
      isMonth ? h("a", { class: "button", href: link(`/insights/review/${year}`) },
        t("See {year}", { year: String(year) })) : null,
      h("a", { class: "button", download: `${text}.svg`,
        href: address(path, { ...query, theme: themeNow(), width: 1200, lang: language }).href },
      t("Download picture")),
      h("a", { class: "button", href: address(`review/${text}.pdf`, { lang: language }).href, download: true },
        t("Print (PDF)"))),
  ]);
}
