// A line at the bottom of the page that confirms an action and can offer to undo it.

import { h, keepFocus } from "./dom.js";
import { announce, wrote } from "./changes.js";
import { t } from "./language.js";
import { send, sendOnLeave } from "./server.js";

const undoSeconds = 10;
const container = () => document.getElementById("notices");

/** Shows a message for some seconds: notice("Saved."), or with an action: notice("…", { text: "Undo", run }). */
export function notice(text, action, seconds = 6) {
  const line = h("div", { class: "notice" }, h("span", {}, text));
  const close = () => {
    line.remove();
    keepFocus();
  };
  if (action) {
    line.append(h("button", { type: "button", class: "link", onclick: () => { close(); action.run(); } }, action.text));
  }
  line.append(h("button",
    { type: "button", class: "link", "aria-label": t("Close this message"), onclick: close }, "×"));
  container().append(line);
  setTimeout(close, seconds * 1000);
  return close;
}

/** Paths that will be deleted within ten seconds. Lists do not show them. */
const deletions = new Map();

export const isBeingDeleted = (path) => deletions.has(path);

/** Deletes after ten seconds unless it is undone. Leaving the page deletes immediately. */
export const deleteWithUndo = (path, text, ...areas) => runWithUndo(path, text, areas, () => send("DELETE", path));

/** The same with another action than the request that it stands for. */
export function runWithUndo(path, text, areas, run) {
  if (deletions.has(path)) return;
  const finish = async () => {
    clearTimeout(deletions.get(path)?.timer);
    try {
      await run();
      deletions.delete(path);
      await wrote(...areas);
    } catch (error) {
      if (error.status !== 404) notice(t("Not deleted: {reason}", { reason: error.message }));
      deletions.delete(path);
      announce(...areas);
    }
  };
  deletions.set(path, { timer: setTimeout(finish, undoSeconds * 1000), finish });
  announce(...areas);
  const close = notice(text, {
    text: t("Undo"),
    run: () => {
      clearTimeout(deletions.get(path)?.timer);
      deletions.delete(path);
      announce(...areas);
    },
  }, undoSeconds);
  deletions.get(path).close = close;
}

/** Deletes immediately, because something new replaces the deleted item. */
export async function finishDeletion(path) {
  deletions.get(path)?.close();
  await deletions.get(path)?.finish();
}

addEventListener("pagehide", () => {
  for (const [path, { timer }] of deletions) {
    clearTimeout(timer);
    sendOnLeave("DELETE", path);
  }
  deletions.clear();
});
