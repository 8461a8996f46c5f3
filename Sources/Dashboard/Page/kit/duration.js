// Lengths of time as they are typed: "25" are minutes, "25:30" minutes and seconds, "1:05:00" hours too.

import { clock } from "./format.js";
import { Problem } from "./server.js";

/** 1926 → "32:06". */
export const durationText = (seconds) => (seconds === null || seconds === undefined ? "" : clock(Math.round(seconds)));

/** "32:06" → 1926, an empty text → null, anything else → undefined. */
export function parsedDuration(text) {
  const trimmed = text.trim().replace(",", ".");
  if (trimmed === "") return null;
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed) * 60;
  const parts = trimmed.match(/^(?:(\d+):)?(\d+):(\d{2})$/);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [Number(parts[1] ?? 0), Number(parts[2]), Number(parts[3])];
  if (seconds > 59 || (parts[1] !== undefined && minutes > 59)) return undefined;
  return hours * 3600 + minutes * 60 + seconds;
}

/** What a field holds, or the complaint that stands beside it. */
export function durationOf(field, text) {
  const seconds = parsedDuration(text);
  if (seconds === undefined) throw wrong(field, "Write minutes and seconds, such as 25:30, or hours too: 1:05:00.");
  return seconds;
}

/** A complaint beside one field, as the server would make it. */
export const wrong = (field, message) => new Problem(422, { detail: message, errors: [{ field, message }] });
