// Small values in the browser's local storage: choices, and the last responses for when the server is unavailable.

const prefix = "waymark.";
const largestResponse = 100_000;
const mostResponses = 60;

/** A choice of this browser, or the default if the browser stores nothing. */
export function choice(name, otherwise) {
  try {
    return localStorage.getItem(prefix + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function choose(name, value) {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Private windows may reject this: the choice then lasts until the page is closed.
  }
}

export function discardChoice(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // Nothing was stored.
  }
}

/** Keeps a response under its address. */
export function keepResponse(address, value) {
  try {
    const text = JSON.stringify({ at: Date.now(), value });
    if (text.length > largestResponse) return;
    localStorage.setItem(`${prefix}answer.${address}`, text);
    const kept = responseKeys();
    if (kept.length > mostResponses) discardOldest(kept);
  } catch {
    // The storage is full: the response is not kept.
  }
}

/** The last response: { at, value }, or null. */
export function keptResponse(address) {
  try {
    return JSON.parse(localStorage.getItem(`${prefix}answer.${address}`));
  } catch {
    return null;
  }
}

/** The last known heights of parts of views: [[name, pixels]]. */
export function keptHeights() {
  try {
    return JSON.parse(choice("answer-heights", "[]"));
  } catch {
    return [];
  }
}

export const keepHeights = (heights) => choose("answer-heights", JSON.stringify(heights));

/** Removes the user's data from the browser when they sign out. */
export function discardResponses() {
  try {
    for (const key of [...responseKeys(), `${prefix}answer-heights`]) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Removes everything that this page has stored, after the account was deleted. */
export function discardAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

const responseKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}answer.`));

function discardOldest(keys) {
  const byAge = keys.map((key) => [JSON.parse(localStorage.getItem(key)).at, key]).sort((a, b) => a[0] - b[0]);
  for (const [, key] of byAge.slice(0, keys.length - mostResponses)) localStorage.removeItem(key);
}
