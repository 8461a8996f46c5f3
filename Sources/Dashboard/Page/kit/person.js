// Who is signed in, and what "today" is for them.

import { timeNow } from "./now.js";
import { get } from "./server.js";

/** The profile, as it was asked for last. */
let profile = null;

const numericDay = { year: "numeric", month: "2-digit", day: "2-digit" };

export const person = () => profile;

export async function loadPerson() {
  profile = await get("profile");
  return profile;
}

export function setPerson(value) {
  profile = value;
}

/** The calendar day (YYYY-MM-DD) of an instant in the person's zone, whose days begin at their hour. */
export function dayOf(instant = new Date(timeNow())) {
  const shifted = new Date(instant.getTime() - (profile?.dayStart ?? 0) * 3_600_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone(), ...numericDay }).format(shifted);
}

/** A zone that this browser does not know is shown as UTC. */
export function zone() {
  const name = profile?.timezone ?? "UTC";
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return name;
  } catch {
    return "UTC";
  }
}

/** The day so many days after another. */
export function plusDays(day, count) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar, as the server wants it: no 30 February. */
export const isDay = (text) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(noon(text)) && plusDays(text, 0) === text;

/** Whole days from one day to another. */
export const daysBetween = (from, to) => Math.round((noon(to) - noon(from)) / 86_400_000);

const noon = (day) => Date.parse(`${day}T12:00:00Z`);

/** The instant at which a wall clock in the person's zone shows this ("2026-11-23T07:30"). */
export function instantAt(wallClock) {
  const wanted = Date.parse(`${wallClock}:00Z`);
  let guess = wanted;
  // Twice, since the first guess may stand on the other side of a transition.
  for (let round = 0; round < 2; round += 1) {
    const shown = Date.parse(`${wallClockAt(new Date(guess))}:00Z`);
    guess = wanted - (shown - guess);
  }
  return new Date(guess);
}

/** What a wall clock in the person's zone shows at an instant ("2026-11-23T07:30"). */
export function wallClockAt(instant) {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", {
      timeZone: zone(), hourCycle: "h23", ...numericDay, hour: "2-digit", minute: "2-digit",
    }).formatToParts(instant).map((item) => [item.type, item.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}
