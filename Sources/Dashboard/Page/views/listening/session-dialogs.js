// Dialogs that log and correct a listening session.

import { h } from "../../kit/dom.js";
import { deleteWithUndo } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { durationOf, durationText, wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { longDay, seconds, shortName, timeOfDay } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { getKept } from "../../kit/kept.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { timeNow } from "../../kit/now.js";
import { dayOf, instantAt, wallClockAt } from "../../kit/person.js";
import { picker } from "../../kit/picker.js";
import { submit } from "../../kit/queue.js";
import { part, send } from "../../kit/server.js";
import { notStale } from "../../kit/stale.js";
import { searchStories } from "./story-names.js";

const checkbox = (name, text, checked) =>
  h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), h("span", {}, text));

const titleOf = (waiting) => (waiting ? t("Edit a session") : t("Log a session"));

/** Selects the story that was heard last. Without it, the person chooses one. */
async function suggestLast(stories) {
  const { items: [last] } = await getKept("analytics/sessions", { limit: 1 }).catch(() => ({ items: [] }));
  if (last?.title) stories.suggest([last.storyId, last.title]);
}

/**
 * `story` is [id, title], or undefined for the one that was heard last. `waiting` is a session that waits for the
 * network: { body, save, note }.
 */
export const logSession = (story, waiting = null) => dialog(titleOf(waiting), (close) => {
  const now = timeNow();
  const { startedAt, endedAt, duration = null, completed } = waiting?.body ?? {
    startedAt: now - 30 * 60_000, endedAt: now, completed: true,
  };
  const stories = picker({ label: t("Story"), name: "storyId", search: searchStories, value: story });
  const element = form({
    submit: waiting ? t("Save") : t("Log session"),
    cancel: close,
    draft: waiting ? undefined : "listening-session",
    fields: [
      waiting?.note,
      stories,
      h("div", { class: "two times" },
        field({ label: t("Started"), name: "startedAt", type: "datetime-local", required: true,
          value: wallClockAt(new Date(startedAt)) }),
        field({ label: t("Ended"), name: "endedAt", type: "datetime-local", required: true,
          value: wallClockAt(new Date(endedAt)) })),
      field({ label: t("Time listened"), name: "duration", inputmode: "text", value: durationText(duration),
        hint: t("Minutes and seconds, such as 25:30. If empty, the time from start to end.") }),
      checkbox("completed", t("Listened to the end"), completed),
    ],
    send: async (values, element) => {
      if (!values.storyId) throw wrong("storyId", t("Choose a story."));
      const typed = durationOf("duration", values.duration);
      const body = {
        storyId: values.storyId,
        startedAt: instantAt(values.startedAt).toISOString(),
        endedAt: instantAt(values.endedAt).toISOString(),
        completed: values.completed === "on",
        ...(typed === null ? {} : { duration: typed }),
      };
      const title = element.querySelector(".picker-found input:checked")?.closest("label").textContent ?? story?.[1];
      const session = waiting ? await waiting.save(body, { title })
        : await submit({ kind: "listening", path: "analytics/sessions", body, about: { title } });
      if (session) finish(close, session, true);
      else close();
    },
  });
  if (!story) suggestLast(stories);
  return element;
});

export const correctSession = (session, title) => dialog(t("Correct a session"), (close) => {
  const end = wallClockAt(new Date(session.endedAt));
  const length = durationText(session.duration);
  const path = `analytics/sessions/${part(session.id)}`;
  const described = { endedAt: timeOfDay, duration: durationText };
  const check = notStale(path, session, (name, value) => described[name]?.(value) ?? null);
  return [
    h("p", {}, h("b", { class: "clamp" }, title),
      t("Started on {day} at {time}.",
        { day: longDay(dayOf(new Date(session.startedAt))), time: timeOfDay(session.startedAt) })),
    form({
      submit: t("Save"),
      cancel: close,
      fields: [
        field({ label: t("Ended"), name: "endedAt", type: "datetime-local", required: true, value: end }),
        field({ label: t("Time listened"), name: "duration", required: true, value: length,
          hint: t("Minutes and seconds, such as 25:30.") }),
        checkbox("completed", t("Listened to the end"), session.completed),
      ],
      send: async (values) => {
        const patch = {};
        // Unchanged fields are not sent, because they show rounded values.
        if (values.endedAt !== end) patch.endedAt = instantAt(values.endedAt).toISOString();
        if (values.duration !== length) patch.duration = durationOf("duration", values.duration);
        if ((values.completed === "on") !== session.completed) patch.completed = values.completed === "on";
        if (Object.keys(patch).length === 0) return close();
        await check(patch);
        finish(close, await send("PATCH", path, patch), false);
      },
    }),
  ];
});

function finish(close, session, isNew) {
  close();
  wrote("listening");
  const duration = seconds(session.duration);
  const text = isNew ? t("Logged: {duration}.", { duration }) : t("Corrected: {duration}.", { duration });
  notice(session.capped
    ? `${text} ${t("A session counts at most 1.5 times the length of its story.")}` : text);
}

export const deleteSession = (session, title) =>
  deleteWithUndo(`analytics/sessions/${part(session.id)}`,
    t("Session of “{title}” deleted.", { title: shortName(title, 40) }), "listening");
