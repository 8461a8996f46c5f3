// The pages of a year's story: what there was nothing of is left out.

import { h } from "../../kit/dom.js";
import {
  counted, distance, distanceUnit, hourOfDay, longDay, minutes, number, pace, seconds, shortDay, weight,
} from "../../kit/format.js";
import { picture } from "../../kit/picture.js";
import { link } from "../../kit/route.js";
import { address } from "../../kit/server.js";
import { shareDialog } from "../../kit/share.js";
import { themeNow } from "../../kit/theme.js";
import { moved } from "../rucks/rucks-parts.js";

/** [{ title, kind, content }] of an answer of the review. */
export function reviewCards(scope, value) {
  const { listening, reading, rucks } = value;
  if (!listening && !reading && !rucks) return [];
  return [
    opening(value),
    listening ? heard(listening) : null,
    listening?.topStory || listening?.topHero ? favourites(listening) : null,
    reading ? read(reading) : null,
    reading && (reading.fastestBook || reading.longestBook || reading.topGenres.length > 0) ? books(reading) : null,
    rucks ? walked(rucks) : null,
    rucks && Object.values(rucks.records).some(Boolean) ? bests(rucks.records) : null,
    value.busiestDay ? busiest(value) : null,
    value.milestonesUnlocked.length + value.achievementsUnlocked.length > 0 ? unlocked(value) : null,
    sharing(scope, value.year),
  ].filter(Boolean);
}

const big = (text) => h("p", { class: "story-figure" }, text);
const line = (...content) => h("p", {}, content);
const name = (text) => h("b", { class: "clamp", dir: "auto" }, text);
const small = (text) => h("span", { class: "muted" }, text);
const fact = (label, ...content) => h("div", {}, h("dt", { class: "figure-label" }, label), h("dd", {}, content));
const facts = (...content) => h("dl", { class: "facts" }, content);
const page = (title, kind, ...content) => ({ title, kind, content });

const opening = ({ year, listening, reading, rucks }) => page("What it was made of", "", big(String(year)),
  h("ul", { class: "story-list" },
    listening ? h("li", {}, `${seconds(listening.seconds)} of listening`) : null,
    reading ? h("li", {}, `${counted(reading.books, "book")}, ${minutes(reading.minutes)} of reading`) : null,
    rucks ? h("li", {}, `${distance(rucks.distance, 0)} in ${counted(rucks.sessions, "ruck")}`) : null));

const heard = ({ seconds: length, plays, longestStreak }) => page("You listened", "listening", big(seconds(length)),
  line(`in ${counted(plays, "session")}.`),
  longestStreak > 0 ? line(`Your longest streak: ${counted(longestStreak, "day")}.`) : null);

const favourites = ({ topStory, topHero }) => page("What you came back to", "listening", facts(
  topStory ? fact("The story", name(topStory.title), small(counted(topStory.playCount, "time"))) : null,
  topHero ? fact("The hero", name(topHero.heroName), small(seconds(topHero.seconds))) : null));

const read = (value) => page("You read", "reading", big(counted(value.books, "book")),
  line(`${counted(value.pages, "page")} in ${minutes(value.minutes)}.`),
  value.culturesExplored > 0 ? line(`They came from ${counted(value.culturesExplored, "culture")}.`) : null,
  value.longestStreak > 0 ? line(`Your longest streak: ${counted(value.longestStreak, "day")}.`) : null);

const books = ({ fastestBook, longestBook, topGenres }) => page("Your books", "reading", facts(
  fastestBook ? fact("The fastest", name(fastestBook.title), small(counted(fastestBook.days, "day"))) : null,
  longestBook ? fact("The longest", name(longestBook.title), small(counted(longestBook.pageCount, "page"))) : null,
  topGenres.length > 0
    ? fact("Genres", h("ul", { class: "story-genres" }, topGenres.map((row) =>
      h("li", {}, h("span", { class: "clamp", dir: "auto" }, row.genre), small(number(row.books))))))
    : null));

const walked = (value) => page("You walked", "rucks", big(distance(value.distance, 0)),
  line(`in ${counted(value.sessions, "ruck")}.`), line(`${moved(value.weightMoved)} of weight moved.`));

function bests(records) {
  const row = (label, record, text) => (record
    ? fact(label, h("b", {}, text(record.value)),
      h("a", { class: "muted row-link", href: link(`/day/${record.date}`) }, shortDay(record.date))) : null);
  return page("Your best rucks", "rucks", facts(
    row("The longest", records.longestDistance, (value) => distance(value, 2)),
    row("The fastest", records.fastestPace, pace),
    row("The heaviest load", records.heaviestLoad, weight),
    row("The most calories", records.highestCalorieBurn, (value) => `${number(value)} kcal`)));
}

const busiest = ({ busiestDay, busiestHour }) => page("Your fullest day", "", big(minutes(busiestDay.minutes)),
  line("on ", h("a", { href: link(`/day/${busiestDay.date}`) }, longDay(busiestDay.date)), "."),
  busiestHour === null ? null : line(`Most began at ${hourOfDay(busiestHour)}.`));

const unlocked = ({ milestonesUnlocked, achievementsUnlocked }) => page("What you reached", "",
  big(number(milestonesUnlocked.length + achievementsUnlocked.length)),
  h("ul", { class: "story-list" },
    [...milestonesUnlocked, ...achievementsUnlocked].map((item) => h("li", {}, item.title))));

function sharing(scope, year) {
  const path = `review/${year}.svg`;
  const query = { unit: distanceUnit() };
  const share = () => shareDialog(`Share ${year}`, {
    picture: "review", options: { year, ...query }, path, query, kind: "reading",
  });
  return page("The year on one card", "",
    picture(scope, { path, query, areas: [], ratio: 1200 / 630 }),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: share }, "Share the card"),
      h("a", { class: "button", download: `${year}.svg`,
        href: address(path, { ...query, theme: themeNow(), width: 1200 }).href }, "Download the picture"),
      h("a", { class: "button", href: address(`review/${year}.pdf`).href, download: true }, "Print (PDF)")));
}
