// Dialogs that log and correct a listening session.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { durationOf, durationText, wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { longDay, seconds, shortName, timeOfDay } from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { deleteWithUndo, notice } from "../../kit/notice.js";
import { timeNow } from "../../kit/now.js";
import { dayOf, instantAt, wallClockAt } from "../../kit/person.js";
import { picker } from "../../kit/picker.js";
import { submit } from "../../kit/queue.js";
import { part, send } from "../../kit/server.js";
import { notStale } from "../../kit/stale.js";
import { searchStories } from "./story-names.js";

const durationHint = "Minutes and seconds, such as 25:30. If empty, the time from start to end.";

const checkbox = (name, text, checked) =>
  h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), h("span", {}, text));

/**
 * `story` is [id, title], or undefined if the user has to choose one. `waiting` is a session that waits for the
 * network: { body, save, note }.
 */
export const logSession = (story, waiting = null) => dialog(waiting ? "Edit a session" : "Log a session", (close) => {
  const now = timeNow();
  const { startedAt, endedAt, duration = null, completed } = waiting?.body ?? {
    startedAt: now - 30 * 60_000, endedAt: now, completed: true,
  };
  return form({
    submit: waiting ? "Save" : "Log session",
    cancel: close,
    draft: waiting ? undefined : "listening-session",
    fields: [
      waiting?.note,
      picker({ label: "Story", name: "storyId", search: searchStories, value: story }),
      h("div", { class: "two times" },
        field({ label: "Started", name: "startedAt", type: "datetime-local", required: true,
          value: wallClockAt(new Date(startedAt)) }),
        field({ label: "Ended", name: "endedAt", type: "datetime-local", required: true,
          value: wallClockAt(new Date(endedAt)) })),
      field({ label: "Time listened", name: "duration", inputmode: "text", value: durationText(duration),
        hint: durationHint }),
      checkbox("completed", "Listened to the end", completed),
    ],
    send: async (values, element) => {
      if (!values.storyId) throw wrong("storyId", "Choose a story.");
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
      if (session) finish(close, "Logged", session);
      else close();
    },
  });
});

export const correctSession = (session, title) => dialog("Correct a session", (close) => {
  const end = wallClockAt(new Date(session.endedAt));
  const length = durationText(session.duration);
  const path = `analytics/sessions/${part(session.id)}`;
  const described = { endedAt: timeOfDay, duration: durationText };
  const check = notStale(path, session, (name, value) => described[name]?.(value) ?? null);
  return [
    h("p", {}, h("b", { class: "clamp" }, title),
      `Started on ${longDay(dayOf(new Date(session.startedAt)))} at ${timeOfDay(session.startedAt)}.`),
    form({
      submit: "Save",
      cancel: close,
      fields: [
        field({ label: "Ended", name: "endedAt", type: "datetime-local", required: true, value: end }),
        field({ label: "Time listened", name: "duration", required: true, value: length,
          hint: "Minutes and seconds, such as 25:30." }),
        checkbox("completed", "Listened to the end", session.completed),
      ],
      send: async (values) => {
        const patch = {};
        // Unchanged fields are not sent, because they show rounded values.
        if (values.endedAt !== end) patch.endedAt = instantAt(values.endedAt).toISOString();
        if (values.duration !== length) patch.duration = durationOf("duration", values.duration);
        if ((values.completed === "on") !== session.completed) patch.completed = values.completed === "on";
        if (Object.keys(patch).length === 0) return close();
        await check(patch);
        finish(close, "Corrected", await send("PATCH", path, patch));
      },
    }),
  ];
});

function finish(close, done, session) {
  close();
  wrote("listening");
  notice(session.capped
    ? `${done}. ${seconds(session.duration)} were stored: a session counts at most 1.5 times the length of its story.`
    : `${done}: ${seconds(session.duration)}.`);
}

export const deleteSession = (session, title) =>
  deleteWithUndo(
    `analytics/sessions/${part(session.id)}`, `Session of “${shortName(title, 40)}” deleted.`, "listening");
