// The browser's formatters of numbers, dates and lists. A phone needs up to 20 ms to make one, so each is kept.

const made = new Map();

/** formatter("NumberFormat", "en-GB", { style: "percent" }) */
export function formatter(kind, locale, options = {}) {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Intl[kind](locale, options));
  return made.get(key);
}
