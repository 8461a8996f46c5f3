// The queue of writes that could not be sent: what views do with it.

import { announce } from "./changes.js";
import { plural, t } from "./language.js";
import { notice } from "./notice.js";
import { timeNow } from "./now.js";
import { person } from "./person.js";
import { Unavailable, freshKey, send } from "./server.js";
import { choice, queueName } from "./storage.js";
import { allEntries, localTimer, read, store, recount, update } from "./queue-store.js";
import { begin, flush } from "./queue-sending.js";
import * as rules from "./queue-rules.js";

const { kinds } = rules;

/** A new write joins the queue if the earlier ones cannot be sent within this time. */
const longestMilliseconds = 2000;

const mayArrive = () => navigator.onLine !== false;

/**
 * Sends a write, or keeps it for later: { kind, verb?, path, body?, about }. Returns the response, or undefined if the
 * write waits. Throws a Problem if the server rejects it, and Unavailable if this browser cannot keep it.
 */
export async function submit(request) {
  const key = freshKey();
  const { verb = "POST", path, body } = request;
  let tried = false;
  if (await isFree()) {
    try {
      return await send(verb, path, body, { key, isQueued: true });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      tried = mayArrive();
    }
  }
  await keep(rules.entryOf(request, key, Date.now(), tried));
  return undefined;
}

/** Whether nothing waits that must be sent before a new write. */
async function isFree() {
  if (!choice(queueName(person()?.userId), null)) return true;
  try {
    await Promise.race([flush(), new Promise((done) => setTimeout(done, longestMilliseconds))]);
    return rules.nextOf(await allEntries()) === null;
  } catch {
    return true;
  }
}

/** One such message is enough. */
let closeLast = () => {};

async function keep(entry, endsTimer = false) {
  const isKept = await store((entries, timers, result) => read(entries.getAll(), (all) => {
    const replaced = rules.replacedBy(entry, all);
    if (!replaced && rules.isFull(all)) return;
    if (replaced) entries.put({ ...entry, id: replaced.id });
    else entries.add(entry);
    if (endsTimer) timers.delete("reading");
    result(true);
  }));
  if (!isKept) {
    throw new Error(plural(rules.limits.entries, {
      one: "{count} entry waits already. Try again with the network.",
      other: "{count} entries wait already. Try again with the network.",
    }));
  }
  announce(...kinds[entry.kind].areas);
  closeLast();
  closeLast = notice(t("Kept on this device. It is sent when the network is back."));
  begin();
}

/** Replaces the body of an entry, and other members. */
export async function edit(id, body, members = {}) {
  if (!(await update(id, (entry) => ({ ...rules.edited(entry, body, freshKey()), ...members })))) {
    throw new Error(t("This entry has just been sent. Close this form and correct it in its list."));
  }
  await changed((await allEntries()).find((one) => one.id === id));
}

/** Sends a rejected entry again. */
export async function sendAgain(id) {
  await update(id, (entry) => rules.again(entry, freshKey()));
  await changed((await allEntries()).find((one) => one.id === id));
}

/** Discards an entry. Returns it if it can be restored: it has certainly not been sent. */
export async function discard(id) {
  const entry = (await allEntries()).find((one) => one.id === id);
  if (!entry) return null;
  await update(id, rules.discarded);
  await changed(entry);
  return rules.discarded(entry) ? null : entry;
}

export async function restore(entry) {
  await store((entries) => entries.put(entry));
  await changed(entry);
}

/** Discards the waiting answer about a dimension of a book. Returns whether there was one. */
export async function discardAnswer(path) {
  const entry = (await allEntries()).find((one) => one.kind === "answer" && one.path === path);
  if (entry) await discard(entry.id);
  return Boolean(entry);
}

async function changed(entry) {
  await recount();
  if (entry) announce(...kinds[entry.kind].areas);
  begin();
}

// --- The timer of this device.

/** Starts the timer on this device: { workId, title, pageCount, startPage }. It ends as a session. */
export async function startTimer(timer) {
  const startedAt = new Date(Math.floor(timeNow() / 1000) * 1000).toISOString();
  const isTried = mayArrive();
  await store((_, timers) => timers.put({ ...timer, startedAt, isTried }, "reading"));
}

/** Ends this device's timer as a session, which is kept first: the timer and the session are never both missing. */
export const endTimer = (request) => keep(rules.entryOf(request, freshKey(), Date.now(), false), true);

/** Discards this device's timer, and the one of the server that it may be. Returns it if it can be restored. */
export async function discardTimer() {
  const timer = await localTimer();
  if (!timer) return null;
  await removeTimer();
  if (!timer.isTried) return timer;
  const about = { sessionId: null, workId: timer.workId, title: timer.title, startedAt: timer.startedAt };
  await keep(rules.entryOf({ kind: "discard", verb: "DELETE", path: "reading/timer", about }, freshKey(), Date.now()));
  return null;
}

const removeTimer = () => store((_, timers) => timers.delete("reading"));

/** Puts a discarded timer back. */
export const restoreTimer = (timer) => store((_, timers) => timers.put(timer, "reading"));

/** The response of `reading/timer` with what this device knows better. */
export async function timerOf({ active }) {
  const [entries, timer] = await Promise.all([allEntries(), localTimer()]);
  return { active: rules.timerNow(active, timer, entries, timeNow()) };
}

/** The page of a book after the sessions that wait. */
export async function pageOf(workId, page) {
  if (!choice(queueName(person()?.userId), null)) return page;
  return rules.pageNow(workId, page, await allEntries().catch(() => []));
}

/** The questions that are answered here. */
export const answeredPrompts = async () =>
  new Set((await allEntries()).map((entry) => entry.about.promptId).filter(Boolean));
