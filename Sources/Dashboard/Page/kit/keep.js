// Small things that this browser remembers: choices, and the last known answers for when the server is away.

const prefix = "waymark.";
const largestAnswer = 100_000;
const mostAnswers = 60;

/** A choice of this browser; a browser that keeps nothing gives the default. */
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
    // Private windows may refuse: the choice then lasts as long as the page.
  }
}

export function discardChoice(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept.
  }
}

/** Keeps an answer under the address that gave it. */
export function keepAnswer(address, value) {
  try {
    const text = JSON.stringify({ at: Date.now(), value });
    if (text.length > largestAnswer) return;
    localStorage.setItem(`${prefix}answer.${address}`, text);
    const kept = answers();
    if (kept.length > mostAnswers) discardOldest(kept);
  } catch {
    // A full store keeps what it has.
  }
}

/** The last known answer: { at, value }, or null. */
export function keptAnswer(address) {
  try {
    return JSON.parse(localStorage.getItem(`${prefix}answer.${address}`));
  } catch {
    return null;
  }
}

/** How high the parts of places were: [[name, pixels]]. */
export function keptHeights() {
  try {
    return JSON.parse(choice("answer-heights", "[]"));
  } catch {
    return [];
  }
}

export const keepHeights = (heights) => choose("answer-heights", JSON.stringify(heights));

/** On signing out nothing of the person stays in the browser. */
export function discardAnswers() {
  try {
    for (const key of [...answers(), `${prefix}answer-heights`]) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Once the account is gone, nothing of this page stays in the browser. */
export function discardAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

const answers = () => Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}answer.`));

function discardOldest(keys) {
  const byAge = keys.map((key) => [JSON.parse(localStorage.getItem(key)).at, key]).sort((a, b) => a[0] - b[0]);
  for (const [, key] of byAge.slice(0, keys.length - mostAnswers)) localStorage.removeItem(key);
}
