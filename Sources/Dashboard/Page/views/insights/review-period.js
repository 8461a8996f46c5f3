// The year or the month that a review is about.

import { month } from "../../kit/format.js";
import { dayOf } from "../../kit/person.js";

const padded = (value, length = 2) => String(value).padStart(length, "0");

/** A period by its text in the address, "2026" or "2026-03", or null if it is neither. */
export function periodOf(text) {
  const [, year, part] = /^(\d{1,4})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? [];
  if (!year || Number(year) < 1 || (part && year.length < 4)) return null;
  return part ? monthOf(Number(year), Number(part)) : yearOf(Number(year));
}

const yearOf = (year) => ({
  isMonth: false, text: String(year), name: String(year), year,
  from: `${padded(year, 4)}-01-01`, to: `${padded(year, 4)}-12-31`,
  before: year > 1 ? () => yearOf(year - 1) : null,
  after: year < 9999 ? () => yearOf(year + 1) : null,
});

function monthOf(year, part) {
  const text = `${padded(year, 4)}-${padded(part)}`;
  const last = new Date(Date.UTC(2000 + (year % 400), part, 0)).getUTCDate();
  return {
    isMonth: true, text, name: month(text), year, month: part, from: `${text}-01`, to: `${text}-${padded(last)}`,
    before: year > 1 || part > 1 ? () => (part > 1 ? monthOf(year, part - 1) : monthOf(year - 1, 12)) : null,
    after: year < 9999 || part < 12 ? () => (part < 12 ? monthOf(year, part + 1) : monthOf(year + 1, 1)) : null,
  };
}

/** Whether a period has begun. */
export const hasBegun = (period) => period.from <= dayOf();

/** The months of a year that have begun. */
export const monthsOf = (year) =>
  Array.from({ length: 12 }, (_, index) => monthOf(year, index + 1)).filter(hasBegun);

/** The days of a period until today: { from, to }. */
export const daysOf = ({ from, to }) => ({ from, to: to < dayOf() ? to : dayOf() });
