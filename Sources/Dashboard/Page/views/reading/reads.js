// The reads of a book: each time it was read, with its dates, rating and format.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { wrote } from "../../kit/changes.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import {
  isolated, minutes, onDay, onPartialDay, partialDay, percent, seconds,
} from "../../kit/format.js";
import { plural, rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { timeNow } from "../../kit/now.js";
import { partialDate, partialDateField } from "../../kit/partial-date.js";
import { dayOf } from "../../kit/person.js";
import { link } from "../../kit/route.js";
import { rowActions } from "../../kit/row-actions.js";
import { part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { ratingField, ratingText, starsOf } from "./rating.js";

const areas = ["library", "reading", "diversity"];
const statuses = [
  ["reading", t("status|Reading")], ["finished", t("status|Finished")], ["abandoned", t("status|Abandoned")],
];
export const formats = [
  ["", t("format|Unknown")], ["print", t("format|Print")], ["ebook", t("E-book")], ["audio", t("Audiobook")],
];
const mostReads = 200;
const mostStories = 20;

const pathOf = (read) => `library/${part(read.workId)}/reads/${part(read.id)}`;

export const formatName = (format) => formats.find(([key]) => key === format)?.[1] ?? format;

/** The change of an entry that begins a read now. A wanted book keeps the start that was set for its first read. */
export function begun(entry) {
  const isStarted = entry?.status === "wantToRead" && entry.startedOn && !entry.finishedOn && entry.readCount === 0;
  return { status: "reading", ...(isStarted ? {} : { startedAt: new Date(timeNow()).toISOString() }) };
}

export const beginReading = (id, entry) => send(entry ? "PATCH" : "PUT", `library/${part(id)}`, begun(entry));

/** Whether a book that is read next has been read before. */
export const wasRead = (entry) => entry !== null && (entry.readCount > 0 || entry.status === "abandoned");

/** `book` resolves when the book is shown: its own buttons come before those of its reads. */
export function readsCard(scope, id, book) {
  const add = h("button", { type: "button", class: "quiet", onclick: () => addRead(id) }, t("Add a read"));
  return card(scope, {
    title: t("Reads"),
    size: "rows",
    class: "reading full",
    areas: ["library", "reading", "catalogue"],
    load: async (get) => {
      const orNone = (none) => (error) => {
        if (error.status === 404) return none;
        throw error;
      };
      const [{ items }, entry, stories] = await Promise.all([
        get(`library/${part(id)}/reads`, { limit: mostReads }).catch(orNone({ items: [] })),
        get(`library/${part(id)}`).catch(orNone(null)),
        get("stories", { workId: id, limit: mostStories }),
      ]);
      await book;
      return { items, listening: entry?.listening ?? null, stories: stories.items };
    },
    show: ({ items, listening, stories }) => {
      const rows = [listeningRow(listening), ...items.toReversed().map(row)].filter(Boolean);
      return [
        rows.length > 0
          ? h("ul", { class: "rows", "aria-label": t("Reads, latest first") }, rows)
          : empty(t("Each time you read this book will appear here, with its dates, rating and format.")),
        stories.length > 0
          ? h("ul", { class: "rows", "aria-label": t("Linked stories") }, stories.map(storyRow)) : null,
        h("div", { class: "actions" }, add),
      ];
    },
  });
}

const listeningRow = (listening) => (listening === null ? null : h("li", { class: "stacks" },
  h("div", { class: "row-text" },
    h("span", {}, rich("Listening since {day}", { day: onDay(dayOf(new Date(listening.startedAt))) })),
    h("span", { class: "muted" },
      t("{share}, {time} listened", {
        share: percent(listening.progress * 100), time: seconds(listening.listenedSeconds),
      })))));

const storyRow = (story) => h("li", { class: "stacks" },
  h("div", { class: "row-text" },
    h("a", { class: "row-link", href: link("/listening/sessions", { story: story.id }) },
      h("span", { class: "clamp" }, isolated(story.title))),
    h("span", { class: "muted" }, t("Audio form of this book"))),
  h("div", { class: "row-actions" },
    h("button", { type: "button", class: "link", "aria-label": t("Remove the link of {title}", { title: story.title }),
      onclick: () => unlink(story) }, t("Remove link"))));

async function unlink(story) {
  const write = (workId) => send("PUT", `stories/${part(story.id)}`, {
    title: story.title, estimatedDuration: story.estimatedDuration, heroId: story.heroId, workId,
  }).then(() => wrote("catalogue", ...areas));
  try {
    await write(null);
    notice(t("Link removed."), { text: t("Undo"), run: () => write(story.workId) });
  } catch (error) {
    notice(t("The link was not removed: {reason}", { reason: error.message }));
  }
}

function row(read) {
  if (isBeingDeleted(pathOf(read))) return null;
  const facts = factsOf(read);
  const name = nameOf(read);
  return h("li", { class: "compact" },
    h("div", { class: "row-text" },
      h("span", {}, headOf(read)),
      facts.length > 0 ? h("span", { class: "muted" }, facts.map((fact, at) => [at > 0 ? ", " : null, fact])) : null,
      read.note ? h("span", { class: "muted clamp", dir: "auto" }, read.note) : null,
      read.review ? h("details", { class: "review" },
        h("summary", {}, t("Review")), h("p", { dir: "auto" }, read.review)) : null),
    read.rating === null ? null : h("div", { class: "row-end" },
      starsOf(read.rating), h("span", { class: "spoken" }, ratingText(read.rating))),
    rowActions(
      ["pencil", t("Edit"), t("Edit read: {name}", { name }), () => editRead(read)],
      ...(isDerived(read) ? [] : [["bin", t("Delete"), t("Delete read: {name}", { name }),
        () => deleteWithUndo(pathOf(read), t("Read deleted."), ...areas)]])));
}

/** A read that follows from listening: only its rating, note and review can be changed. */
const isDerived = (read) => read.source === "listening";

/** The heading of a row, with the full date on hover. */
const headOf = (read) => wordsOf(read, onPartialDay);

/** A read as text: "Finished in May 2019", "Finished, date unknown", "Reading since 3 Nov". */
const nameOf = (read) => wordsOf(read, partialDay).join("");

function wordsOf({ status, startedOn, finishedOn }, shown) {
  const date = status === "reading" ? startedOn : finishedOn;
  if (!date) return [undatedText(status)];
  const values = { date: shown(date) };
  if (status === "reading") return rich("Reading since {date}", values);
  const isDay = date.length === 10;
  if (status === "finished") return isDay ? rich("Finished {date}", values) : rich("Finished in {date}", values);
  return isDay ? rich("Abandoned {date}", values) : rich("Abandoned in {date}", values);
}

function undatedText(status) {
  if (status === "reading") return t("status|Reading");
  return status === "finished" ? t("Finished, date unknown") : t("Abandoned, date unknown");
}

const formatFacts = { print: t("fact|print"), ebook: t("fact|e-book"), audio: t("fact|audiobook") };

/** "3 h in 5 sessions" */
export const timeInSessions = (total, count) => plural(count, {
  one: "{time} in {count} session", other: "{time} in {count} sessions",
}, { time: minutes(total) });

const factsOf = (read) => [
  read.status !== "reading" && read.startedOn
    ? h("span", {}, rich("started {date}", { date: onPartialDay(read.startedOn) })) : null,
  read.format ? formatFacts[read.format] ?? read.format : null,
  read.sessionCount > 0 ? timeInSessions(read.totalReadingMinutes, read.sessionCount) : null,
  read.listenedSeconds > 0 ? t("{time} listened", { time: seconds(read.listenedSeconds) }) : null,
].filter(Boolean);

const addRead = (id) => dialog(t("Add a read"), (close) => readForm({
  label: t("Add a read"),
  submit: t("Add"),
  close,
  read: { status: "finished", startedOn: null, finishedOn: null, rating: null, format: null, note: null, review: null },
  known: "day",
  save: (values) => send("POST", `library/${part(id)}/reads`, withoutNulls(values)),
}), { kind: "reading" });

const withoutNulls = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

function editRead(read) {
  const check = notStale(pathOf(read), read);
  return dialog(t("Edit read"), (close) => readForm({
    label: t("Edit read"),
    submit: t("Save"),
    close,
    read,
    save: async (values) => {
      const touched = touchedOf(values, read);
      // A read that ends today ends now.
      if (read.status === "reading" && touched.finishedOn === dayOf()) delete touched.finishedOn;
      if (Object.keys(touched).length === 0) return;
      await check(touched);
      await send("PATCH", pathOf(read), touched);
    },
  }), { kind: "reading" });
}

/** The form of a new or an existing read; `save(values)` sends it. */
function readForm({ label, submit, close, read, known, save }) {
  let { rating } = read;
  const status = field({ label: t("Status"), name: "status", options: statuses, value: read.status });
  const finishedOn = read.status === "reading" ? dayOf() : read.finishedOn;
  const finish = partialDateField({ label: t("date|Finish"), name: "finishedOn", value: finishedOn, known });
  const select = status.querySelector("select");
  const update = () => finish.setShown(select.value !== "reading");
  select.addEventListener("change", update);
  update();
  const own = isDerived(read) ? [] : [
    status,
    partialDateField({ label: t("date|Start"), name: "startedOn", value: read.startedOn }),
    finish,
    field({ label: t("Format"), name: "format", options: formats, value: read.format ?? "" }),
  ];
  return form({
    label,
    submit,
    cancel: close,
    fields: [...own,
      h("div", { class: "field" }, h("span", { class: "field-name" }, t("Rating")),
        ratingField({ value: rating, changed: (value) => { rating = value; } })),
      field({ label: t("Note"), name: "note", type: "lines", value: read.note ?? "", maxlength: 500 }),
      field({
        label: t("Review"), name: "review", type: "lines", value: read.review ?? "", maxlength: 10000, dir: "auto",
      })],
    send: async (values) => {
      const written = { rating, note: values.note.trim() || null, review: values.review.trim() || null };
      if (!isDerived(read)) {
        Object.assign(written, {
          status: values.status, startedOn: partialDate(values, "startedOn"), format: values.format || null,
        });
        if (values.status !== "reading") written.finishedOn = partialDate(values, "finishedOn");
      }
      await save(written);
      close();
      wrote(...areas);
    },
  });
}
