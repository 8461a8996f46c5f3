// The language of the page: its texts, and the locale of its numbers and dates. English texts are the keys of the
// catalogues, so English needs none. A key with two meanings has a context: "verb|Read".

import { choice } from "./storage.js";

/** By the names that their speakers use. */
export const languages = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };
/** A right-to-left language for tests. Its texts are the English ones in brackets. */
const pseudo = "ar-XB";

/** The chosen language, or the browser's first one that the page has, and its variant there: ["de", "de-AT"]. */
export function languageOf(chosen, preferred) {
  const primary = (name) => name.split("-")[0].toLowerCase();
  if (chosen === pseudo) return [pseudo, `${pseudo}-u-nu-latn`];
  const language = [chosen, ...preferred.map(primary)].find((name) => Object.hasOwn(languages, name)) ?? "en";
  return [language, preferred.find((name) => primary(name) === language) ?? (language === "en" ? "en-GB" : language)];
}

/** The choice in this browser: a language, or "auto" for the browser's. */
export const chosenLanguage = () => choice("language", "auto");

export const [language, locale] = languageOf(chosenLanguage(), navigator.languages ?? [navigator.language]);

/** kit/translation.js, or null in English. */
let translation = null;

/** Loads the texts that every view needs. Nothing is drawn before. */
export async function beginLanguage() {
  Object.assign(document.documentElement, { lang: language, dir: language === pseudo ? "rtl" : "ltr" });
  if (language === "en") return;
  const loaded = await import("./translation.js");
  await loaded.loadTexts("kit");
  translation = loaded;
}

/** Loads a module of a section after its texts: withTexts("reading", () => import("…")). */
export async function withTexts(section, load) {
  await translation?.loadTexts(section);
  return load();
}

/** Keeps the catalogues in the browser for reading without a network. */
export const keepTexts = () => translation?.keepTexts();

const textOf = (key) => translation?.textOf(key) ?? key.slice(key.lastIndexOf("|") + 1);

function formOf(count, { one, other }) {
  const forms = translation?.textOf(other);
  if (forms?.other) return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  return textOf(count === 1 ? one : other);
}

const valueOf = (value) => (typeof value === "number" ? new Intl.NumberFormat(locale).format(value) : value);

/** The text with its values in place of the placeholders, as a list. */
const filled = (text, values) => text.split(/\{(\w+)\}/).map((part, index) =>
  (index % 2 === 0 ? part : valueOf(values[part])));

/** The text in the page's language: t("{title} finished", { title }). The key is always a literal. */
export const t = (key, values = {}) => filled(textOf(key), values).join("");

/** plural(count, { one: "{count} book", other: "{count} books" }): `other` is the key. */
export const plural = (count, forms, values = {}) => filled(formOf(count, forms), { count, ...values }).join("");

/** Like `t`, with elements as values: rich("Read {title} again", { title: h("a", …) }) returns the children. */
export const rich = (key, values) => filled(textOf(key), values);

export const richPlural = (count, forms, values) => filled(formOf(count, forms), { count, ...values });
