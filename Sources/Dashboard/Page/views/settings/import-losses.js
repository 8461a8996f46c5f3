// The notes and collections of a list of books, which Waymark does not keep. The page names them before the import.

import { list } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";

const notes = ["private notes", "private comment", "comments", "notes"];
const shelves = ["collections", "lists"];
/** The lists of books that are tables. */
const tables = new Set([
  "goodreads", "storygraph", "librarything", "bookwyrm", "hardcover", "calibre", "openreads",
]);
/** The shelves that are statuses, which are imported. */
const statuses = new Set(["to-read", "read", "currently-reading", "to read", "reading", "want to read"]);

/** The rows of a table, with quoted cells. */
export function* rowsOf(text) {
  const line = text.split(/\r?\n/, 1)[0];
  const separator = [",", ";", "\t"].reduce((best, one) =>
    (line.split(one).length > line.split(best).length ? one : best));
  let row = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text[at];
    if (isQuoted && letter !== undefined) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[at += 1];
      else isQuoted = false;
    } else if (letter === '"' && cell === "") {
      isQuoted = true;
    } else if (letter === separator || letter === "\n" || letter === undefined) {
      row.push(cell.trim());
      cell = "";
      if (letter === separator) continue;
      yield row;
      row = [];
    } else {
      cell += letter;
    }
  }
}

/** { notes, shelves }: the number of rows with a note, and of the collections that are not statuses. */
export function lossesOf(text) {
  const found = { notes: 0, shelves: new Set() };
  let columns = null;
  for (const row of rowsOf(text.replace(/^\uFEFF/, ""))) {
    if (columns === null) {
      const names = row.map((name) => name.toLowerCase());
      const of = (wanted) => names.flatMap((name, at) => (wanted.includes(name) ? [at] : []));
      columns = { notes: of(notes), shelves: of(shelves) };
      continue;
    }
    if (columns.notes.some((at) => row[at])) found.notes += 1;
    for (const name of columns.shelves.flatMap((at) => (row[at] ?? "").split(/[,;]/))) {
      const shelf = name.trim().toLowerCase();
      if (shelf && !statuses.has(shelf)) found.shelves.add(shelf);
    }
  }
  return { notes: found.notes, shelves: found.shelves.size };
}

/** A longer list is counted up to here. */
const mostBytes = 8 * 1024 * 1024;

/** The sentence about the losses of files of a format, or null. */
export async function lossText(format, files) {
  if (!tables.has(format)) return null;
  const sum = { notes: 0, shelves: 0 };
  const isCut = files.some((file) => file.size > mostBytes);
  for (const file of files) {
    const losses = lossesOf(await file.slice(0, mostBytes).text());
    sum.notes += losses.notes;
    sum.shelves += losses.shelves;
  }
  const parts = [
    sum.notes > 0 ? plural(sum.notes, { one: "{count} note", other: "{count} notes" }) : null,
    sum.shelves > 0
      ? plural(sum.shelves, { one: "{count} collection or list", other: "{count} collections or lists" }) : null,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const losses = isCut ? t("Not imported: at least {losses}.", { losses: list(parts) })
    : t("Not imported: {losses}.", { losses: list(parts) });
  return `${losses} ${t("Waymark keeps titles, dates, ratings, statuses, tags and reviews. Keep this file.")}`;
}
