// Texts for tests: longer than in English, in brackets, so that a text without brackets is one without a translation.

/** "Save" → "[Save ··]" */
export function pseudo(key) {
  const text = key.slice(key.lastIndexOf("|") + 1);
  return `[${text} ${"·".repeat(Math.ceil(text.length / 3))}]`;
}
