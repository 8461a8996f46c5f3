// What time it is: by the server's clock, where that of this device is wrong.

const tolerated = 90_000;
let offset = 0;

/** Milliseconds, as `Date.now()` gives them. */
export const timeNow = () => Date.now() + offset;

/** The `Date` field of an answer that came just now. */
export function readServerTime(field) {
  const difference = Date.parse(field ?? "") - Date.now();
  if (!Number.isNaN(difference)) offset = Math.abs(difference) > tolerated ? difference : 0;
}
