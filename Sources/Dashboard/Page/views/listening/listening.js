// What was listened to: in all, by days, by hero, what it reached, and the last sessions.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { counted, hourOfDay, number, onDay, seconds } from "../../kit/format.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { dayOf } from "../../kit/person.js";
import { link } from "../../kit/route.js";
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
      h("h1", { tabindex: -1 }, "Listening"),
      h("button", { type: "button", class: "primary listening", onclick: () => logSession() }, "Log a session")),
    parts("#/listening"),
    h("div", { class: "grid" },
      summary(scope), activity.element,
      h("div", { class: "wide column" }, latest(scope), h("div", { class: "pair" }, heroes(scope), insights(scope))),
      h("div", { class: "column" }, milestonesCard(scope), anomalies(scope))));
}

const summary = (scope) => card(scope, {
  title: "In all", class: "listening full", size: "rows",
  areas: ["listening", "catalogue", "profile"], path: "analytics/summary",
  show: (value) => (value.totalPlayCount === 0 && value.totalStories === 0
    ? empty("What you listen to adds up here: hours, sessions and streaks. It begins with a story.",
      h("a", { class: "button", href: "#/listening/stories" }, "Add a story"))
    : h("dl", { class: "figures has-links" },
      figure("listened", seconds(value.totalListeningTime)),
      figure("streak", counted(value.currentStreak, "day"), null, longestText(value)),
      figure(value.totalPlayCount === 1 ? "session" : "sessions", number(value.totalPlayCount), "#/listening/sessions"),
      figure(value.totalStories === 1 ? "story" : "stories", number(value.totalStories), "#/listening/stories"),
      figure(value.favoriteCount === 1 ? "favourite" : "favourites", number(value.favoriteCount),
        "#/listening/stories?favorite=true"),
      figure("last listened", value.lastActivityDate ? onDay(dayOf(new Date(value.lastActivityDate))) : "not yet",
        value.lastActivityDate ? link(`/day/${dayOf(new Date(value.lastActivityDate))}`) : null))),
});

function longestText({ currentStreak, longestStreak }) {
  if (longestStreak > currentStreak) return `the longest ${counted(longestStreak, "day")}`;
  return currentStreak > 0 ? "the longest so far" : null;
}

const figure = (label, value, href, below) => h("div", {},
  h("dt", { class: "figure-label" }, label),
  h("dd", { class: "figure" }, href ? h("a", { class: "row-link", href }, value) : value),
  below ? h("dd", { class: "muted" }, below) : null);

const heroes = (scope) => card(scope, {
  title: "Heroes", class: "listening", size: "list", areas: ["listening", "catalogue"], path: "analytics/heroes",
  more: { text: "All heroes", href: "#/listening/heroes" },
  show: ({ heroes: all }) => all.length === 0
    ? empty("Who the stories are about, and for how long you listened to each.",
      h("a", { class: "button", href: "#/listening/heroes" }, "Add a hero"))
    : [
      all.length > 5 ? h("p", { class: "muted" }, `The first five of ${number(all.length)}.`) : null,
      h("ul", { class: "rows" }, all.slice(0, 5).map((hero) => heroRow(hero))),
    ],
});

const insights = (scope) => card(scope, {
  title: "Habits", class: "listening", size: "list", areas: ["listening", "catalogue", "profile"],
  path: "analytics/insights",
  show: (value) => h("dl", { class: "facts" },
    fact("You like to listen at", value.preferredListeningHour === null
      ? "known with three stories" : hourOfDay(value.preferredListeningHour)),
    fact("Heard most often", value.mostListenedStory
      ? [h("span", { class: "clamp", dir: "auto" }, value.mostListenedStory.title),
        h("span", { class: "muted" }, counted(value.mostListenedStory.playCount, "time"))] : "nothing yet"),
    fact("A story lasts", value.averageStoryLength === 0 ? "–" : `${seconds(value.averageStoryLength)} on average`),
    fact("A story is heard", value.averageListensPerStory === 0
      ? "–" : `${number(value.averageListensPerStory, 1)} times on average`)),
});

const fact = (label, value) => h("div", {}, h("dt", { class: "figure-label" }, label), h("dd", {}, value));

const latest = (scope) => cardOfList(
  "Last sessions", "listening", { text: "All sessions", href: "#/listening/sessions" },
  pagedList(scope, {
    path: "analytics/sessions", areas: ["listening", "catalogue"], label: "Last sessions", pageSize: 5, brief: true,
    prepare: withStoryTitles, row: sessionRow,
    none: () => empty("The sessions of your apps will be here.",
      h("a", { class: "button", href: "#/settings/connect" }, "Connect a device")),
  }));

const anomalies = (scope) => cardOfList("What looked odd", "listening", null,
  pagedList(scope, {
    path: "analytics/anomalies", areas: ["listening", "catalogue"], label: "Sessions that looked odd", pageSize: 5,
    prepare: withStoryTitles, row: anomalyRow, none: "Nothing: all sessions look as they should.",
  }));
