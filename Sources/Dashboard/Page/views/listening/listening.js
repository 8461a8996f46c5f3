// Listening: totals, activity, heroes, milestones, and the latest sessions.

import { freshID, h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { days, times } from "../../kit/counts.js";
import { hourOfDay, number, onDay, seconds } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { dayOf } from "../../kit/person.js";
import { link } from "../../kit/route.js";
import { storyCover } from "../reading/cover.js";
import { activityCard } from "./activity-card.js";
import { anomalyRow } from "./anomalies.js";
import { heroRow } from "./hero-row.js";
import { milestonesCard } from "./milestones-card.js";
import { parts } from "./listening-parts.js";
import { logSession } from "./session-dialogs.js";
import { sessionRow } from "./session-rows.js";
import { withStoryTitles } from "./story-names.js";

export function show(scope) {
  const activity = activityCard(scope);
  scope.onQuery = (query) => activity.follow(query);
  return h("div", { class: "place" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, t("Listening")),
      h("button", { type: "button", class: "primary listening", onclick: () => logSession() }, t("Log a session"))),
    parts("#/listening"),
    h("div", { class: "grid" },
      summary(scope), activity.element,
      h("div", { class: "wide column" }, latest(scope), h("div", { class: "pair" }, heroes(scope), insights(scope))),
      h("div", { class: "column" }, milestonesCard(scope), anomalies(scope))));
}

const summary = (scope) => card(scope, {
  title: t("Totals"), class: "listening full", size: "rows",
  areas: ["listening", "catalogue", "profile"], path: "analytics/summary",
  show: (value) => (value.totalPlayCount === 0 && value.totalStories === 0
    ? empty(t("Your listening time, sessions and streaks will appear here. Add a story to start."),
      h("a", { class: "button", href: "#/listening/stories" }, t("Add a story")))
    : h("dl", { class: "figures has-links" },
      figure(t("listened"), seconds(value.totalListeningTime)),
      figure(t("streak"), days(value.currentStreak), null, longestText(value)),
      figure(plural(value.totalPlayCount, { one: "session", other: "sessions" }), number(value.totalPlayCount),
        "#/listening/sessions"),
      figure(plural(value.totalStories, { one: "story", other: "stories" }), number(value.totalStories),
        "#/listening/stories"),
      figure(plural(value.favoriteCount, { one: "favourite", other: "favourites" }), number(value.favoriteCount),
        "#/listening/stories?favorite=true"),
      figure(t("last listened"),
        value.lastActivityDate ? onDay(dayOf(new Date(value.lastActivityDate))) : t("not yet"),
        value.lastActivityDate ? link(`/day/${dayOf(new Date(value.lastActivityDate))}`) : null))),
});

function longestText({ currentStreak, longestStreak }) {
  if (longestStreak > currentStreak) return t("longest {days}", { days: days(longestStreak) });
  return currentStreak > 0 ? t("your longest so far") : null;
}

/** A link has the name of its figure and its label: "212 sessions" instead of "212". */
function figure(label, value, href, below) {
  const [name, shown] = [freshID("figure"), freshID("figure")];
  return h("div", {},
    h("dt", { class: "figure-label", id: name }, label),
    h("dd", { class: "figure" },
      href ? h("a", { class: "row-link", href, id: shown, "aria-labelledby": `${shown} ${name}` }, value) : value),
    below ? h("dd", { class: "muted" }, below) : null);
}

const heroes = (scope) => card(scope, {
  title: t("Heroes"), class: "listening", size: "list", areas: ["listening", "catalogue"], path: "analytics/heroes",
  more: { text: t("All heroes"), href: "#/listening/heroes" },
  show: ({ heroes: all }) => all.length === 0
    ? empty(t("The main characters of your stories, and how long you listened to each, will appear here."),
      h("a", { class: "button", href: "#/listening/heroes" }, t("Add a hero")))
    : [
      all.length > 5 ? h("p", { class: "muted" }, t("Five of {count}.", { count: all.length })) : null,
      h("ul", { class: "rows" }, all.slice(0, 5).map((hero) => heroRow(hero))),
    ],
});

const insights = (scope) => card(scope, {
  title: t("Habits"), class: "listening", size: "list", areas: ["listening", "catalogue", "profile"],
  path: "analytics/insights",
  show: (value) => value.averageListensPerStory === 0 && value.averageStoryLength === 0
    ? empty(t("When you listen, which story you play most, and how long your stories are will appear here."),
      h("a", { class: "button", href: "#/listening/stories" }, t("Add a story")))
    : h("dl", { class: "facts" },
      fact(t("Preferred hour"), value.preferredListeningHour === null
        ? t("available after three stories") : hourOfDay(value.preferredListeningHour)),
      fact(t("Most played story"), value.mostListenedStory
        ? mostPlayed(value.mostListenedStory) : t("none yet")),
      fact(t("Average story length"), value.averageStoryLength === 0 ? "–" : seconds(value.averageStoryLength)),
      fact(t("Plays per story"), value.averageListensPerStory === 0
        ? "–" : t("{plays} on average", { plays: number(value.averageListensPerStory, 1) }))),
});

const mostPlayed = ({ id, title, playCount }) => h("div", { class: "most-played" },
  storyCover(id),
  h("div", {}, h("span", { class: "clamp", dir: "auto" }, title), h("span", { class: "muted" }, times(playCount))));

const fact = (label, value) => h("div", {}, h("dt", { class: "figure-label" }, label), h("dd", {}, value));

const latest = (scope) => cardOfList(
  t("Latest sessions"), "listening", { text: t("All sessions"), href: "#/listening/sessions" },
  pagedList(scope, {
    path: "analytics/sessions", areas: ["listening", "catalogue"], label: t("Latest sessions"), pageSize: 5,
    brief: true, waits: true,
    row: sessionRow,
    none: () => empty(t("Sessions from your apps will appear here."),
      h("a", { class: "button", href: "#/sources" }, t("Connect an app or a device"))),
  }));

const anomalies = (scope) => cardOfList(t("Unusual sessions"), "listening", null,
  pagedList(scope, {
    path: "analytics/anomalies", areas: ["listening", "catalogue"], label: t("Unusual sessions"), pageSize: 5,
    prepare: withStoryTitles, row: anomalyRow, none: t("None: all sessions look normal."),
  }));
