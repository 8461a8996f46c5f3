// The names of stories and heroes, loaded once, for items that contain only their ids.

import { locale, t } from "../../kit/language.js";
import { get, part, Problem, Unavailable } from "../../kit/server.js";
import { getKept } from "../../kit/kept.js";
import { onChange } from "../../kit/changes.js";
import { person } from "../../kit/person.js";
import { keptResponses } from "../../kit/storage.js";

const names = new Map();

onChange((areas) => {
  if (areas.has("catalogue") || areas.has("everything")) names.clear();
});

const key = (path, id) => `${person()?.userId} ${path}/${id}`;

/** Loads the names that are not known yet. */
async function load(path, ids, member) {
  const unknown = [...new Set(ids)].filter((id) => id && !names.has(key(path, id)));
  await Promise.all(unknown.map(async (id) => {
    try {
      names.set(key(path, id), (await getKept(`${path}/${part(id)}`))[member]);
    } catch (error) {
      // The sessions of a deleted story are shown with its id.
      if (error instanceof Problem && error.status === 404) names.set(key(path, id), null);
    }
  }));
}

export const loadStoryTitles = (ids) => load("stories", ids, "title");
export const loadHeroNames = (ids) => load("heroes", ids, "name");

/** Loads the names for the items of a list. */
export async function withStoryTitles(items) {
  await loadStoryTitles(items.map((item) => item.storyId));
  return items;
}

export async function withHeroNames(items) {
  await loadHeroNames(items.map((item) => item.heroId));
  return items;
}

export const storyTitle = (id) => named("stories", id) ?? t("Deleted story {id}", { id });
export const heroName = (id) => named("heroes", id) ?? t("Hero {id}", { id });

const named = (path, id) => names.get(key(path, id)) ?? null;

const mostFound = 8;

/** The first stories that match, for a picker. Without the server, those of kept responses. */
export async function searchStories(text) {
  try {
    const { items } = await getKept("stories", { q: text, limit: mostFound });
    return items.map((item) => [item.id, item.title]);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const words = text.toLocaleLowerCase();
    return keptStories().filter(([, title]) => title.toLocaleLowerCase().includes(words)).slice(0, mostFound);
  }
}

function keptStories() {
  const found = new Map();
  for (const { value } of keptResponses(["/stories", "/analytics/sessions"])) {
    for (const item of value?.items ?? value) {
      const id = item.storyId ?? item.id;
      if (id && item.title) found.set(id, item.title);
    }
  }
  return [...found].sort(([, one], [, other]) => one.localeCompare(other, locale));
}

/** The server has no search for heroes, so all are loaded, the most active first. */
export async function searchHeroes(text) {
  const words = text.toLocaleLowerCase();
  const { heroes } = await get("analytics/heroes");
  return heroes.filter((hero) => hero.heroName.toLocaleLowerCase().includes(words)).slice(0, 8)
    .map((hero) => [hero.heroId, hero.heroName]);
}
