// Today: minutes, streaks, the timer, goals, the next milestone, the latest sessions and the last 365 days.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { counted, distance, longDay, minutes, number, onDay, percent, seconds, timeOfDay } from "../../kit/format.js";
import { dayOf } from "../../kit/person.js";
import { runningClock } from "../../kit/running-clock.js";
import { onChange } from "../../kit/changes.js";
import { celebrateMilestones } from "../../kit/news.js";
import { link } from "../../kit/route.js";
import { heatMap } from "./heat-map.js";

export function show(scope) {
  const day = h("p", {}, longDay(dayOf()));
  onChange((areas) => { if (areas.has("day")) day.textContent = longDay(dayOf()); }, scope.signal);
  return h("div", { class: "place" },
    h("div", { class: "place-head" },
      h("div", {}, h("h1", { tabindex: -1 }, "Today"), day)),
    h("div", { class: "grid" },
      h("div", { class: "column" }, minutesToday(scope), timer(scope), milestone(scope)),
      h("div", { class: "column" }, streaks(scope), goals(scope)),
      h("div", { class: "column last" }, latest(scope)),
      year(scope)));
}

const kinds = [
  { kind: "listening", text: "Listening", href: "#/listening" },
  { kind: "reading", text: "Reading", href: "#/reading" },
  { kind: "rucks", text: "Rucks", href: "#/rucks" },
];

const minutesToday = (scope) => card(scope, {
  title: "Today and this week",
  size: "list",
  areas: ["listening", "reading", "rucks", "profile"],
  load: async (get) => {
    const answers = await Promise.all(kinds.map(({ kind }) => get("analytics/activity", { range: "week", kind })));
    return answers.map((answer, index) => ({
      ...kinds[index],
      today: answer.dataPoints.at(-1).minutes,
      week: answer.dataPoints.reduce((sum, point) => sum + point.minutes, 0),
    }));
  },
  show: (rows) => {
    const today = rows.reduce((sum, row) => sum + row.today, 0);
    const week = rows.reduce((sum, row) => sum + row.week, 0);
    return [
      h("p", { class: "figure" }, minutes(today)),
      h("p", { class: "figure-label" }, `today, ${minutes(week)} in the last seven days`),
      h("ul", { class: "today-kinds" }, rows.map((row) => h("li", { class: `kind ${row.kind}` },
        h("i", { "aria-hidden": "true" }), h("a", { class: "row-link", href: row.href }, row.text),
        h("b", {}, minutes(row.today)), h("span", { class: "muted" }, `of ${minutes(row.week)}`)))),
    ];
  },
});

const timer = (scope) => card(scope, {
  title: "Reading timer",
  class: "reading",
  areas: ["reading", "library"],
  load: async (get) => {
    const { active } = await get("reading/timer");
    return { active, work: active ? await get(`works/${encodeURIComponent(active.workId)}`) : null };
  },
  show: ({ active, work }) => active
    ? [
      runningClock(scope, active).element,
      h("p", { class: "clamp" }, work.title),
      h("p", { class: "muted" }, `since ${timeOfDay(active.startedAt)}, from page ${number(active.startPage)}`),
      h("div", { class: "actions" },
        h("a", { class: "button primary", href: link(`/reading/books/${encodeURIComponent(active.workId)}`) },
          "Open and stop")),
    ]
    : empty("No timer is running. Start one for a book you are reading.",
      h("a", { class: "button", href: "#/reading?status=reading" }, "Currently reading")),
});

const streaks = (scope) => card(scope, {
  title: "Streaks",
  size: "rows",
  areas: ["listening", "reading", "rucks", "goals", "profile"],
  load: async (get) => {
    const [listening, { streak: reading }, rucks] = await Promise.all([
      get("analytics/summary"), get("insights"), get("rucks/streak"),
    ]);
    const row = (kind, text, now, longest, unit) => ({ kind, text, now, longest, unit });
    return [
      row("listening", "Listening", listening.currentStreak, listening.longestStreak, "day"),
      row("reading", "Reading", reading.current, reading.longest, "day"),
      row("rucks", "Rucks", rucks.current, rucks.longest, "week"),
    ];
  },
  show: (rows) => h("ul", { class: "today-kinds" }, rows.map((row) => h("li", { class: `kind ${row.kind}` },
    h("i", { "aria-hidden": "true" }),
    h("span", { class: "row-text" }, h("span", {}, row.text),
      h("span", { class: "muted" }, longestText(row))),
    h("b", {}, counted(row.now, row.unit))))),
});

function longestText({ now, longest, unit }) {
  if (longest > now) return `longest ${counted(longest, unit)}`;
  return now > 0 ? "your longest so far" : "not started";
}

const goalNames = {
  annualReading: "Books this year", culturalDiversity: "Cultures this year", readingStreak: "Reading streak",
  weeklyRucks: "Rucks this week",
};

const goals = (scope) => card(scope, {
  title: "Goals",
  size: "chart",
  class: "reading",
  areas: ["goals", "reading", "library", "diversity", "rucks", "profile"],
  path: "goals",
  more: { text: "Change", href: "#/insights" },
  show: ({ goals }) => h("ul", { class: "rows" }, goals.map((goal) => h("li", {},
    h("div", { class: "row-text" },
      h("span", {}, goalNames[goal.type] ?? goal.type),
      h("span", { class: "muted" }, goal.subtitle)),
    h("div", { class: "row-end" }, h("b", {}, `${number(goal.current)} of ${number(goal.target)}`),
      goal.onTrack
        ? h("div", { class: "muted trend-up" }, "on track")
        : h("div", { class: "muted" }, percent(goal.progress * 100)))))),
});

const milestone = (scope) => card(scope, {
  title: "Next milestone",
  class: "listening",
  areas: ["listening", "catalogue", "profile"],
  path: "analytics/milestones",
  more: { text: "All", href: "#/listening" },
  show: ({ milestones }) => {
    celebrateMilestones(milestones);
    const open = milestones.filter((item) => !item.isUnlocked);
    if (open.length === 0) return h("p", { class: "answer" }, "You reached all milestones.");
    const next = open.reduce((best, item) => (share(item) > share(best) ? item : best));
    const label = `${amount(next, next.currentValue)} of ${amount(next, next.threshold)}`;
    return [
      h("p", { class: "figure" }, next.title),
      h("p", { class: "figure-label" }, label),
      bar(share(next), `${next.title}: ${label}`),
    ];
  },
});

const share = (item) => Math.min(1, item.currentValue / item.threshold);

function amount(item, value) {
  if (item.type === "listeningTime") return seconds(value);
  return item.type === "streak" ? counted(value, "day") : counted(value, "story", "stories");
}

function bar(part, label) {
  const filled = h("i", {});
  filled.style.width = `${Math.round(part * 100)}%`;
  return h("div", { class: "bar", role: "img", "aria-label": label }, filled);
}

const latest = (scope) => card(scope, {
  title: "Latest sessions",
  size: "tall",
  areas: ["listening", "reading", "rucks", "catalogue", "library"],
  load: async (get) => {
    const [listening, reading, rucks] = await Promise.all([
      get("analytics/sessions", { limit: 8 }), get("reading/sessions", { limit: 8 }), get("rucks", { limit: 8 }),
    ]);
    const row = (item, kind, rest) => ({ at: item.startedAt, kind, ...rest });
    return [
      ...listening.items.map((item) =>
        row(item, "listening", { text: item.title ?? "Deleted story", amount: seconds(item.duration) })),
      ...reading.items.map((item) =>
        row(item, "reading", { text: item.title ?? "Deleted book", amount: counted(item.pagesRead, "page") })),
      ...rucks.items.map((item) => row(item, "rucks", { text: "Ruck", amount: distance(item.distance) })),
    ].sort((one, other) => other.at.localeCompare(one.at)).slice(0, 8);
  },
  show: (rows) => rows.length === 0
    ? empty("Sessions from your apps will appear here.",
      h("a", { class: "button", href: "#/settings/connect" }, "Connect a device"))
    : h("ul", { class: "rows" }, rows.map((row) => h("li", { class: `kind ${row.kind}` },
      h("i", { "aria-hidden": "true" }),
      h("a", { class: "row-text row-link", href: link(`/day/${dayOf(new Date(row.at))}`) },
        h("span", { class: "clamp" }, row.text)),
      h("span", { class: "row-end" }, h("b", {}, row.amount),
        h("div", { class: "muted" }, onDay(dayOf(new Date(row.at)))))))),
});

const year = (scope) => card(scope, {
  title: "The last 365 days",
  class: "full",
  size: "wide-chart",
  areas: ["listening", "reading", "rucks", "profile"],
  load: async (get) => Promise.all(kinds.map(({ kind }) => get("analytics/activity", { range: "year", kind }))),
  show: (answers) => heatMap(answers),
});
