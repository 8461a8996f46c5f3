// One form for a book and its library entry, which are saved together.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { timeNow } from "../../kit/now.js";
import { dayOf, instantAt } from "../../kit/person.js";
import { freshKey, part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { ratingField } from "./rating.js";
import { statuses } from "./works.js";

/** Opens the form for a new or existing book; calls `saved(id, entry)` when both are saved. */
export function bookForm({ work = null, entry = null, saved }) {
  const id = work?.id ?? null;
  let rating = entry?.rating ?? null;
  let made = id;
  const checkWork = work && notStale(`works/${part(id)}`, work);
  const checkEntry = entry && notStale(`library/${part(id)}`, entry);
  return dialog(work ? "Edit book" : "Add book", (close) => form({
    label: work ? "Edit book" : "Add book",
    submit: work ? "Save" : "Add",
    cancel: close,
    draft: work ? null : "book",
    fields: [...workFields(work), ...entryFields(entry),
      h("div", { class: "field" }, h("span", { class: "field-name" }, "Rating"),
        ratingField({ value: rating, changed: (value) => { rating = value; } }))],
    send: async (values) => {
      // Keeps the id if one of the two writes has to be retried.
      made ??= freshBookID(values.title);
      const [newWork, newEntry] = [workOfValues(values), { ...entryOfValues(values, entry), rating }];
      const workNow = await merged(newWork, work, checkWork);
      const entryNow = await merged(newEntry, entry, checkEntry);
      await send("PUT", `works/${part(made)}`, workNow);
      const written = await send("PUT", `library/${part(made)}`, entryNow);
      close();
      // Waits for the change, so that the next view does not load twice.
      await wrote("library", "diversity", "reading");
      saved?.(made, written, entry);
    },
  }), { kind: "reading" });
}

/** Merges the changed values into the server's current ones, such as the page of a stopped timer. */
async function merged(values, shown, check) {
  if (!check) return values;
  const touched = touchedOf(values, shown);
  const now = await check(touched);
  return { ...Object.fromEntries(Object.keys(values).map((name) => [name, now[name]])), ...touched };
}

const workFields = (work) => [
  field({ label: "Title", name: "title", value: work?.title, required: true, maxlength: 500, autofocus: true,
    dir: "auto" }),
  field({ label: "Authors", name: "authors", type: "lines", value: work?.authors.join("\n"), hint: "One per line." }),
  h("div", { class: "two" },
    field({
      label: "Pages", name: "pageCount", type: "number", inputmode: "numeric", min: 1, max: 100000,
      value: work?.pageCount,
    }),
    field({
      label: "Published", name: "publishedYear", type: "number", min: -3000, max: 2200, value: work?.publishedYear,
      hint: "Year.",
    })),
  h("details", {}, h("summary", {}, "Language and genres"),
    h("div", { class: "more-fields" },
      h("div", { class: "two" },
        field({ label: "Language", name: "language", value: work?.language, maxlength: 500, hint: "For example en." }),
        field({
          label: "Original language", name: "originalLanguage", value: work?.originalLanguage, maxlength: 500,
        })),
      field({
        label: "Genres", name: "genres", type: "lines", value: work?.genres.join("\n"), hint: "One per line.",
      }))),
];

const entryFields = (entry) => [
  h("div", { class: "two" },
    field({ label: "Status", name: "status", options: statuses, value: entry?.status ?? "wantToRead" }),
    field({
      label: "Current page", name: "currentPage", type: "number", inputmode: "numeric", min: 0, max: 100000,
      value: entry?.currentPage ?? 0,
    })),
  h("div", { class: "dates" },
    field({ label: "Started on", name: "startedAt", type: "date", value: dayOfInstant(entry?.startedAt) }),
    field({ label: "Finished on", name: "finishedAt", type: "date", value: dayOfInstant(entry?.finishedAt) })),
];

const dayOfInstant = (instant) => (instant ? dayOf(new Date(instant)) : "");

const workOfValues = (values) => ({
  title: values.title.trim(),
  authors: lines(values.authors),
  genres: lines(values.genres),
  pageCount: numberOrNull(values.pageCount),
  publishedYear: numberOrNull(values.publishedYear),
  language: values.language.trim() || null,
  originalLanguage: values.originalLanguage.trim() || null,
});

function entryOfValues(values, before) {
  const entry = {
    status: values.status,
    currentPage: numberOrNull(values.currentPage) ?? 0,
    startedAt: instantOf(values.startedAt, before?.startedAt),
  };
  const finishedAt = instantOf(values.finishedAt, before?.finishedAt);
  if (values.status === "finished" && finishedAt) entry.finishedAt = finishedAt;
  return entry;
}

// An unchanged day keeps its time of day.
function instantOf(day, before) {
  if (!day) return null;
  if (before && dayOf(new Date(before)) === day) return before;
  const noon = instantAt(`${day}T12:00`);
  return new Date(Math.min(noon.getTime(), Math.max(timeNow(), 0))).toISOString();
}

const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const numberOrNull = (text) => (text === "" || text === undefined ? null : Number(text));

function freshBookID(title) {
  const words = title.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${words || "book"}-${freshKey().slice(0, 8)}`;
}
