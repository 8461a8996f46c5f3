// The timer of a book. It keeps running on the server, and stopping it asks for the page.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { finishDeletion, isBeingDeleted, runWithUndo } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { clock, longDay, minutes, timeOfDay } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { announce, wrote } from "../../kit/changes.js";
import { plural, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { dayOf, instantAt, wallClockAt } from "../../kit/person.js";
import { go, link } from "../../kit/route.js";
import { runningClock } from "../../kit/running-clock.js";
import { discardTimer, endTimer, pageOf, restoreTimer, startTimer, submit } from "../../kit/queue.js";
import { Unavailable, part, send } from "../../kit/server.js";
import { withTimer } from "../../kit/waiting.js";
import { askPrompt } from "../diversity/ask.js";
import { beginReading, wasRead } from "./reads.js";
import { statusText } from "./works.js";

const path = "reading/timer";
const longestSeconds = 86_400;
const wroteReading = () => wrote("reading", "library", "diversity");
export const bookPath = (id) => `/reading/books/${part(id)}`;

/** The timer card in the view of a book. */
export function timerCard(scope, id) {
  let running = null;
  return card(scope, {
    title: t("Reading timer"),
    class: "reading",
    areas: ["reading", "library"],
    load: async (get) => {
      const [{ active }, work, entry] = await Promise.all([
        get(path).then(withTimer), get(`works/${part(id)}`), found(get(`library/${part(id)}`)),
      ]);
      if (entry) entry.currentPage = await pageOf(id, entry.currentPage);
      const other = active && active.workId !== id ? await found(get(`works/${part(active.workId)}`)) : null;
      return { active: isBeingDeleted(path) ? null : active, work, entry, other };
    },
    show: (value) => {
      running?.element.stop();
      running = null;
      const { active, work, entry, other } = value;
      if (active && active.workId === id) {
        running = runningClock(scope, active);
        return runningParts(active, work, running);
      }
      if (active) return elsewhere(active, other);
      return entry?.status === "reading" ? ready(work, entry) : notYet(work, entry);
    },
  });
}

const found = (promise) => promise.catch((error) => {
  if (error.status === 404) return null;
  throw error;
});

const elsewhere = (active, other) => [
  h("p", {}, t("A timer is running for another book. Stop it before you start this one.")),
  h("p", { class: "clamp" }, h("b", {}, other?.title ?? t("another book"))),
  h("div", { class: "actions" },
    h("a", { class: "button", href: link(bookPath(active.workId)) }, t("Go to that book"))),
];

const bookOf = (work, entry) => ({
  workId: work.id, title: work.title, pageCount: work.pageCount ?? null, currentPage: entry.currentPage,
});

const ready = (work, entry) => [
  h("p", { class: "clock muted-clock", "aria-hidden": "true" }, clock(0)),
  h("p", { class: "muted" }, t("From page {page}.", { page: entry.currentPage })),
  h("div", { class: "actions" },
    busy("primary", [icon("play"), t("Start reading")], () => start(bookOf(work, entry)))),
];

function notYet(work, entry) {
  const again = wasRead(entry);
  const why = entry
    ? t("The timer works for books you are reading. The status of this book is “{status}”.",
      { status: statusText(entry.status) })
    : t("The timer works for books you are reading. This book is not in your library.");
  const begin = async () => {
    await beginReading(work.id, entry);
    wroteReading();
  };
  return [
    h("p", {}, why),
    again ? h("p", { class: "hint" }, t("Your earlier read keeps its dates and its rating.")) : null,
    h("div", { class: "actions" }, busy("", again ? t("Read again") : t("Mark as reading"), begin)),
  ];
}

/**
 * Starts the timer of a book: { workId, title, pageCount, currentPage }. If one runs for another book, goes to that
 * book. Without the server, the timer runs on this device.
 */
export async function start({ workId, title, pageCount, currentPage }) {
  if (isBeingDeleted(path)) await finishDeletion(path);
  try {
    await send("POST", path, { workId }, { isQueued: true });
  } catch (error) {
    if (error instanceof Unavailable) {
      const startPage = await pageOf(workId, currentPage ?? 0);
      await startTimer({ workId, title: title ?? null, pageCount: pageCount ?? null, startPage });
      notice(t("The timer runs on this device. Its session is sent when the network is back."));
      return announce("reading");
    }
    if (error.status !== 409) throw error;
    const active = error.body.active;
    notice(t("A timer is already running. Stop it first."));
    if (active && active.workId !== workId) go(bookPath(active.workId));
    return announce("reading");
  }
  await wroteReading();
}

const runningParts = (active, work, running) => [
  running.element,
  h("p", { class: "muted" },
    t("since {time}, from page {page}", { time: sinceText(active.startedAt), page: active.startPage })),
  h("div", { class: "actions" },
    h("button", { type: "button", class: "primary", onclick: () => stop(active, work, running.elapsed()) },
      icon("stop"), t("Stop")),
    h("button", {
      type: "button", class: "quiet",
      onclick: () => discard(active, work),
    }, t("Discard"))),
];

async function discard(active, work) {
  if (active.isLocal) {
    const timer = await discardTimer();
    announce("reading");
    return notice(t("Timer discarded."), timer ? { text: t("Undo"), run: async () => {
      await restoreTimer(timer);
      announce("reading");
    } } : undefined);
  }
  const about = aboutOf(active, work);
  runWithUndo(path, t("Timer discarded."), ["reading"],
    () => submit({ kind: "discard", verb: "DELETE", path, about }));
}

const aboutOf = ({ sessionId, workId, startedAt, startPage }, { title, pageCount }) =>
  ({ sessionId, workId, startedAt, startPage, title, pageCount: pageCount ?? null });

function sinceText(instant) {
  const day = dayOf(new Date(instant));
  return day === dayOf() ? timeOfDay(instant) : `${longDay(day)}, ${timeOfDay(instant)}`;
}

/** Asks for the page. The session ends when "Stop" was pressed, not when the page number is saved. */
export function stop(active, work, elapsedSeconds) {
  const began = new Date(active.startedAt).getTime();
  const ended = new Date(began + Math.floor(elapsedSeconds) * 1000);
  const long = elapsedSeconds > longestSeconds;
  let response = null;
  let earlierPage = null;
  dialog(t("Stop reading"), (close) => form({
    label: t("Stop reading"),
    submit: t("Save session"),
    cancel: close,
    fields: [
      long
        ? h("p", {}, t("This timer has run for more than a day. When did you stop reading?"))
        : h("p", {}, t("{time} of reading.", { time: minutes(elapsedSeconds / 60) })),
      long ? field({
        label: t("Stopped"), name: "endedAt", type: "datetime-local", required: true, autofocus: true,
        min: wallClockAt(new Date(began)), max: wallClockAt(ended),
        hint: t("Started {time}.", { time: sinceText(active.startedAt) }),
      }) : null,
      field({
        label: t("Which page are you on?"), name: "endPage", type: "number", inputmode: "numeric", required: true,
        min: 0, max: work.pageCount ?? 100000, autofocus: !long,
        hint: work.pageCount
          ? t("You started on page {page} of {count}.", { page: active.startPage, count: work.pageCount })
          : t("You started on page {page}.", { page: active.startPage }),
      }),
    ],
    send: async (values) => {
      const endPage = Number(values.endPage);
      // A mistyped page would move the book back, so it needs a second press.
      if (endPage < active.startPage && endPage !== earlierPage) {
        earlierPage = endPage;
        throw wrong("endPage", t("You started on page {start}. Save again if you are on page {end} now.",
          { start: active.startPage, end: endPage }));
      }
      const body = { endPage, endedAt: ended.toISOString() };
      if (long) body.endedAt = new Date(Math.max(began, instantAt(values.endedAt).getTime())).toISOString();
      try {
        response = await end(active, work, body);
      } catch (error) {
        if (error.status !== 409) throw error;
        notice(t("The timer was already stopped on another device."));
      }
      close();
      wroteReading();
    },
  }), { kind: "reading" }).then(() => { if (response) afterSession(response, work); });
}

/** Ends the timer of the server or of this device. Returns the response, if there is one. */
async function end(active, work, { endPage, endedAt }) {
  const { sessionId, workId, startedAt, startPage } = active;
  const about = aboutOf(active, work);
  if (!active.isLocal) {
    return submit({ kind: "stop", path: `${path}/stop`, body: { endPage, endedAt, sessionId }, about });
  }
  const body = { workId, startedAt, endedAt, startPage, endPage };
  await endTimer({ kind: "reading", path: "reading/sessions", body, about: { ...about, isTried: true } });
  return null;
}

function afterSession({ session, prompt, updatedBooks }, work) {
  const saved = plural(session.pagesRead, {
    one: "Session saved: {count} page in {time}.", other: "Session saved: {count} pages in {time}.",
  }, { time: minutes(session.durationMinutes) });
  const updated = plural(updatedBooks, { one: "Updated {count} book.", other: "Updated {count} books." });
  const lead = `${saved} ${updated}`;
  if (prompt) askPrompt({ prompt, title: work.title, lead });
  else notice(lead);
}

/** A button that is busy while its action runs and shows the action's error below. */
export function busy(kind, text, action) {
  const wrong = h("p", { class: "field-error", role: "alert" });
  const button = h("button", { type: "button", class: kind }, text);
  button.addEventListener("click", async () => {
    if (button.ariaBusy === "true") return;
    button.ariaBusy = "true";
    wrong.textContent = "";
    try {
      await action();
    } catch (error) {
      wrong.textContent = error.message;
    } finally {
      button.ariaBusy = null;
    }
  });
  return [button, wrong];
}
