// One row of the list of heroes: stories, listening time, and whether the hero is the most active.

import { h } from "../../kit/dom.js";
import { icon } from "../../kit/icons.js";
import { stories } from "../../kit/counts.js";
import { onDay, seconds } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { link } from "../../kit/route.js";
import { rowActions } from "../../kit/row-actions.js";

export const heroRow = (hero, ...actions) => h("li", { class: actions.length > 0 ? "compact" : "wraps" },
  h("div", { class: "row-text" },
    h("a", { class: "row-link", href: link("/listening/stories", { hero: hero.heroId }) },
      h("span", { class: "clamp", dir: "auto" }, hero.heroName)),
    h("span", { class: "muted" }, stories(hero.storyCount),
      hero.lastStoryDate ? [", ", lastAdded(hero)] : null),
    hero.isMostActive ? h("span", { class: "badge" }, icon("star"), t("Most active")) : null),
  h("b", { class: "row-end" }, seconds(hero.totalListeningTime)),
  actions.length > 0 ? rowActions(...actions) : null);

const lastAdded = (hero) => h("span", { class: "whole" },
  rich("last added {day}", { day: onDay(dayOf(new Date(hero.lastStoryDate))) }));
