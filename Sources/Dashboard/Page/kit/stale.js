// Prevents a form from silently overwriting what another device wrote while the form was open.

import { t } from "./language.js";
import { get, Problem } from "./server.js";

/**
 * notStale(path, shown, describe?) returns `check(touched)`, which returns the server's current value, or throws errors
 * for members that were changed on both sides since `shown`. `describe(name, value)` returns a value as text, or null.
 */
export function notStale(path, shown, describe = () => null) {
  let known = shown;
  return async (touched) => {
    const now = await get(path);
    const changed = Object.keys(touched).filter((name) =>
      !same(now[name], known[name]) && !same(now[name], touched[name]));
    known = now;
    if (changed.length > 0) {
      const errors = changed.map((field) => ({ field, message: conflictText(describe(field, now[field])) }));
      throw new Problem(409, { detail: conflictText(null), errors });
    }
    return now;
  };
}

/** The members of an object that differ from the shown ones. */
export const touchedOf = (values, shown) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, shown[name])));

const conflictText = (value) => (value === null
  ? t("Another device changed this. Save again to overwrite it.")
  : t("Another device changed this to {value}. Save again to overwrite it.", { value }));

function same(one, other) {
  if (isInstant(one) && isInstant(other)) return Date.parse(one) === Date.parse(other);
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

const isInstant = (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value);
