// One row of a list of listening sessions, with its actions.

import { h } from "../../kit/dom.js";
import { isBeingDeleted } from "../../kit/deletion.js";
import { durationText } from "../../kit/duration.js";
import { onDay, seconds, shortDay, timeOfDay } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { rowActions } from "../../kit/row-actions.js";
import { part } from "../../kit/server.js";
import { correctSession, deleteSession } from "./session-dialogs.js";

/** Shows the story, the times and the duration. */
export function sessionRow(session) {
  if (isBeingDeleted(`analytics/sessions/${part(session.id)}`)) return null;
  const title = session.title ?? t("Deleted story {id}", { id: session.storyId });
  const day = dayOf(new Date(session.startedAt));
  const name = `${title}, ${shortDay(day)} ${timeOfDay(session.startedAt)}`;
  return h("li", { class: "compact" },
    h("div", { class: "row-main" },
      h("div", { class: "row-text" },
        h("span", { class: session.title ? "clamp" : "clamp muted", dir: "auto" }, title),
        h("span", { class: "muted" }, onDay(day), ` ${timeOfDay(session.startedAt)} – ${timeOfDay(session.endedAt)}`,
          session.completed ? "" : `, ${t("not finished")}`, session.capped ? `, ${t("shortened")}` : "")),
      h("b", { class: "row-end", title: durationText(session.duration) }, seconds(session.duration))),
    rowActions(
      ["pencil", t("Correct"), t("Correct: {name}", { name }), () => correctSession(session, title)],
      ["bin", t("Delete"), t("Delete: {name}", { name }), () => deleteSession(session, title)]));
}
