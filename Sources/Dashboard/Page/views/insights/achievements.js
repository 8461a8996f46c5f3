// All achievements, unlocked ones first.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { t } from "../../kit/language.js";
import { celebrateAchievements, countText, inOrder, tiles, withFirstStep } from "./achievement-tile.js";
import { areas, parts } from "./insights-parts.js";

const categories = [["reading", t("Reading")], ["cultural", t("Cultures")], ["combined", t("achievements|Combined")]];

export const show = (scope) => h("div", { class: "place insights reading" },
  h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Achievements"))),
  parts("#/insights/achievements"),
  categories.map(([category, title]) => card(scope, {
    title, class: "reading", size: "tiles", areas, path: "achievements",
    show: ({ achievements }) => {
      celebrateAchievements(achievements);
      const these = inOrder(achievements.filter((item) => item.category === category));
      return [category === "reading" ? withFirstStep(these) : countText(these), tiles(these)];
    },
  })));
