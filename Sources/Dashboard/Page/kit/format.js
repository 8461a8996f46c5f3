// Formats numbers, times and lengths in the language of the page.

import { choice } from "./storage.js";
import { timeNow } from "./now.js";
import { dayOf, daysBetween, zone } from "./person.js";
import { h } from "./dom.js";
import { formatter } from "./formatter.js";
import { locale, plural, t } from "./language.js";

export const number = (value, digits = 0) =>
  formatter("NumberFormat", locale, { maximumFractionDigits: digits }).format(value ?? 0);

/** "a, b and c" */
export const list = (items) => formatter("ListFormat", locale).format(items);

/** 80 → "80 %", in the style of the language. */
export const percent = (value, digits = 0) =>
  formatter("NumberFormat", locale, { style: "percent", maximumFractionDigits: digits }).format((value ?? 0) / 100);

/** From this number of hours on, minutes are not shown. */
const manyHours = 100;

/** The units that are shown: { hours?, minutes?, seconds? }. */
function unitsOf(value) {
  const whole = Math.round(value ?? 0);
  if (whole === 0 && value > 0) return { seconds: Math.max(1, Math.round(value * 60)) };
  const hours = Math.floor(whole / 60);
  if (hours === 0) return { minutes: whole };
  if (hours >= manyHours) return { hours: Math.round(whole / 60) };
  return whole % 60 === 0 ? { hours } : { hours, minutes: whole % 60 };
}

/** Minutes as "1 h 25 m", "40 m", "20 s", "0 m", "249 h". */
export function minutes(value) {
  const units = unitsOf(value);
  if (units.seconds !== undefined) return t("{seconds} s", units);
  if (units.hours === undefined) return t("{minutes} m", units);
  return units.minutes === undefined ? t("{hours} h", units) : t("{hours} h {minutes} m", units);
}

/** Minutes as "1 hour 25 minutes", for names that are only heard: a screen reader spells "25 m". */
export const minutesInWords = (value) => Object.entries(unitsOf(value)).map(([units, count]) =>
  formatter("NumberFormat", locale, { style: "unit", unit: units.slice(0, -1), unitDisplay: "long" }).format(count))
  .join(" ");

export const seconds = (value) => minutes((value ?? 0) / 60);

/** A running clock: "04:59", "1:04:59". */
export function clock(value) {
  const whole = Math.max(0, Math.floor(value));
  const two = (part) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

// --- Lengths and weights: stored in metres and kilograms, shown in the units that this browser prefers.

const mile = 1609.344;
const foot = 0.3048;
const pound = 0.45359237;

export const usesMiles = () => choice("distance", defaultUnits() ? "mi" : "km") === "mi";
export const usesPounds = () => choice("weight", defaultUnits() ? "lb" : "kg") === "lb";

const defaultUnits = () => /^(en-US|en-LR|my)/.test(navigator.language);

export const distanceUnit = () => (usesMiles() ? "mi" : "km");
export const weightUnit = () => (usesPounds() ? "lb" : "kg");

export const toDistance = (metres) => metres / (usesMiles() ? mile : 1000);
export const fromDistance = (value) => value * (usesMiles() ? mile : 1000);
export const toWeight = (kilograms) => (usesPounds() ? kilograms / pound : kilograms);
export const fromWeight = (value) => (usesPounds() ? value * pound : value);

/** Metres as "5.2 km". */
export const distance = (metres, digits = 1) => `${number(toDistance(metres), digits)} ${distanceUnit()}`;

// A height is in the system of the distances.
export const heightUnit = () => (usesMiles() ? "ft" : "m");
export const toHeight = (metres) => (usesMiles() ? metres / foot : metres);
export const fromHeight = (value) => (usesMiles() ? value * foot : value);

/** Metres as "120 metres" or "394 feet": "m" is the unit of minutes. */
export const height = (metres) => {
  const value = Math.round(toHeight(metres));
  return usesMiles() ? plural(value, { one: "{count} foot", other: "{count} feet" })
    : plural(value, { one: "{count} metre", other: "{count} metres" });
};

/** Kilograms as "15 kg". */
export const weight = (kilograms) => `${number(toWeight(kilograms), 1)} ${weightUnit()}`;

/** A slower pace comes from a wrong distance or time. */
const slowestPace = 36_000;

const secondsPerUnit = (minutesPerKilometre) => minutesPerKilometre * 60 * (usesMiles() ? mile / 1000 : 1);

/** Whether a pace is known and under ten hours per kilometre or mile. */
export const hasPace = (minutesPerKilometre) =>
  typeof minutesPerKilometre === "number" && secondsPerUnit(minutesPerKilometre) < slowestPace;

/** Minutes per kilometre as "11:24 /km" or "9:35 /km", or "–". */
export const pace = (minutesPerKilometre) => (hasPace(minutesPerKilometre)
  ? `${clock(secondsPerUnit(minutesPerKilometre)).replace(/^0/, "")} /${distanceUnit()}` : "–");

// --- Names within other text.

export const capital = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

const openers = new Map([..."\u202A\u202B\u202D\u202E"].map((mark) => [mark, "\u202C"])
  .concat([..."\u2066\u2067\u2068"].map((mark) => [mark, "\u2069"])));
const closers = new Set(openers.values());

/** A name within other text. Its direction marks are closed, so that they do not reorder the text around it. */
export function isolated(name) {
  const open = [];
  let text = "";
  for (const letter of name) {
    if (closers.has(letter) && open.at(-1) !== letter) continue;
    if (closers.has(letter)) open.pop();
    if (openers.has(letter)) open.push(openers.get(letter));
    text += letter;
  }
  return `\u2068${text}${open.reverse().join("")}\u2069`;
}

/** The first characters of a long name. */
export const shortName = (name, most = 60) =>
  isolated([...name].length > most ? `${[...name].slice(0, most - 1).join("")}…` : name);

/** "fr" → "French". */
export function languageName(code) {
  try {
    return capital(formatter("DisplayNames", locale, { type: "language" }).of(code) ?? code);
  } catch {
    return capital(code);
  }
}

// --- Days and instants.

const dayFormat = (options) => formatter("DateTimeFormat", locale, { timeZone: "UTC", ...options });

/** "Tuesday 17 November 2026" */
export const longDay = (day) =>
  dayFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(atNoon(day));

/** "17 Nov", with the year if it is not the current one. */
export function shortDay(day) {
  const year = day.slice(0, 4) === dayOf().slice(0, 4) ? undefined : "numeric";
  return dayFormat({ day: "numeric", month: "short", year }).format(atNoon(day));
}

/** "November 2026" */
export const month = (text) => dayFormat({ month: "long", year: "numeric" }).format(atNoon(`${text}-01`));

/** "January" … "December" */
export const monthNames = () => Array.from({ length: 12 }, (_, index) =>
  dayFormat({ month: "long" }).format(new Date(Date.UTC(2026, index, 15))));

/** "Nov" */
export const shortMonth = (text) => dayFormat({ month: "short" }).format(atNoon(`${text}-01`));

/** "Tuesday" */
export const weekday = (day) => dayFormat({ weekday: "long" }).format(atNoon(day));

/** "T" */
export const weekdayInitial = (day) => dayFormat({ weekday: "narrow" }).format(atNoon(day));

/** A date that may be partly unknown: "17 Nov", "November 2026", "2026". */
export const partialDay = (date) => (date.length === 10 ? shortDay(date) : monthOrYear(date));

const monthOrYear = (date) => (date.length === 7 ? month(date) : String(Number(date)));

/** "today", "yesterday", "Tuesday" within a week, otherwise a short date. */
export function nearDay(day) {
  const ago = daysBetween(day, dayOf());
  if (ago === 0 || ago === 1) return formatter("RelativeTimeFormat", locale, { numeric: "auto" }).format(-ago, "day");
  if (ago > 1 && ago < 7) return weekday(day);
  return shortDay(day);
}

const atNoon = (day) => new Date(`${day}T12:00:00Z`);

/** The time of day in the user's time zone: "20:15". */
export const timeOfDay = (instant) =>
  formatter("DateTimeFormat", locale, { timeZone: zone(), hour: "numeric", minute: "2-digit" })
    .format(new Date(instant));

/** The full date and time: "Tuesday, 17 November 2026 at 20:15". */
const wholeInstant = (instant) =>
  formatter("DateTimeFormat", locale, { timeZone: zone(), dateStyle: "full", timeStyle: "short" }).format(
    new Date(instant),
  );

/** An hour of the day: "20:00", "8:00 PM". */
export const hourOfDay = (hour) =>
  formatter("DateTimeFormat", locale, { timeZone: "UTC", hour: "numeric", minute: "2-digit" }).format(
    new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000),
  );

/** The time since an instant: "3 minutes ago", "yesterday". */
export function ago(instant) {
  const passed = (timeNow() - new Date(instant).getTime()) / 1000;
  const relative = formatter("RelativeTimeFormat", locale, { numeric: "auto" });
  if (passed < 60) return relative.format(0, "minute");
  if (passed < 3600) return relative.format(-Math.floor(passed / 60), "minute");
  if (dayOf(new Date(instant)) === dayOf()) return relative.format(-Math.floor(passed / 3600), "hour");
  return nearDay(dayOf(new Date(instant)));
}

/** An instant in short form, with the full one on hover and in `datetime`. */
export const when = (instant) =>
  h("time", { datetime: instant, title: wholeInstant(instant) },
    `${nearDay(dayOf(new Date(instant)))}, ${timeOfDay(instant)}`);

/** A day in short form, with the full date on hover. */
export const onDay = (day) => h("time", { datetime: day, title: longDay(day) }, nearDay(day));

/** A date that may be partly unknown: "yesterday", "November 2026", "2026". */
export const onPartialDay = (date) =>
  (date.length === 10 ? onDay(date) : h("time", { datetime: date }, monthOrYear(date)));
