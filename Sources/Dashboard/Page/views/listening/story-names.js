// What stories and heroes are called, asked for once: sessions know only their ids.

import { get, part, Problem } from "../../kit/server.js";
import { onChange } from "../../kit/changes.js";
import { person } from "../../kit/person.js";

const names = new Map();

onChange((areas) => {
  if (areas.has("catalogue") || areas.has("everything")) names.clear();
});

const key = (path, id) => `${person()?.userId} ${path}/${id}`;

/** Asks for the names of these that are not known yet. */
async function load(path, ids, member) {
  const unknown = [...new Set(ids)].filter((id) => id && !names.has(key(path, id)));
  await Promise.all(unknown.map(async (id) => {
    try {
      names.set(key(path, id), (await get(`${path}/${part(id)}`))[member]);
    } catch (error) {
      // One that was deleted keeps its sessions, which then go by its id.
      if (error instanceof Problem && error.status === 404) names.set(key(path, id), null);
    }
  }));
}

export const loadStoryTitles = (ids) => load("stories", ids, "title");
export const loadHeroNames = (ids) => load("heroes", ids, "name");

/** For lists whose items have a `storyId`, a `heroId`. */
export async function withStoryTitles(items) {
  await loadStoryTitles(items.map((item) => item.storyId));
  return items;
}

export async function withHeroNames(items) {
  await loadHeroNames(items.map((item) => item.heroId));
  return items;
}

export const storyTitle = (id) => named("stories", id) ?? `Deleted story ${id}`;
export const heroName = (id) => named("heroes", id) ?? `Hero ${id}`;
export const isKnownStory = (id) => named("stories", id) !== null;

const named = (path, id) => names.get(key(path, id)) ?? null;

/** For a picker: the first few stories or heroes that have these words. */
export const searchStories = async (text) =>
  (await get("stories", { q: text, limit: 8 })).items.map((item) => [item.id, item.title]);

/** Heroes cannot be searched by the server: they come at once, the most active first. */
export async function searchHeroes(text) {
  const words = text.toLocaleLowerCase();
  const { heroes } = await get("analytics/heroes");
  return heroes.filter((hero) => hero.heroName.toLocaleLowerCase().includes(words)).slice(0, 8)
    .map((hero) => [hero.heroId, hero.heroName]);
}
