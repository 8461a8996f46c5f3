// The time zone of a person who has never chosen one: this browser's, at the first sign-in.

import { timeNow } from "./now.js";
import { person, setPerson } from "./person.js";
import { send } from "./server.js";
import { choice, choose } from "./storage.js";

/** The lifetime of a sign-in link. An account that is younger is at its first sign-in. */
const newMilliseconds = 10 * 60_000;

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";

/** Whether the time zone is still the default of the server. */
const isDefault = (profile) => profile.timezone === "UTC" && profile.history?.timezone.length === 1;

const keptZone = (profile) => `zone ${profile.userId}`;

/** Sets the zone of a new account. Its history is empty, so no past day changes. */
export async function setFirstZone(profile) {
  const isNew = timeNow() - Date.parse(profile.createdAt) < newMilliseconds;
  if (!isDefault(profile) || !isNew || browserZone() === "UTC" || choice(keptZone(profile))) return;
  try {
    setPerson(await send("PUT", "profile", { timezone: browserZone() }));
    choose(keptZone(profile), browserZone());
  } catch {
    // This sign-in may not write, or the server does not know the zone: Today asks.
  }
}

/** Whether an older account may use the wrong zone: it has the default, and this browser has another one. */
export const mayBeWrong = () => isDefault(person()) && browserZone() !== "UTC" && !choice(keptZone(person()));

/** Stops asking on this browser. */
export const keepZone = () => choose(keptZone(person()), person().timezone);
