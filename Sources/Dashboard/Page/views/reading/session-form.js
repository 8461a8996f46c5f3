// Rows of reading sessions, and dialogs that log and correct one.

import { pages } from "../../kit/counts.js";
import { nextFact, h } from "../../kit/dom.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { minutes, number, shortDay, timeOfDay, when } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { plural, rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { timeNow } from "../../kit/now.js";
import { dayOf, instantAt, wallClockAt } from "../../kit/person.js";
import { pageOf, submit } from "../../kit/queue.js";
import { rowActions } from "../../kit/row-actions.js";
import { part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { link } from "../../kit/route.js";
import { titleOf } from "./works.js";

const areas = ["reading", "library", "diversity"];
const pathOf = (session) => `reading/sessions/${part(session.id)}`;

/** A row: date, duration, pages and pace, and the book's title in lists of several books. */
export function sessionRow(session, { titled = false, pageCount = null } = {}) {
  if (isBeingDeleted(pathOf(session))) return null;
  const values = {
    title: titleOf(session), day: shortDay(dayOf(new Date(session.startedAt))), time: timeOfDay(session.startedAt),
  };
  return h("li", { class: "compact" },
    h("div", { class: "row-main" },
      h("div", { class: "row-text" },
        titled
          ? h("a", { class: "row-link", href: link(`/reading/books/${part(session.workId)}`) },
            h("span", { class: "clamp" }, titleOf(session)))
          : h("span", {}, when(session.startedAt)),
        h("span", { class: "muted" }, titled ? [when(session.startedAt), ", "] : null,
          h("span", { class: "no-wrap" }, minutes(session.durationMinutes)), nextFact(pagesText(session)))),
      h("div", { class: "row-end" },
        h("b", {}, pages(session.pagesRead)),
        h("div", { class: "muted" }, paceText(session.readingPace)))),
    rowActions(
      ["pencil", t("Correct"),
        titled ? t("Correct session of {title}", values) : t("Correct the session of {day} {time}", values),
        () => correct(session, pageCount)],
      ["bin", t("Delete"),
        titled ? t("Delete session of {title}", values) : t("Delete the session of {day} {time}", values),
        () => deleteWithUndo(pathOf(session), t("Session deleted."), ...areas)]));
}

const pagesText = ({ startPage, endPage }) => startPage === endPage
  ? t("page {page}", { page: startPage }) : t("pages {from}–{to}", { from: startPage, to: endPage });

export const paceText = (pace) => (pace === null
  ? t("no pace") : t("{pages} pages per hour", { pages: number(pace) }));

const pageField = (label, name, value, pageCount, more) => field({
  label, name, value, type: "number", inputmode: "numeric", min: 0, max: pageCount ?? 100000, required: true, ...more,
});

function correct(session, pageCount) {
  const ended = wallClockAt(new Date(session.endedAt));
  const check = notStale(pathOf(session), session, (name, value) => (name === "endedAt" ? null : number(value)));
  dialog(t("Correct session"), (close) => form({
    submit: t("Save"),
    cancel: close,
    label: t("Correct session"),
    fields: [
      h("p", { class: "muted" }, rich("Started {time}", { time: when(session.startedAt) })),
      field({ label: t("Ended"), name: "endedAt", type: "datetime-local", value: ended, required: true }),
      h("div", { class: "two" },
        pageField(t("From page"), "startPage", session.startPage, pageCount, { autofocus: true }),
        pageField(t("To page"), "endPage", session.endPage, pageCount)),
    ],
    send: async (values) => {
      const typed = { startPage: Number(values.startPage), endPage: Number(values.endPage) };
      const change = touchedOf(typed, session);
      // An unchanged minute keeps its seconds.
      if (values.endedAt !== ended) change.endedAt = instantAt(values.endedAt).toISOString();
      if (Object.keys(change).length === 0) return close();
      try {
        await check(change);
        await send("PATCH", pathOf(session), change);
      } catch (error) {
        if (error.status !== 404) throw error;
        notice(t("The session was deleted on another device, so the change was not saved."));
      }
      close();
      wrote(...areas);
    },
  }), { kind: "reading" });
}

/** Logs a session without a timer, or edits one that waits: { body, save, note }. */
export async function logSession({ work, entry }, waiting = null) {
  const now = new Date(timeNow());
  const page = waiting ? null : await pageOf(work.id, entry?.currentPage ?? 0);
  const { startedAt, endedAt, startPage, endPage } = waiting?.body ?? {
    startedAt: new Date(now.getTime() - 1_800_000), endedAt: now, startPage: page, endPage: "",
  };
  const shown = { startedAt: wallClockAt(new Date(startedAt)), endedAt: wallClockAt(new Date(endedAt)) };
  // An unchanged minute keeps its seconds.
  const instant = (values, name, exact) =>
    (waiting && values[name] === shown[name] ? exact : instantAt(values[name]).toISOString());
  return dialog(waiting ? t("Edit a session") : t("Log a session"), (close) => form({
    submit: waiting ? t("Save") : t("Log session"),
    draft: waiting ? undefined : `session ${work.id}`,
    cancel: close,
    label: waiting ? t("Edit a session") : t("Log a session"),
    fields: [
      waiting?.note,
      h("div", { class: "dates" },
        field({
          label: t("Started"), name: "startedAt", type: "datetime-local", required: true, autofocus: true,
          value: shown.startedAt,
        }),
        field({ label: t("Ended"), name: "endedAt", type: "datetime-local", required: true, value: shown.endedAt })),
      h("div", { class: "two" },
        pageField(t("From page"), "startPage", startPage, work.pageCount),
        pageField(t("To page"), "endPage", endPage, work.pageCount)),
    ],
    send: async (values) => {
      const body = {
        workId: work.id,
        startedAt: instant(values, "startedAt", startedAt),
        endedAt: instant(values, "endedAt", endedAt),
        startPage: Number(values.startPage),
        endPage: Number(values.endPage),
      };
      const about = { title: work.title ?? null, pageCount: work.pageCount ?? null };
      const session = waiting ? await waiting.save(body)
        : await submit({ kind: "reading", path: "reading/sessions", body, about });
      close();
      if (!session) return;
      wrote(...areas);
      notice(plural(session.pagesRead, {
        one: "Logged: {count} page in {time}.", other: "Logged: {count} pages in {time}.",
      }, { time: minutes(session.durationMinutes) }));
    },
  }), { kind: "reading" });
}
