// Typed durations: "25" is minutes, "25:30" is minutes and seconds, "1:05:00" includes hours.

import { clock } from "./format.js";
import { t } from "./language.js";
import { Problem } from "./server.js";

/** 1926 → "32:06". */
export const durationText = (seconds) => (seconds === null || seconds === undefined ? "" : clock(Math.round(seconds)));

/** "32:06" → 1926, an empty text → null, anything else → undefined. */
function parsedDuration(text) {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed) * 60;
  const parts = trimmed.match(/^(?:(\d+):)?(\d+):(\d{2})$/);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [Number(parts[1] ?? 0), Number(parts[2]), Number(parts[3])];
  if (seconds > 59 || (parts[1] !== undefined && minutes > 59)) return undefined;
  return hours * 3600 + minutes * 60 + seconds;
}

/** Returns the seconds in a field, or throws the error that is shown next to it. */
export function durationOf(field, text) {
  const seconds = parsedDuration(text);
  if (seconds === undefined) {
    throw wrong(field, t("Enter minutes and seconds, such as 25:30, or hours as well: 1:05:00."));
  }
  return seconds;
}

/** An error of one field, in the form of the server's errors. */
export const wrong = (field, message) => new Problem(422, { detail: message, errors: [{ field, message }] });
