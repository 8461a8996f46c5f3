// One row of the list of heroes: stories, listening time, and whether the hero is the most active.

import { h } from "../../kit/dom.js";
import { icon } from "../../kit/icons.js";
import { counted, onDay, seconds } from "../../kit/format.js";
import { dayOf } from "../../kit/person.js";
import { link } from "../../kit/route.js";

export const heroRow = (hero, ...actions) => h("li", { class: actions.length > 0 ? "stacks" : "wraps" },
  h("div", { class: "row-text" },
    h("a", { class: "row-link", href: link("/listening/stories", { hero: hero.heroId }) },
      h("span", { class: "clamp", dir: "auto" }, hero.heroName)),
    h("span", { class: "muted" }, counted(hero.storyCount, "story", "stories"),
      hero.lastStoryDate ? [", last added ", onDay(dayOf(new Date(hero.lastStoryDate)))] : null),
    hero.isMostActive ? h("span", { class: "badge" }, icon("star"), "Most active") : null),
  h("b", { class: "row-end" }, seconds(hero.totalListeningTime)),
  actions.length > 0 ? h("div", { class: "row-actions" }, actions) : null);
