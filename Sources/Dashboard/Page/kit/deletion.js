// Deletions that can be undone for ten seconds.

import { announce, wrote } from "./changes.js";
import { t } from "./language.js";
import { notice } from "./notice.js";
import { send, sendOnLeave } from "./server.js";
import { discardDeletion, hasDeletion, keepDeletion, keptDeletions } from "./storage.js";

const undoSeconds = 10;
/** The tab in which a deletion was begun finishes it within this time after the ten seconds. */
const graceMilliseconds = 2000;
/** A deletion that could not be finished within a day is dropped, and its object stays. */
const longestMilliseconds = 86_400_000;

/** Paths that will be deleted within ten seconds. Lists do not show them. */
const deletions = new Map();

export const isBeingDeleted = (path) => deletions.has(path);

/**
 * Deletes after ten seconds unless it is undone. Leaving the page deletes immediately. A browser may lose that request,
 * so the deletion is kept until it is finished.
 */
export function deleteWithUndo(path, text, ...areas) {
  if (!isBeingDeleted(path)) keepDeletion(path, { areas, due: Date.now() + undoSeconds * 1000 });
  runWithUndo(path, text, areas, () => send("DELETE", path));
}

/** Like `deleteWithUndo`, but calls `run` instead of sending a DELETE, and is not kept. */
export function runWithUndo(path, text, areas, run) {
  if (deletions.has(path)) return;
  const end = () => {
    clearTimeout(deletions.get(path)?.timer);
    deletions.delete(path);
    discardDeletion(path);
  };
  const finish = async () => {
    clearTimeout(deletions.get(path)?.timer);
    try {
      await run();
      end();
      await wrote(...areas);
    } catch (error) {
      if (error.status !== 404) notice(t("Not deleted: {reason}", { reason: error.message }));
      end();
      announce(...areas);
    }
  };
  deletions.set(path, { areas, timer: setTimeout(finish, undoSeconds * 1000), finish });
  announce(...areas);
  const close = notice(text, {
    text: t("Undo"),
    run: () => {
      end();
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

/**
 * Finishes the deletions of pages that were left or closed. A deletion that may still be undone in another tab
 * waits for its end. Without the server, the deletion waits for the next page.
 */
export function finishKeptDeletions() {
  const now = Date.now();
  for (const { path, areas, due, isLeft } of keptDeletions()) {
    if (now - due > longestMilliseconds) discardDeletion(path);
    else if (!isBeingDeleted(path)) finishLater(path, areas, isLeft ? 0 : due + graceMilliseconds - now);
  }
}

function finishLater(path, areas, milliseconds) {
  const finish = async () => {
    // Another tab may have undone or finished it.
    if (hasDeletion(path)) {
      const status = await sendOnLeave("DELETE", path);
      if ((status >= 200 && status < 300) || status === 403 || status === 404) discardDeletion(path);
    }
    deletions.delete(path);
    announce(...areas);
  };
  // The clock may have been set back.
  const wait = Math.max(0, Math.min(milliseconds, undoSeconds * 1000 + graceMilliseconds));
  deletions.set(path, { areas, timer: setTimeout(finish, wait), isOther: true });
}

addEventListener("pagehide", () => {
  for (const [path, { areas, timer, isOther }] of deletions) {
    clearTimeout(timer);
    if (isOther) continue;
    if (hasDeletion(path)) keepDeletion(path, { areas, due: Date.now(), isLeft: true });
    sendOnLeave("DELETE", path);
  }
  deletions.clear();
});

// The browser shows a page again that was left.
addEventListener("pageshow", (event) => { if (event.persisted) finishKeptDeletions(); });
