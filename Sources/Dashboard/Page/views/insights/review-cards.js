// The cards of a review of a year or a month. Cards without data are left out.

import { h } from "../../kit/dom.js";
import {
  counted, distance, distanceUnit, hourOfDay, longDay, minutes, number, pace, seconds, shortDay, weight,
} from "../../kit/format.js";
import { picture } from "../../kit/picture.js";
import { link } from "../../kit/route.js";
import { address, part } from "../../kit/server.js";
import { shareDialog } from "../../kit/share.js";
import { themeNow } from "../../kit/theme.js";
import { moved } from "../rucks/rucks-parts.js";
import { counting } from "./counting.js";
import { hasBegun } from "./review-period.js";
import { coversOf, daysOfPeriod } from "./review-parts.js";

/** [{ title, kind, isPlain, content() }] for a response of the review. A plain card has no full colour. */
export function reviewCards(scope, value, period) {
  const { listening, reading, rucks } = value;
  if (!listening && !reading && !rucks) return [];
  return [
    openingCard(value, period),
    listening ? listeningCard(listening) : null,
    listening?.topStory || listening?.topHero ? favouritesCard(listening) : null,
    reading ? readingCard(reading) : null,
    reading?.books > 0 ? shelfCard(scope, period) : null,
    reading && (reading.fastestBook || reading.longestBook || reading.topGenres.length > 0) ? booksCard(reading) : null,
    reading?.books > 0 ? radarCard(scope) : null,
    rucks ? rucksCard(rucks) : null,
    rucks && Object.values(rucks.records).some(Boolean) ? bestsCard(rucks.records) : null,
    hasBegun(period) ? daysCard(scope, period) : null,
    value.busiestDay ? busiestCard(value) : null,
    value.milestonesUnlocked.length + value.achievementsUnlocked.length > 0 ? unlockedCard(value) : null,
    lastCard(scope, period),
  ].filter(Boolean);
}

const big = (text) => h("p", { class: "story-figure" }, text);
const line = (...content) => h("p", {}, content);
const name = (text) => h("b", { class: "clamp", dir: "auto" }, text);
const small = (text) => h("span", { class: "muted" }, text);
const fact = (label, ...content) => h("div", {}, h("dt", { class: "figure-label" }, label), h("dd", {}, content));
const facts = (...content) => h("dl", { class: "facts" }, content);
// Built when the card is shown, so that its figures count and its parts load only then.
const page = (title, kind, content) => ({ title, kind, isPlain: false, content });
const plainPage = (title, kind, content) => ({ title, kind, isPlain: true, content });

const openingCard = ({ listening, reading, rucks }, period) => page(`Your ${period.word}`, "", () => [
  big(period.name),
  h("ul", { class: "story-list" },
    listening ? h("li", {}, `${seconds(listening.seconds)} of listening`) : null,
    reading ? h("li", {}, `${counted(reading.books, "book")}, ${minutes(reading.minutes)} of reading`) : null,
    rucks ? h("li", {}, `${distance(rucks.distance, 0)} in ${counted(rucks.sessions, "ruck")}`) : null),
]);

const listeningCard = ({ seconds: length, plays, longestStreak }) => page("You listened", "listening", () => [
  counting(length, seconds),
  line(`in ${counted(plays, "session")}.`),
  longestStreak > 0 ? line(`Your longest streak: ${counted(longestStreak, "day")}.`) : null,
]);

const favouritesCard = ({ topStory, topHero }) => page("Your favourites", "listening", () => facts(
  topStory ? fact("Story", name(topStory.title), small(counted(topStory.playCount, "time"))) : null,
  topHero ? fact("Hero", name(topHero.heroName), small(seconds(topHero.seconds))) : null));

const readingCard = (value) => page("You read", "reading", () => [
  counting(value.books, (count) => counted(count, "book")),
  line(`${counted(value.pages, "page")} in ${minutes(value.minutes)}.`),
  value.rereads > 0 ? line(`You had read ${number(value.rereads)} of them before.`) : null,
  value.byFormat?.audio > 0 ? line(`You listened to ${number(value.byFormat.audio)} of them.`) : null,
  value.culturesExplored > 0 ? line(`They came from ${counted(value.culturesExplored, "culture")}.`) : null,
  value.longestStreak > 0 ? line(`Your longest streak: ${counted(value.longestStreak, "day")}.`) : null,
]);

const shelfCard = (scope, period) => plainPage("The books that you finished", "reading", () => coversOf(scope, period));

const booksCard = ({ fastestBook, longestBook, topGenres }) => page("Your books", "reading", () => facts(
  fastestBook ? fact("Fastest", bookLink(fastestBook), small(counted(fastestBook.days, "day"))) : null,
  longestBook ? fact("Longest", bookLink(longestBook), small(counted(longestBook.pageCount, "page"))) : null,
  topGenres.length > 0
    ? fact("Genres", h("ul", { class: "story-genres" }, topGenres.map((row) =>
      h("li", {}, h("span", { class: "clamp", dir: "auto" }, row.genre), small(number(row.books))))))
    : null));

const bookLink = (book) =>
  h("a", { class: "row-link", href: link(`/reading/books/${part(book.id)}`) }, name(book.title));

const radarCard = (scope) => plainPage("Your radar", "reading", () => [
  h("p", { class: "answer" }, "All the books that you have finished, as of today."),
  picture(scope, { path: "diversity/radar.svg", areas: ["diversity"], ratio: 1, bare: true }),
]);

const rucksCard = (value) => page("You walked", "rucks", () => [
  counting(value.distance, (metres) => distance(metres, 0)),
  line(`in ${counted(value.sessions, "ruck")}.`), line(`${moved(value.weightMoved)} of weight moved.`),
]);

function bestsCard(records) {
  const row = (label, record, text) => (record
    ? fact(label, h("b", {}, text(record.value)),
      h("a", { class: "muted row-link", href: link(`/rucks/walk/${part(record.ruckId)}`) }, shortDay(record.date)))
    : null);
  return page("Your best rucks", "rucks", () => facts(
    row("Longest", records.longestDistance, (value) => distance(value, 2)),
    row("Fastest", records.fastestPace, pace),
    row("Heaviest load", records.heaviestLoad, weight),
    row("Most calories", records.highestCalorieBurn, (value) => `${number(value)} kcal`)));
}

const daysCard = (scope, period) => plainPage("Your days", "", () => daysOfPeriod(scope, period));

const busiestCard = ({ busiestDay, busiestHour }) => page("Your busiest day", "", () => [
  counting(busiestDay.minutes, minutes),
  line("on ", h("a", { href: link(`/day/${busiestDay.date}`) }, longDay(busiestDay.date)), "."),
  busiestHour === null ? null : line(`Most sessions started at ${hourOfDay(busiestHour)}.`),
]);

const unlockedCard = ({ milestonesUnlocked, achievementsUnlocked }) => page("What you unlocked", "", () => [
  counting(milestonesUnlocked.length + achievementsUnlocked.length, number),
  h("ul", { class: "story-list" },
    [...milestonesUnlocked, ...achievementsUnlocked].map((item) => h("li", {}, item.title))),
]);

function lastCard(scope, { isMonth, name: shown, text, year, month }) {
  const path = `review/${text}.svg`;
  const query = { unit: distanceUnit() };
  const share = () => shareDialog(`Share ${shown}`, {
    picture: "review", options: { year, month, ...query }, path, query, kind: "reading",
  });
  return plainPage(isMonth ? "Your month on one card" : "Your year on one card", "", () => [
    picture(scope, { path, query, areas: [], ratio: 1200 / 630 }),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: share }, "Share card"),
      isMonth ? h("a", { class: "button", href: link(`/insights/review/${year}`) }, `See ${year}`) : null,
      h("a", { class: "button", download: `${text}.svg`,
        href: address(path, { ...query, theme: themeNow(), width: 1200 }).href }, "Download picture"),
      h("a", { class: "button", href: address(`review/${text}.pdf`).href, download: true }, "Print (PDF)")),
  ]);
}
