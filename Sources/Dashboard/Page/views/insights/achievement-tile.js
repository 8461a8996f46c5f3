// Achievements: the unlocked ones with their rarity, and the progress of the others.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { number, onDay } from "../../kit/format.js";
import { plural, rich, t } from "../../kit/language.js";
import { celebrateNew } from "../../kit/news.js";
import { dayOf } from "../../kit/person.js";
import { part } from "../../kit/server.js";
import { shareDialog } from "../../kit/share.js";
import { areas } from "./insights-parts.js";
import { medal } from "./medals.js";

const rarities = {
  common: t("rarity|common"), uncommon: t("rarity|uncommon"), rare: t("rarity|rare"), epic: t("rarity|epic"),
  legendary: t("rarity|legendary"),
};
const steps = 4;
const shownFirst = 6;

/** Newest unlocked first, then the locked ones by progress. */
export function inOrder(achievements) {
  const when = (item) => item.unlockedAt ?? "";
  return [...achievements].sort((one, other) =>
    Number(other.isUnlocked) - Number(one.isUnlocked)
    || when(other).localeCompare(when(one)) || other.progress - one.progress);
}

export const celebrateAchievements = (achievements) => celebrateNew("achievements", "reading",
  (count) => plural(count, { one: "{count} achievement reached", other: "{count} achievements reached" }),
  achievements.filter((item) => item.isUnlocked)
    .map((item) => ({ id: item.id, title: item.title, text: item.description, mark: () => medal(item) })));

export const achievementsCard = (scope) => card(scope, {
  title: t("Achievements"), class: "reading", size: "chart", areas, path: "achievements",
  more: { text: t("All achievements"), href: "#/insights/achievements" },
  show: ({ achievements }) => {
    celebrateAchievements(achievements);
    return [countText(achievements), tiles(inOrder(achievements).slice(0, shownFirst))];
  },
});

const countOf = (achievements) => achievements.filter((item) => item.isUnlocked).length;

export const countText = (achievements) => h("p", { class: "answer" },
  t("{count} of {all} unlocked.", { count: countOf(achievements), all: achievements.length }));

/** The count, and what unlocks the first one as long as there is none. */
export function withFirstStep(achievements) {
  const text = countText(achievements);
  return countOf(achievements) > 0 ? text : [text, empty(t("The first book that you finish unlocks the first one."),
    h("a", { class: "button", href: "#/reading" }, t("Go to library")))];
}

export const tiles = (achievements) => h("ul", { class: "achievements" }, achievements.map((item) => tile(item)));

const tile = (item) => h("li", { class: `achievement ${item.rarity}${item.isUnlocked ? " is-unlocked" : ""}` },
  medal(item),
  h("div", { class: "achievement-text" },
    h("h3", {}, item.title),
    h("p", {}, item.description),
    h("p", { class: "muted" },
      h("span", { class: "rarity" }, rarities[item.rarity] ?? item.rarity),
      ", ",
      item.isUnlocked
        ? rich("unlocked {day}", { day: onDay(dayOf(new Date(item.unlockedAt))) }) : progressText(item)),
    item.isUnlocked ? null : dots(item)),
  item.isUnlocked
    ? h("button", { type: "button", class: "quiet", "aria-label": t("Share {title}", { title: item.title }),
      onclick: () => share(item) }, t("Share"))
    : null);

const progressText = (item) => t("{number} of {count}", {
  number: number(item.currentValue, 1), count: number(item.threshold, 1),
});

const dots = (item) => h("span",
  { class: "dots", role: "img",
    "aria-label": t("{number} of {count} steps", { number: item.progressSteps, count: steps }) },
  Array.from({ length: steps }, (_, index) => h("i", { class: index < item.progressSteps ? "is-filled" : null })));

const share = (item) => shareDialog(t("Share “{title}”", { title: item.title }), {
  picture: "achievement", options: { achievement: item.id }, path: `achievements/${part(item.id)}.svg`, kind: "reading",
});
