// All heroes, page by page, the most active first.

import { h, refill } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import { plural, t } from "../../kit/language.js";
import { change, link, here } from "../../kit/route.js";
import { searchField } from "../../kit/search-field.js";
import { part } from "../../kit/server.js";
import { heroRow } from "./hero-row.js";
import { parts } from "./listening-parts.js";
import { deleteHero, editHero } from "./story-dialogs.js";

const pageSize = 50;

export function show(scope) {
  let state = stateIn(scope.query);
  let all = [];
  // It stays in the page, so that a screen reader reports each change.
  const count = h("p", { class: "muted", role: "status" });
  const box = h("div", {});
  const search = searchField({
    label: t("Search names"), value: state.q, choose: (q) => change({ q, page: null }, { replace: true }),
  });
  const body = card(scope, {
    title: t("Most active first"), class: "listening", size: "list", areas: ["listening", "catalogue"],
    path: "analytics/heroes",
    show: ({ heroes }) => {
      all = heroes;
      draw();
      return [count, box];
    },
  });
  scope.onQuery = (query) => {
    const before = state.page;
    state = stateIn(query);
    search.update(state.q);
    draw();
    if (before === state.page) return;
    scrollTo(0, 0);
    box.querySelector(".row-link")?.focus();
  };

  function draw() {
    count.hidden = all.length === 0;
    if (all.length === 0) {
      refill(box, empty(t("Heroes are the main characters of your stories. Your apps add them, and so can you."),
        h("button", { type: "button", onclick: () => editHero() }, t("Add a hero"))));
      return;
    }
    const words = state.q.toLocaleLowerCase();
    const found = all.filter((hero) => !isBeingDeleted(`heroes/${part(hero.heroId)}`)
      && (words === "" || hero.heroName.toLocaleLowerCase().includes(words)));
    const pages = Math.max(1, Math.ceil(found.length / pageSize));
    const page = Math.min(state.page, pages);
    const start = (page - 1) * pageSize;
    count.textContent = words === "" ? plural(all.length, { one: "{count} hero", other: "{count} heroes" })
      : plural(all.length, { one: "{found} of {count} hero", other: "{found} of {count} heroes" },
        { found: found.length });
    refill(box,
      h("ul", { class: "rows", "aria-label": t("Heroes") }, found.slice(start, start + pageSize).map(row)),
      pages > 1 ? turner(page, pages) : null);
  }

  return h("div", { class: "place" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, t("Heroes")),
      h("button", { type: "button", class: "primary listening", onclick: () => editHero() }, t("Add a hero"))),
    parts("#/listening/heroes"),
    h("div", { class: "toolbar" }, search),
    body);
}

function stateIn(query) {
  const page = Number(query.get("page"));
  return { q: query.get("q") ?? "", page: Number.isInteger(page) && page > 0 ? page : 1 };
}

const row = (hero) => heroRow(hero,
  ["pencil", t("Rename"), t("Rename {name}", { name: hero.heroName }), () => editHero(hero)],
  ["bin", t("Delete"), t("Delete {name}", { name: hero.heroName }), () => deleteHero(hero)]);

function turner(page, pages) {
  const others = Object.fromEntries(here().query);
  const to = (target) => link("/listening/heroes", { ...others, page: target === 1 ? null : target });
  return h("nav", { class: "turner", "aria-label": t("Pages of heroes") },
    page > 1 ? h("a", { class: "button quiet", href: to(page - 1) }, t("Previous")) : h("span"),
    h("span", { class: "muted" }, t("Page {page} of {pages}", { page, pages })),
    page < pages ? h("a", { class: "button quiet", href: to(page + 1) }, t("Next")) : h("span"));
}
