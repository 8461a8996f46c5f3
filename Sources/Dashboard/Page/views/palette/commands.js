// The places and actions of the command palette.

import { t, withTexts } from "../../kit/language.js";
import { isAdmin } from "../../kit/session.js";
import { routes } from "../../places.js";
import { kindNames, isTracked } from "../today/tracked.js";

const most = 6;

/** The words of a name, without accents. */
const wordsOf = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u)
  .filter(Boolean);

const named = (kind) => kindNames.find(([name]) => name === kind)?.[1];

/** Adding and signing out. The forms are loaded when they are chosen. */
export const actions = (signOut) => [
  isTracked("listening") && { name: t("Log a listening session"), more: named("listening"),
    run: async () => (await withTexts("listening", () => import("../listening/session-dialogs.js"))).logSession() },
  isTracked("reading") && { name: t("Log a reading session"), more: named("reading"),
    run: async () => (await withTexts("reading", () => import("../reading/log-reading.js"))).logReading() },
  isTracked("rucks") && { name: t("Log a ruck"), more: named("rucks"),
    run: async () => (await withTexts("rucks", () => import("../rucks/ruck-dialogs.js"))).logRuck() },
  { name: t("Add a book"), more: named("reading"),
    run: async () => (await withTexts("reading", () => import("../reading/library.js"))).addBook() },
  { name: t("Sign out"), run: signOut },
].filter(Boolean).map((action) => ({ ...action, group: "actions", key: `action ${action.name}` }));

/** Every view without parameters. */
export const places = () => routes()
  .filter(({ path }) => !path.includes(":") && (path !== "/settings/people" || isAdmin()))
  .map(({ path, title }) => ({ name: title, path, group: "places", key: `place ${path}` }));

/** The groups of places and actions of which each typed word begins a word. Without a text, all of them. */
export function commands(items, text) {
  const typed = wordsOf(text);
  if (text !== "" && typed.length === 0) return [];
  const fits = ({ name, more }) => {
    const words = wordsOf(`${name} ${more ?? ""}`);
    return typed.every((one) => words.some((word) => word.startsWith(one)));
  };
  return [["actions", t("Actions")], ["places", t("Places")]].map(([group, name]) => {
    const all = items.filter((item) => item.group === group && fits(item));
    return { name, items: text === "" ? all : all.slice(0, most) };
  }).filter((group) => group.items.length > 0);
}
