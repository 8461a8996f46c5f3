// The current time, corrected by the server's clock if the device's clock is wrong.

const tolerated = 90_000;
let offset = 0;

/** Milliseconds, like `Date.now()`. */
export const timeNow = () => Date.now() + offset;

/** Reads the `Date` header of a response that has just arrived. */
export function readServerTime(field) {
  const difference = Date.parse(field ?? "") - Date.now();
  if (!Number.isNaN(difference)) offset = Math.abs(difference) > tolerated ? difference : 0;
}
