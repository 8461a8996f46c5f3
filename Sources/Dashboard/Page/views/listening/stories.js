// All stories, with search, filters and favourites.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import { icon } from "../../kit/icons.js";
import { t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { seconds } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { notice } from "../../kit/notice.js";
import { change, link } from "../../kit/route.js";
import { rowActions } from "../../kit/row-actions.js";
import { searchField } from "../../kit/search-field.js";
import { part, send } from "../../kit/server.js";
import { storyCover } from "../reading/cover.js";
import { chip } from "./listening-sessions.js";
import { parts } from "./listening-parts.js";
import { logSession } from "./session-dialogs.js";
import { deleteStory, editStory } from "./story-dialogs.js";
import { heroName, loadHeroNames, withHeroNames } from "./story-names.js";

export function show(scope) {
  let filter = filterIn(scope.query);
  const chosen = h("div", { class: "filters" });
  const search = searchField({
    label: t("Search titles"), value: filter.q, choose: (q) => change({ q }, { replace: true }),
  });
  const favourites = h("input", {
    type: "checkbox", checked: filter.favorite,
    onchange: () => change({ favorite: favourites.checked ? "true" : null }),
  });
  const list = pagedList(scope, {
    path: "stories", areas: ["catalogue"], label: t("Stories"),
    query: () => ({ q: filter.q, heroId: filter.hero, favorite: filter.favorite ? "true" : null }),
    prepare: withHeroNames,
    row,
    none: () => (filter.q || filter.hero || filter.favorite
      ? empty(t("No stories match this filter."),
        h("button", { type: "button", onclick: () => change({ q: null, hero: null, favorite: null }) }, t("Show all")))
      : empty(t("Your stories will appear here."),
        h("button", { type: "button", onclick: () => editStory() }, t("Add a story")))),
  });

  async function showFilter() {
    const mine = filter;
    if (filter.hero) await loadHeroNames([filter.hero]);
    if (mine !== filter) return;
    chosen.replaceChildren(...(filter.hero ? [chip(heroName(filter.hero), () => change({ hero: null }))] : []));
  }

  scope.onQuery = (query) => {
    filter = filterIn(query);
    search.update(filter.q);
    favourites.checked = filter.favorite;
    showFilter();
    list.reload();
  };
  showFilter();

  const add = () => editStory(undefined, filter.hero ? [filter.hero, heroName(filter.hero)] : undefined);
  return h("div", { class: "place" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, t("Stories")),
      h("button", { type: "button", class: "primary listening", onclick: add }, t("Add a story"))),
    parts("#/listening/stories"),
    h("div", { class: "toolbar" }, search,
      h("label", { class: "check" }, favourites, h("span", {}, t("Favourites only"))), chosen),
    cardOfList(t("All stories"), "listening", null, list));
}

const filterIn = (query) => ({
  q: query.get("q") ?? "", hero: query.get("hero"), favorite: query.get("favorite") === "true",
});

function row(story) {
  if (isBeingDeleted(`stories/${part(story.id)}`)) return null;
  return h("li", { class: "compact" },
    star(story),
    storyCover(story.id),
    h("div", { class: "row-text" },
      h("a", { class: "row-link", href: link("/listening/sessions", { story: story.id }) },
        h("span", { class: "clamp", dir: "auto" }, story.title)),
      story.heroId ? h("span", { class: "muted one-line", dir: "auto" }, heroName(story.heroId)) : null,
      h("span", { class: "muted" }, seconds(story.estimatedDuration))),
    rowActions(
      ["plus", t("Log"), t("Log a session of {title}", { title: story.title }),
        () => logSession([story.id, story.title])],
      ["pencil", t("Change"), t("Change {title}", { title: story.title }), () => editStory(story)],
      ["bin", t("Delete"), t("Delete {title}", { title: story.title }), () => deleteStory(story)]));
}

function star(story) {
  const button = h("button", {
    type: "button", class: "icon star",
    "aria-pressed": String(story.isFavorite), "aria-label": t("Favourite: {title}", { title: story.title }),
    onclick: async () => {
      const now = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(now));
      try {
        await send(now ? "PUT" : "DELETE", `stories/${part(story.id)}/favorite`);
        wrote("catalogue", "listening");
      } catch (error) {
        button.setAttribute("aria-pressed", String(!now));
        notice(t("The favourite was not changed: {reason}", { reason: error.message }));
      }
    },
  }, icon("star"));
  return button;
}
