// Today: what to continue, the goals of the day with one sentence, the week, the latest sessions and the year.

import { fill, h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { pages } from "../../kit/counts.js";
import { distance, longDay, onDay, seconds } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { t } from "../../kit/language.js";
import { dayOf, person } from "../../kit/person.js";
import { onChange } from "../../kit/changes.js";
import { link } from "../../kit/route.js";
import { part } from "../../kit/server.js";
import { waitingRows } from "../../kit/waiting.js";
import { add } from "./add.js";
import { dayCard } from "./day-card.js";
import { nowCard } from "./now-card.js";

export function show(scope) {
  const day = h("p", {}, longDay(dayOf()));
  onChange((areas) => { if (areas.has("day")) day.textContent = longDay(dayOf()); }, scope.signal);
  return h("div", { class: "place today" },
    h("div", { class: "place-head" },
      h("div", {}, h("h1", { tabindex: -1 }, t("Today")), day),
      h("button", { type: "button", class: "primary", onclick: add }, icon("plus"), t("Add"))),
    person()?.timezone === "UTC" ? zoneNote() : null,
    h("div", { class: "grid" }, nowCard(scope), dayCard(scope), latest(scope), year(scope)));
}

/** Asks a person whose days may use the wrong zone. */
function zoneNote() {
  const note = h("p", { class: "zone-note", hidden: true });
  import("../../kit/first-zone.js").then(({ browserZone, keepZone, mayBeWrong }) => {
    if (!mayBeWrong()) return;
    note.hidden = false;
    const keep = () => {
      keepZone();
      note.remove();
    };
    fill(note, t("Your days use UTC, and this browser is in {zone}.", { zone: browserZone() }), " ",
      h("a", { class: "button", href: "#/welcome" }, t("Change the time zone")),
      h("button", { type: "button", class: "quiet", onclick: keep }, t("Keep UTC")));
  }, console.error);
  return note;
}

const latest = (scope) => card(scope, {
  title: t("Latest sessions"),
  class: "wide",
  size: "tall",
  waits: true,
  controls: waitingRows(scope, ["analytics/sessions", "reading/sessions", "rucks"]),
  areas: ["listening", "reading", "rucks", "catalogue", "library"],
  load: async (get) => {
    const [listening, reading, rucks] = await Promise.all([
      get("analytics/sessions", { limit: 5 }), get("reading/sessions", { limit: 5 }), get("rucks", { limit: 5 }),
    ]);
    return [
      ...listening.items.map((item) => ({
        at: item.startedAt, kind: "listening", text: item.title ?? t("Deleted story"), amount: seconds(item.duration),
        href: item.title === null ? null : link("/listening/sessions", { story: item.storyId }),
      })),
      ...reading.items.map((item) => ({
        at: item.startedAt, kind: "reading", text: item.title ?? t("Deleted book"),
        amount: pages(item.pagesRead),
        href: item.title === null ? null : link(`/reading/books/${part(item.workId)}`),
      })),
      ...rucks.items.map((item) => ({
        at: item.startedAt, kind: "rucks", text: item.name ?? t("Ruck"), amount: distance(item.distance),
        href: link(`/rucks/walk/${part(item.id)}`),
      })),
    ].sort((one, other) => other.at.localeCompare(one.at)).slice(0, 5);
  },
  show: (rows) => rows.length === 0
    ? empty(t("Sessions from your apps will appear here."),
      h("a", { class: "button", href: "#/sources" }, t("Connect an app or a device")))
    : h("ul", { class: "rows" }, rows.map((row) => h("li", { class: `kind ${row.kind}` },
      h("i", { "aria-hidden": "true" }),
      h("a", { class: "row-text row-link", href: row.href ?? link(`/day/${dayOf(new Date(row.at))}`) },
        h("span", { class: "clamp" }, row.text)),
      h("span", { class: "row-end" }, h("b", {}, row.amount),
        h("div", { class: "muted" }, onDay(dayOf(new Date(row.at)))))))),
});

const year = (scope) => card(scope, {
  title: t("The last 365 days"),
  class: "full",
  size: "wide-chart",
  waits: true,
  areas: ["listening", "reading", "rucks", "profile"],
  load: async (get) => {
    const [{ heatMap }, ...activity] = await Promise.all([
      import("./heat-map.js"),
      ...["listening", "reading", "rucks"].map((kind) => get("analytics/activity", { range: "year", kind })),
    ]);
    return { heatMap, activity };
  },
  show: ({ heatMap, activity }) => heatMap(activity),
});
