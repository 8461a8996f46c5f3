// What another device wrote while a form stood open is not overwritten unseen.

import { get, Problem } from "./server.js";

/**
 * notStale(path, shown, describe?) of what a form was filled with: `check(touched)` gives what the server has now, or
 * complains beside the members that were changed on both sides. `describe(name, value)` puts a value into words, or
 * is null.
 */
export function notStale(path, shown, describe = () => null) {
  let known = shown;
  return async (touched) => {
    const now = await get(path);
    const changed = Object.keys(touched).filter((name) =>
      !same(now[name], known[name]) && !same(now[name], touched[name]));
    known = now;
    if (changed.length > 0) {
      const errors = changed.map((field) => ({ field, message: complaint(describe(field, now[field])) }));
      throw new Problem(409, { detail: complaint(null), errors });
    }
    return now;
  };
}

/** The members of an object that differ from what was shown. */
export const touchedOf = (values, shown) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, shown[name])));

const complaint = (text) =>
  `Changed elsewhere meanwhile${text === null ? "" : `, to ${text}`}. Save again to put yours in its place.`;

function same(one, other) {
  if (isInstant(one) && isInstant(other)) return Date.parse(one) === Date.parse(other);
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

const isInstant = (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value);
