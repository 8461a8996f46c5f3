// A line at the foot of the page that says what was done, and lets it be undone.

import { h, keepFocus } from "./dom.js";
import { announce, wrote } from "./changes.js";
import { send, sendOnLeave } from "./server.js";

const undoSeconds = 10;
const shelf = () => document.getElementById("notices");

/** Says something for a while: notice("Saved."), or with an action: notice("…", { text: "Undo", run }). */
export function notice(text, action, seconds = 6) {
  const line = h("div", { class: "notice" }, h("span", {}, text));
  const close = () => {
    line.remove();
    keepFocus();
  };
  if (action) {
    line.append(h("button", { type: "button", class: "link", onclick: () => { close(); action.run(); } }, action.text));
  }
  line.append(h("button", { type: "button", class: "link", "aria-label": "Close this message", onclick: close }, "×"));
  shelf().append(line);
  setTimeout(close, seconds * 1000);
  return close;
}

/** Paths whose deletion waits for its ten seconds: lists leave them out. */
const deletions = new Map();

export const isBeingDeleted = (path) => deletions.has(path);

/** Deletes after ten seconds, unless it is undone; a page that is left deletes at once. */
export function deleteWithUndo(path, text, ...areas) {
  if (deletions.has(path)) return;
  const finish = async () => {
    clearTimeout(deletions.get(path)?.timer);
    try {
      await send("DELETE", path);
      deletions.delete(path);
      await wrote(...areas);
    } catch (error) {
      if (error.status !== 404) notice(`Not deleted: ${error.message}`);
      deletions.delete(path);
      announce(...areas);
    }
  };
  deletions.set(path, { timer: setTimeout(finish, undoSeconds * 1000), finish });
  announce(...areas);
  const close = notice(text, {
    text: "Undo",
    run: () => {
      clearTimeout(deletions.get(path)?.timer);
      deletions.delete(path);
      announce(...areas);
    },
  }, undoSeconds);
  deletions.get(path).close = close;
}

/** Deletes now what was still waiting, where something new needs its place. */
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
