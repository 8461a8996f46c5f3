// One day with all sessions that started on it.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { t } from "../../kit/language.js";
import { getAll, part } from "../../kit/server.js";
import { pages, sessions } from "../../kit/counts.js";
import { distance, longDay, minutes, seconds, timeOfDay } from "../../kit/format.js";
import { dayOf, isDay, plusDays } from "../../kit/person.js";
import { link } from "../../kit/route.js";
import { waitingRows } from "../../kit/waiting.js";

export function show(scope) {
  const { day } = scope.parameters;
  if (!isDay(day)) {
    return h("div", { class: "place" }, h("h1", { tabindex: -1 }, t("Day")),
      empty(t("This is not a valid day."), h("a", { class: "button", href: "#/today" }, t("Go to today"))));
  }
  scope.setTitle(longDay(day));
  return h("div", { class: "place" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, longDay(day)),
      h("div", { class: "actions" },
        h("a", { class: "button quiet", href: link(`/day/${plusDays(day, -1)}`) }, t("Previous day")),
        day < dayOf() ? h("a", { class: "button quiet", href: link(`/day/${plusDays(day, 1)}`) }, t("Next day"))
          : null)),
    h("div", { class: "grid" },
      kindCard(scope, day, listening), kindCard(scope, day, reading), kindCard(scope, day, rucks)));
}

const listening = {
  title: t("Listening"), kind: "listening", path: "analytics/sessions", areas: ["listening", "catalogue"],
  none: t("No listening on this day."),
  sessions: (day, get) => getAll("analytics/sessions", { from: day, to: day }, null, undefined, get),
  name: (item) => item.title ?? t("Deleted story"),
  amount: (item) => seconds(item.duration),
  href: (item) => link("/listening/sessions", { story: item.storyId }),
};

const reading = {
  title: t("Reading"), kind: "reading", path: "reading/sessions", areas: ["reading", "library"],
  none: t("No reading on this day."),
  sessions: (day, get) => getAll("reading/sessions", { from: day, to: day }, null, undefined, get),
  name: (item) => item.title ?? t("Deleted book"),
  amount: (item) => t("{pages} in {duration}",
    { pages: pages(item.pagesRead), duration: minutes(item.durationMinutes) }),
  href: (item) => link(`/reading/books/${part(item.workId)}`),
};

const rucks = {
  title: t("Rucks"), kind: "rucks", path: "rucks", areas: ["rucks"],
  none: t("No rucks on this day."),
  sessions: (day, get) => getAll("rucks", { from: day, to: day }, null, undefined, get),
  name: (item) => item.name ?? t("Ruck"),
  amount: (item) => distance(item.distance),
  href: (item) => link(`/rucks/walk/${part(item.id)}`),
};

const kindCard = (scope, day, subject) => card(scope, {
  title: subject.title,
  class: subject.kind,
  size: "small",
  areas: [...subject.areas, "profile"],
  controls: waitingRows(scope, [subject.path], () => ({ from: day, to: day })),
  load: async (get) => {
    const [activity, items] = await Promise.all([
      get("analytics/activity", { from: day, to: day, kind: subject.kind }), subject.sessions(day, get),
    ]);
    return { minutes: activity.dataPoints[0].minutes, items };
  },
  show: (value) => value.items.length === 0 && value.minutes === 0
    ? empty(subject.none)
    : [
      h("p", { class: "figure" }, minutes(value.minutes)),
      h("p", { class: "figure-label" }, value.items.length === 0
        ? t("from a session that started the day before") : sessions(value.items.length)),
      h("ul", { class: "rows" }, value.items.map((item) => h("li", {},
        h("span", { class: "row-text" },
          item.title === null ? h("span", { class: "clamp" }, subject.name(item))
            : h("a", { class: "row-link", href: subject.href(item) },
              h("span", { class: "clamp" }, subject.name(item))),
          h("span", { class: "muted" }, `${timeOfDay(item.startedAt)} – ${timeOfDay(item.endedAt)}`)),
        h("b", { class: "row-end" }, subject.amount(item))))),
    ],
});
