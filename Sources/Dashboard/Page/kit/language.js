// The language of the page: its texts, and the locale of its numbers and dates. English texts are the keys of the
// catalogues (kit/translation.js), so English needs none. A key with two meanings has a context: "verb|Read".

import { formatter } from "./formatter.js";
import { choice } from "./storage.js";

/** The last one is for tests: English in brackets, from right to left. */
const known = ["en", "de", "fr", "es", "ar-XB"];

/** The chosen language, or the browser's first one that the page has, and its variant there: ["de", "de-AT"]. */
export function languageOf(chosen, preferred) {
  const primary = (name) => name.split("-")[0].toLowerCase();
  const language = [chosen, ...preferred.map(primary)].find((name) => known.includes(name)) ?? "en";
  return [language, preferred.find((name) => primary(name) === language) ?? (language === "en" ? "en-GB" : language)];
}

/** The choice in this browser: a language, or "auto" for the browser's. */
export const chosenLanguage = () => choice("language", "auto");

export const [language, locale] = languageOf(chosenLanguage(), navigator.languages ?? [navigator.language]);

/** The module of the other languages, or null. */
let translation = null;

/** Loads the texts that every view needs. Nothing is drawn before. */
export async function beginLanguage() {
  if (language === "en") return;
  Object.assign(document.documentElement, { lang: language, dir: language === "ar-XB" ? "rtl" : "ltr" });
  const loaded = await import("./translation.js");
  await loaded.loadTexts("kit");
  translation = loaded;
}

/** Loads a module of a section after its texts: withTexts("reading", () => import(PATH)). */
export async function withTexts(section, load) {
  await translation?.loadTexts(section);
  return load();
}

/** Keeps the catalogues in the browser for reading without a network. */
export const keepTexts = () => translation?.keepTexts();

const english = (key) => key.slice(key.lastIndexOf("|") + 1);

const textOf = (key) => translation?.textOf(key) ?? english(key);

const formOf = (count, forms) =>
  translation?.formOf(count, forms) ?? english(count === 1 ? forms.one : forms.other);

/** The text with its values in place of the placeholders, as a list. */
const filled = (text, values) => text.split(/\{(\w+)\}/).map((part, index) => {
  const value = values[part];
  return index % 2 === 0 ? part : typeof value === "number" ? formatter("NumberFormat", locale).format(value) : value;
});

/** Like `t`, with elements as values: rich("Read {title} again", { title: h("a", …) }) returns the children. */
export const rich = (key, values = {}) => filled(textOf(key), values);

export const richPlural = (count, forms, values = {}) => filled(formOf(count, forms), { count, ...values });

/** The text in the page's language: t("{title} finished", { title }). The key is always a literal. */
export const t = (key, values) => rich(key, values).join("");

/** plural(count, { one: "{count} book", other: "{count} books" }): `other` is the key. */
export const plural = (count, forms, values) => richPlural(count, forms, values).join("");
