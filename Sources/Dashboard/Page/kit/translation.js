// The catalogues of the languages other than English, one for each section. They are loaded before the section's
// module.

import { formatter } from "./formatter.js";
import { language, locale } from "./language.js";

/** Each section, with the other sections whose modules it imports and which have texts. "kit" is loaded first. */
const needs = {
  "diversity": ["reading"], "first-steps": ["settings", "sources", "today"], "insights": ["rucks", "today"],
  "kit": [], "listening": [], "palette": ["diversity", "reading", "today"], "people": ["settings", "today"],
  "reading": ["diversity"], "rucks": [], "settings": ["sign-in", "today"], "sign-in": [],
  "sources": ["settings", "today"], "today": [], "waiting": ["diversity", "reading"],
};

const folder = import.meta.url.replace(/kit\/[^/]*$/, "");
const address = (section) => `${folder}languages/${language}/${section}.json`;
const texts = {};
const loads = new Map();
/** Makes the text of a language without catalogues. */
let pseudo = null;

/** The text of a key, or undefined. */
export const textOf = (key) => (pseudo ? pseudo(key) : texts[key]);

/** The text for a number, or undefined. The key is the English plural. */
export function formOf(count, { one, other }) {
  if (pseudo) return pseudo(count === 1 ? one : other);
  const forms = texts[other];
  return forms?.[formatter("PluralRules", locale).select(count)] ?? forms?.other;
}

/** Loads the catalogues of a section. After an error, the next call tries again. */
export async function loadTexts(section) {
  if (language === "ar-XB") {
    pseudo ??= (await import("./pseudo-language.js")).pseudo;
    return;
  }
  await Promise.all([section, ...needs[section]].map((name) => {
    if (!loads.has(name)) {
      loads.set(name, load(name).catch((error) => {
        loads.delete(name);
        throw error;
      }));
    }
    return loads.get(name);
  }));
}

async function load(section) {
  const response = await fetch(address(section));
  if (!response.ok) throw new Error(`Status ${response.status}`);
  Object.assign(texts, await response.json());
}

/** Puts all catalogues into the cache of service-worker.js, which serves them without a network. */
export async function keepTexts() {
  if (pseudo || !globalThis.caches) return;
  const cache = await caches.open(`waymark ${folder}`);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(Object.keys(needs).map(address).filter((url) => !kept.has(url)));
}
