// One form for a book and its library entry, which are saved together.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { t } from "../../kit/language.js";
import { partialDate, partialDateField } from "../../kit/partial-date.js";
import { dayOf } from "../../kit/person.js";
import { freshKey, get, part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { ratingField } from "./rating.js";
import { lookUpField } from "./look-up.js";
import { begun } from "./reads.js";
import { statuses } from "./works.js";

/**
 * Opens the form for a new or existing book; calls `saved(id, entry)` when both are saved. The dates and the rating of
 * an existing book belong to its reads.
 */
export function bookForm({ work = null, entry = null, saved }) {
  const id = work?.id ?? null;
  let rating = null;
  let made = id;
  const reading = work ? null : readFields();
  const checkWork = work && notStale(`works/${part(id)}`, work);
  const checkEntry = entry && notStale(`library/${part(id)}`, entry);
  const found = work ? null : lookUpField();
  return dialog(work ? t("Edit book") : t("Add book"), (close) => form({
    label: work ? t("Edit book") : t("Add book"),
    submit: work ? t("Save") : t("Add"),
    cancel: close,
    draft: work ? null : "book",
    fields: [found?.element, ...workFields(work), entryFields(entry, reading),
      reading?.element,
      work ? null : h("div", { class: "field" }, h("span", { class: "field-name" }, t("Rating")),
        ratingField({ value: rating, changed: (value) => { rating = value; } }))],
    send: async (values) => {
      // Keeps the id if one of the two writes has to be retried.
      made ??= freshBookID(values.title);
      const [newWork, newEntry] = [{ ...workOfValues(values), ...found?.identifiers() }, entryOfValues(values)];
      const workNow = await merged(newWork, work, checkWork);
      const touched = entry ? touchedOf(newEntry, entry) : null;
      const entryNow = entry ? await checkEntry(touched) : null;
      await send("PUT", `works/${part(made)}`, workNow);
      const path = `library/${part(made)}`;
      const written = await (work
        ? saveEntry(path, entryNow, touched ?? newEntry) : addEntry(path, values, rating));
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

/** Changes the entry, or adds it if the book is not in the library. */
async function saveEntry(path, entry, values) {
  if (!entry) return send("PUT", path, values);
  if (values.status === "reading") return send("PATCH", path, { ...values, ...begun(entry) });
  return Object.keys(values).length > 0 ? send("PATCH", path, values) : entry;
}

async function addEntry(path, values, rating) {
  const entry = entryOfValues(values);
  const isClosed = values.status === "finished" || values.status === "abandoned";
  const dates = {};
  if (values.status !== "wantToRead") dates.startedOn = partialDate(values, "startedOn");
  if (isClosed) dates.finishedOn = partialDate(values, "finishedOn");
  if (!isClosed || dates.finishedOn !== null) {
    // A read that ends today ends now.
    if (dates.finishedOn === dayOf()) delete dates.finishedOn;
    return send("PUT", path, { ...entry, ...dates, rating });
  }
  // An entry that becomes finished would end now, but a read may have an unknown finish.
  await send("PUT", path, { ...entry, status: "wantToRead" });
  await send("POST", `${path}/reads`, { status: values.status, startedOn: dates.startedOn, rating });
  return get(path);
}

const workFields = (work) => [
  field({ label: t("Title"), name: "title", value: work?.title, required: true, maxlength: 500, autofocus: true,
    dir: "auto" }),
  field({
    label: t("Authors"), name: "authors", type: "lines", value: work?.authors.join("\n"), hint: t("One per line."),
  }),
  h("div", { class: "two" },
    field({
      label: t("Pages"), name: "pageCount", type: "number", inputmode: "numeric", min: 1, max: 100000,
      value: work?.pageCount,
    }),
    field({
      label: t("Published"), name: "publishedYear", type: "number", min: -3000, max: 2200, value: work?.publishedYear,
      hint: t("Year."),
    })),
  h("details", {}, h("summary", {}, t("Series, language, genres and tags")),
    h("div", { class: "more-fields" },
      h("div", { class: "two" },
        field({ label: t("Series"), name: "series", value: work?.series?.name, maxlength: 500, dir: "auto" }),
        field({
          label: t("Number in the series"), name: "series.position", type: "number", inputmode: "decimal", min: 0,
          max: 10000, step: "any", value: work?.series?.position,
        })),
      h("div", { class: "two" },
        field({
          label: t("Language"), name: "language", value: work?.language, maxlength: 500, hint: t("For example en."),
        }),
        field({
          label: t("Original language"), name: "originalLanguage", value: work?.originalLanguage, maxlength: 500,
        })),
      field({
        label: t("Genres"), name: "genres", type: "lines", value: work?.genres.join("\n"), hint: t("One per line."),
      }),
      field({
        label: t("Tags"), name: "tags", type: "lines", value: work?.tags?.join("\n"), dir: "auto",
        hint: t("Your own shelves, one per line."),
      }))),
];

function entryFields(entry, reading) {
  const status = field({ label: t("Status"), name: "status", options: statuses, value: entry?.status ?? "wantToRead" });
  const select = status.querySelector("select");
  select.addEventListener("change", () => reading?.update(select.value));
  reading?.update(select.value);
  return h("div", { class: "two" },
    status,
    field({
      label: t("Current page"), name: "currentPage", type: "number", inputmode: "numeric", min: 0, max: 100000,
      value: entry?.currentPage ?? 0,
    }));
}

/** { element, update(status) }: the dates of the first read, as far as the status has them. */
function readFields() {
  const start = partialDateField({ label: t("date|Start"), name: "startedOn" });
  const finish = partialDateField({ label: t("date|Finish"), name: "finishedOn", value: dayOf() });
  return {
    element: h("div", { class: "dates" }, start, finish),
    update: (status) => {
      start.setShown(status !== "wantToRead");
      finish.setShown(status === "finished" || status === "abandoned");
    },
  };
}

const workOfValues = (values) => ({
  title: values.title.trim(),
  authors: lines(values.authors),
  genres: lines(values.genres),
  tags: lines(values.tags),
  pageCount: numberOrNull(values.pageCount),
  publishedYear: numberOrNull(values.publishedYear),
  language: values.language.trim() || null,
  originalLanguage: values.originalLanguage.trim() || null,
  series: seriesOfValues(values),
});

function seriesOfValues(values) {
  const name = values.series.trim();
  return name ? { name, position: numberOrNull(values["series.position"]) } : null;
}

const entryOfValues = (values) => ({
  status: values.status, currentPage: numberOrNull(values.currentPage) ?? 0,
});

const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const numberOrNull = (text) => (text === "" || text === undefined ? null : Number(text));

function freshBookID(title) {
  const words = title.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${words || "book"}-${freshKey().slice(0, 8)}`;
}
