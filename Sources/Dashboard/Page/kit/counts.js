// Counted things that several sections name.

import { plural } from "./language.js";

export const books = (count) => plural(count, { one: "{count} book", other: "{count} books" });
export const days = (count) => plural(count, { one: "{count} day", other: "{count} days" });
export const entries = (count) => plural(count, { one: "{count} entry", other: "{count} entries" });
export const pages = (count) => plural(count, { one: "{count} page", other: "{count} pages" });
export const rucks = (count) => plural(count, { one: "{count} ruck", other: "{count} rucks" });
export const sessions = (count) => plural(count, { one: "{count} session", other: "{count} sessions" });
export const stories = (count) => plural(count, { one: "{count} story", other: "{count} stories" });
export const times = (count) => plural(count, { one: "{count} time", other: "{count} times" });
export const weeks = (count) => plural(count, { one: "{count} week", other: "{count} weeks" });
