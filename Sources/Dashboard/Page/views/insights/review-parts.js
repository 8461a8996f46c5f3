// The parts of a review that load their own data when their card is shown: the covers of the books and the heat map.

import { fill, h, spoken } from "../../kit/dom.js";
import { isolated } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { link } from "../../kit/route.js";
import { get, getAll, part } from "../../kit/server.js";
import { cover } from "../reading/cover.js";
import { heatMap } from "../today/heat-map.js";
import { medal } from "./medals.js";
import { daysOf } from "./review-period.js";

const mostCovers = 24;
const mostReads = 2000;
const kinds = ["listening", "reading", "rucks"];

/** An element that is filled by a request. If the request fails, its card shows the rest. */
function later(scope, className, load) {
  const element = h("div", { class: className, "aria-live": "off", "aria-busy": "true" });
  load().then((content) => fill(element, content), (error) => {
    if (scope.signal.aborted) return;
    fill(element, h("p", { class: "muted" }, t("This part could not be loaded. {reason}", { reason: error.message })));
  }).finally(() => element.removeAttribute("aria-busy"));
  return element;
}

/** The covers of the books that were finished in a period, each with its page. */
export const coversOf = (scope, period) => later(scope, "story-covers", async () => {
  const { isMonth, from, to, year } = period;
  const reads = await getAll("reads", isMonth ? { from, to } : { year }, scope.signal, mostReads);
  const books = [...new Map(reads.reverse().map((read) => [read.workId, read])).values()];
  const more = books.length - mostCovers;
  return [
    h("ul", {}, books.slice(0, mostCovers).map((book) => h("li", {},
      h("a", { href: link(`/reading/books/${part(book.workId)}`), title: book.title },
        cover(book), spoken(isolated(book.title)))))),
    more > 0 ? h("a", { class: "row-link", href: link("/reading", { status: "finished" }) },
      t("And {count} more", { count: more })) : null,
  ];
});

/** The medals of a period. Milestones have one material. */
export const medalsOf = (scope, { milestonesUnlocked, achievementsUnlocked }) =>
  later(scope, "story-medals", async () => {
    const { achievements } = await get("achievements", {}, scope.signal);
    const rarities = new Map(achievements.map(({ id, rarity }) => [id, rarity]));
    const tile = ({ icon, title }, rarity) => h("li", {}, medal({ icon, rarity }), h("span", {}, title));
    return h("ul", {}, milestonesUnlocked.map((item) => tile(item, "common")),
      achievementsUnlocked.map((item) => tile(item, rarities.get(item.id) ?? "common")));
  });

/** The days of a period, each with its figures. */
export const daysOfPeriod = (scope, period) => later(scope, "story-days", async () => {
  const activity = (kind) => get("analytics/activity", { ...daysOf(period), kind }, scope.signal);
  return heatMap(await Promise.all(kinds.map(activity)));
});
