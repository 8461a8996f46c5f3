// Numbers, times and lengths as people say them, in the language of the browser.

import { choice } from "./keep.js";
import { dayOf, daysBetween, zone } from "./person.js";
import { h } from "./dom.js";

const language = navigator.language;

export const number = (value, digits = 0) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value ?? 0);

/** 80 → "80 %", as the language writes it. */
export const percent = (value, digits = 0) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits }).format((value ?? 0) / 100);

/** "1 book", "1,200 books". */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** Minutes as "1 h 25 m", "40 m", "0 m". */
export function minutes(value) {
  const whole = Math.round(value ?? 0);
  const hours = Math.floor(whole / 60);
  if (hours === 0) return `${whole} m`;
  const rest = whole % 60;
  return rest === 0 ? `${number(hours)} h` : `${number(hours)} h ${rest} m`;
}

export const seconds = (value) => minutes((value ?? 0) / 60);

/** A running clock: "04:59", "1:04:59". */
export function clock(value) {
  const whole = Math.max(0, Math.floor(value));
  const two = (part) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

// --- Lengths and weights: kept in metres and kilograms, shown as this browser's person likes them.

const mile = 1609.344;
const pound = 0.45359237;

export const usesMiles = () => choice("distance", defaultUnits() ? "mi" : "km") === "mi";
export const usesPounds = () => choice("weight", defaultUnits() ? "lb" : "kg") === "lb";

const defaultUnits = () => /^(en-US|en-LR|my)/.test(language);

export const distanceUnit = () => (usesMiles() ? "mi" : "km");
export const weightUnit = () => (usesPounds() ? "lb" : "kg");

export const toDistance = (metres) => metres / (usesMiles() ? mile : 1000);
export const fromDistance = (value) => value * (usesMiles() ? mile : 1000);
export const toWeight = (kilograms) => (usesPounds() ? kilograms / pound : kilograms);
export const fromWeight = (value) => (usesPounds() ? value * pound : value);

/** Metres as "5.2 km". */
export const distance = (metres, digits = 1) => `${number(toDistance(metres), digits)} ${distanceUnit()}`;

/** Kilograms as "15 kg". */
export const weight = (kilograms) => `${number(toWeight(kilograms), 1)} ${weightUnit()}`;

/** Minutes a kilometre as "11:24 /km". */
export function pace(minutesPerKilometre) {
  if (minutesPerKilometre === null || minutesPerKilometre === undefined) return "–";
  return `${clock(minutesPerKilometre * 60 * (usesMiles() ? mile / 1000 : 1))} /${distanceUnit()}`;
}

// --- Days and instants.

const dayFormat = (options) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });

/** "Tuesday 17 November 2026" */
export const longDay = (day) =>
  dayFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(atNoon(day));

/** "17 Nov", with the year where it is not this one. */
export function shortDay(day) {
  const year = day.slice(0, 4) === dayOf().slice(0, 4) ? undefined : "numeric";
  return dayFormat({ day: "numeric", month: "short", year }).format(atNoon(day));
}

/** "November 2026" */
export const month = (text) => dayFormat({ month: "long", year: "numeric" }).format(atNoon(`${text}-01`));

/** "today", "yesterday", "Tuesday" within a week, else a short date. */
export function nearDay(day) {
  const ago = daysBetween(day, dayOf());
  if (ago === 0 || ago === 1) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-ago, "day");
  if (ago > 1 && ago < 7) return dayFormat({ weekday: "long" }).format(atNoon(day));
  return shortDay(day);
}

const atNoon = (day) => new Date(`${day}T12:00:00Z`);

/** The wall clock in the person's zone: "20:15". */
export const timeOfDay = (instant) =>
  new Intl.DateTimeFormat(language, { timeZone: zone(), hour: "2-digit", minute: "2-digit" }).format(new Date(instant));

/** The whole of an instant: "Tuesday, 17 November 2026 at 20:15". */
export const wholeInstant = (instant) =>
  new Intl.DateTimeFormat(language, { timeZone: zone(), dateStyle: "full", timeStyle: "short" }).format(
    new Date(instant),
  );

/** An hour of the day: "20:00", "8 PM". */
export const hourOfDay = (hour) =>
  new Intl.DateTimeFormat(language, { timeZone: "UTC", hour: "numeric", minute: "2-digit" }).format(
    new Date(Date.UTC(2026, 0, 1, hour)),
  );

/** How long ago: "3 minutes ago", "yesterday". */
export function ago(instant) {
  const passed = (Date.now() - new Date(instant).getTime()) / 1000;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (passed < 60) return relative.format(0, "minute");
  if (passed < 3600) return relative.format(-Math.floor(passed / 60), "minute");
  if (dayOf(new Date(instant)) === dayOf()) return relative.format(-Math.floor(passed / 3600), "hour");
  return nearDay(dayOf(new Date(instant)));
}

/** An instant as it is said, the exact one on hover and for machines. */
export const when = (instant) =>
  h("time", { datetime: instant, title: wholeInstant(instant) },
    `${nearDay(dayOf(new Date(instant)))}, ${timeOfDay(instant)}`);

/** A day as it is said, the exact one on hover. */
export const onDay = (day) => h("time", { datetime: day, title: longDay(day) }, nearDay(day));
