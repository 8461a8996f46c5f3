// The signed-in user, and what "today" means in their time zone.

import { formatter } from "./formatter.js";
import { timeNow } from "./now.js";
import { get, showsUser } from "./server.js";

/** The profile from the last response. */
let profile = null;

const numericDay = { year: "numeric", month: "2-digit", day: "2-digit" };

export const person = () => profile;

export async function loadPerson(signal) {
  const asked = get("profile", undefined, signal);
  // A phone needs 100 ms to load time zones, and does so in a separate task while it waits for the response.
  setTimeout(dayOf);
  setPerson(await asked);
  return profile;
}

export function setPerson(value) {
  profile = value;
  showsUser(value?.userId ?? null);
}

/** The calendar day (YYYY-MM-DD) of an instant in the user's time zone, with the user's start of the day. */
export function dayOf(instant = new Date(timeNow())) {
  const shifted = new Date(instant.getTime() - (profile?.dayStart ?? 0) * 3_600_000);
  return formatter("DateTimeFormat", "en-CA", { timeZone: zone(), ...numericDay }).format(shifted);
}

/** The user's time zone, or UTC if this browser does not know it. */
export function zone() {
  const name = profile?.timezone ?? "UTC";
  try {
    formatter("DateTimeFormat", "en", { timeZone: name });
    return name;
  } catch {
    return "UTC";
  }
}

/** The day `count` days after another. */
export function plusDays(day, count) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The Monday of the week of a day. */
export const monday = (day = dayOf()) => plusDays(day, -((new Date(noon(day)).getUTCDay() + 6) % 7));

/** Whether a text is an existing calendar day, such as the server accepts. */
export const isDay = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noon(text)) && plusDays(text, 0) === text;

/** Whole days from one day to another. */
export const daysBetween = (from, to) => Math.round((noon(to) - noon(from)) / 86_400_000);

const noon = (day) => Date.parse(`${day}T12:00:00Z`);

/** The instant of a local time in the user's time zone ("2026-11-23T07:30"). */
export function instantAt(wallClock) {
  const wanted = Date.parse(`${wallClock}:00Z`);
  let guess = wanted;
  // Twice, because the first guess may be on the other side of a clock change.
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${wallClockAt(new Date(guess))}:00Z`);
    guess = wanted - (shown - guess);
  }
  return new Date(guess);
}

/** The local time of an instant in the user's time zone ("2026-11-23T07:30"). */
export function wallClockAt(instant) {
  const parts = Object.fromEntries(
    formatter("DateTimeFormat", "en-CA", {
      timeZone: zone(), hourCycle: "h23", ...numericDay, hour: "2-digit", minute: "2-digit",
    }).formatToParts(instant).map((item) => [item.type, item.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}
