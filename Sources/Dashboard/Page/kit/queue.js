// The queue of writes that could not be sent, in the browser's database of the person. One tab sends it, in order.

import { announce, wrote } from "./changes.js";
import { notice } from "./notice.js";
import { timeNow } from "./now.js";
import { counted } from "./format.js";
import { dayOf, person, plusDays } from "./person.js";
import { Problem, Unavailable, freshKey, get, getAll, part, send } from "./server.js";
import { browserUser, choice, choose, databaseOf, discardChoice, queueName } from "./storage.js";
import { isWaiting } from "./waiting.js";
import * as rules from "./queue-rules.js";

const { kinds } = rules;
const gone = "The timer was discarded on another device. Correct the entry to save it as a session, or discard it.";

// --- The database.

let opened = null;

function database() {
  const user = person()?.userId;
  if (opened?.user !== user) opened = { user, ready: open(user) };
  return opened.ready;
}

function open(user) {
  return new Promise((done, fail) => {
    if (!user) throw new Error("nobody is signed in");
    const asked = indexedDB.open(databaseOf(user), 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
      asked.result.createObjectStore("timers");
    };
    asked.onsuccess = () => {
      const close = () => { opened = null; };
      asked.result.onclose = close;
      // Another tab signs out.
      asked.result.onversionchange = () => {
        asked.result.close();
        close();
      };
      done(asked.result);
    };
    asked.onerror = () => {
      opened = null;
      fail(asked.error);
    };
  });
}

/** Runs `action(entries, timers, result)` in one transaction, and returns the value that it passes to `result`. */
async function transact(mode, action) {
  const base = await database();
  return new Promise((done, fail) => {
    const transaction = base.transaction(["entries", "timers"], mode, { durability: "strict" });
    let value;
    transaction.oncomplete = () => done(value);
    transaction.onabort = () => fail(transaction.error ?? new Error("the browser did not keep the entry"));
    action(transaction.objectStore("entries"), transaction.objectStore("timers"), (result) => { value = result; });
  });
}

const read = (request, use) => { request.onsuccess = () => use(request.result); };

/** All entries, the oldest first. */
export const allEntries = () => transact("readonly", (entries, _, result) => read(entries.getAll(), result));

/** The timer that this device started without the network, or null. */
const localTimer = () => transact("readonly", (_, timers, result) =>
  read(timers.get("reading"), (timer) => result(timer ?? null)));

/** Changes an entry that still exists. `change` returns the new one, or null to remove it. */
const update = (id, change) => transact("readwrite", (entries) => read(entries.get(id), (entry) => {
  if (!entry) return;
  const next = change(entry);
  if (next) entries.put(next);
  else entries.delete(id);
}));

/** Tells all views and tabs how much waits. */
async function recount() {
  const [entries, timer] = await Promise.all([allEntries(), localTimer()]);
  mark({ ...rules.countsOf(entries), timers: timer ? 1 : 0 });
}

function mark({ waits, rejected, timers }) {
  const name = queueName(person()?.userId);
  if (waits + rejected + timers === 0) discardChoice(name);
  else choose(name, `${waits} ${rejected} ${timers} ${Date.now()}`);
  dispatchEvent(new Event("waiting"));
}

/** Changes the database, and reports it to all views. Throws Unavailable if the browser keeps nothing. */
async function store(action) {
  const name = queueName(person()?.userId);
  // Marked first, so that it is found although the page is closed in between.
  if (!choice(name, null)) choose(name, `1 0 0 ${Date.now()}`);
  navigator.storage?.persist?.().catch(() => {});
  try {
    const value = await transact("readwrite", action);
    await recount();
    return value;
  } catch (error) {
    console.warn("This browser cannot keep the entry.", error);
    await recount().catch(() => mark({ waits: 0, rejected: 0, timers: 0 }));
    throw new Unavailable();
  }
}

// --- Writing.

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
    await flush();
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
    throw new Error(`${counted(rules.limits.entries, "entry", "entries")} wait already. Try again with the network.`);
  }
  announce(...kinds[entry.kind].areas);
  closeLast();
  closeLast = notice("Kept on this device. It is sent when the network is back.");
  begin();
}

/** Replaces the body of an entry, and other members. */
export async function edit(id, body, members = {}) {
  await update(id, (entry) => ({ ...rules.edited(entry, body, freshKey()), ...members }));
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

// --- Sending.

let hasBegun = false;
let sending = null;
let timer = null;
let failures = 0;

/** Sends what waits, now and whenever the network is back. */
export function begin() {
  if (!hasBegun) {
    hasBegun = true;
    const now = () => { if (person() && isWaiting()) flush(); };
    addEventListener("online", now);
    addEventListener("reachable", (event) => { if (event.detail) now(); });
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") now(); });
    navigator.serviceWorker?.addEventListener("message", (event) => { if (event.data === "waymark sent") recount(); });
  }
  askForSync();
  flush();
}

/** Browsers that can do so send the queue although the page is closed. */
function askForSync() {
  navigator.serviceWorker?.getRegistration().then((worker) => worker?.sync?.register(`waymark ${person()?.userId}`))
    .catch(() => {});
}

/** Sends what waits, in one tab. Resolves when nothing more can be sent now. */
export function flush() {
  clearTimeout(timer);
  sending ??= alone(sendAll).catch(console.error).finally(() => { sending = null; });
  return sending;
}

/**
 * Runs the action unless another tab or the service worker is sending. Nobody waits for the lock: a page that the
 * browser has frozen would stop the others. Without locks, two tabs may send an entry: its key makes it count once.
 */
const alone = (action) => (navigator.locks
  ? navigator.locks.request(databaseOf(person()?.userId), { ifAvailable: true }, (lock) =>
    (lock ? action() : tryLater()))
  : action());

function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(() => { if (person() && isWaiting()) flush(); }, rules.pauseAfter(failures, Math.random()));
}

async function sendAll() {
  const user = person()?.userId;
  const areas = new Set();
  let count = 0;
  let outcome = "sent";
  // The browser may have removed the database.
  await recount();
  await findTwin();
  while (outcome === "sent" || outcome === "rejected") {
    if (!user || person()?.userId !== user || (browserUser() ?? user) !== user) return;
    const entry = rules.nextOf(await allEntries());
    if (!entry) break;
    outcome = await attempt(entry);
    if (outcome === "sent") {
      count += entry.isRemoval ? 0 : 1;
      for (const area of kinds[entry.kind].areas) areas.add(area);
    }
    if (outcome !== "ended") await recount();
  }
  if (outcome === "wait") {
    tryLater();
    failures += 1;
  } else {
    failures = 0;
  }
  if (count > 0) {
    wrote(...areas);
    notice(`${counted(count, "waiting entry was", "waiting entries were")} sent.`);
  }
}

async function attempt(entry) {
  let status = 200;
  let problem = null;
  try {
    // Before it is sent: the page may be closed before the response.
    if (entry.triedAt === null) await update(entry.id, (one) => ({ ...one, triedAt: Date.now() }));
    await sendEntry(entry);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof Unavailable)) console.error(error);
    // An error of the page counts like one of the server: it must not hold up the others forever.
    status = error instanceof Unavailable ? null : error.status ?? 500;
    problem = { status, message: error.message, errors: error.body?.errors ?? [], isGone: error.body?.isGone === true };
  }
  const outcome = rules.meaningOf(entry, status);
  await update(entry.id, (one) => {
    // It was edited or sent again meanwhile.
    if (one.key !== entry.key || one.isRemoval !== entry.isRemoval) return one;
    if (outcome === "sent") return null;
    if (outcome === "rejected") return { ...one, state: "rejected", problem };
    return status >= 500 ? { ...one, failures: one.failures + 1 } : one;
  });
  return outcome;
}

async function sendEntry(entry) {
  const { kind, body, about } = entry;
  for (const earlier of entry.earlier) await removeArrived(kind, earlier);
  if (entry.isRemoval) return;
  if (kind === "answer" && !about.isForced) {
    if (await isAnswered(entry)) return;
  } else if (kind === "discard") {
    const { active } = await get("reading/timer");
    if (!active || !rules.isTimerOf(about, active)) return;
  } else if (kind === "stop") {
    return stop(entry);
  } else if (kind === "reading" && about.isTried) {
    // The start of the timer may have arrived although its response was lost: the timer becomes this session.
    const { active } = await get("reading/timer");
    if (active && rules.isTimerOf(body, active)) {
      const ended = new Date(Math.max(Date.parse(body.endedAt), Date.parse(active.startedAt))).toISOString();
      const { endPage } = body;
      await write(entry, "POST", "reading/timer/stop", { endPage, endedAt: ended, sessionId: active.sessionId });
      return;
    }
  }
  // It has arrived, and may have been corrected since.
  if (rules.isLookedUp(entry, Date.now()) && await findArrived(kind, body, rules.isSessionOf)) return;
  await write(entry, entry.verb, entry.path, body);
}

const write = (entry, verb, path, body) => send(verb, path, body, { key: entry.key, isQueued: true });

async function findArrived(kind, body, isFound) {
  const { path, owner } = kinds[kind];
  const day = dayOf(new Date(body.startedAt));
  const query = { from: plusDays(day, -1), to: plusDays(day, 1) };
  const items = await getAll(path, owner ? { ...query, [owner]: body[owner] } : query);
  return items.find((item) => isFound(kind, item, body)) ?? null;
}

async function removeArrived(kind, body) {
  if (!kinds[kind].path) return;
  const item = await findArrived(kind, body, rules.isExactly);
  if (!item) return;
  await send("DELETE", `${kinds[kind].path}/${part(item.id)}`, undefined, { isQueued: true }).catch((error) => {
    if (error.status !== 404) throw error;
  });
}

/** Whether the answer is stored already. Throws if another device has given another one. */
async function isAnswered({ body, about }) {
  const { values } = await get(`diversity/works/${part(about.workId)}`);
  const now = values[about.dimension] ?? null;
  if (now === body.value) return true;
  if (now !== (about.before ?? null)) {
    throw new Problem(409, { detail: `Another device has answered “${now}”. Send it again to overwrite it.` });
  }
  return false;
}

async function stop(entry) {
  try {
    await write(entry, entry.verb, entry.path, entry.body);
  } catch (error) {
    if (error.status !== 409) throw error;
    const path = `reading/sessions/${part(entry.about.sessionId)}`;
    const session = await get(path).catch((reason) => {
      if (reason.status === 404) return null;
      throw reason;
    });
    if (!session) throw new Problem(409, { detail: gone, isGone: true });
    // An earlier attempt has arrived, and the entry was edited after it.
    const { endPage, endedAt } = entry.body;
    if (entry.earlier.length > 0) await send("PATCH", path, { endPage, endedAt }, { isQueued: true });
  }
}

/** If the start of this device's timer has arrived, the server's timer goes on instead. */
async function findTwin() {
  const local = await localTimer();
  if (!local?.isTried) return;
  const { active } = await get("reading/timer").catch(() => ({ active: undefined }));
  if (active === undefined) return;
  const isTwin = active && rules.isTimerOf(local, active);
  await transact("readwrite", (_, timers) => read(timers.get("reading"), (now) => {
    if (now?.startedAt !== local.startedAt) return;
    if (isTwin) timers.delete("reading");
    else timers.put({ ...now, isTried: false }, "reading");
  }));
  await recount();
  announce("reading");
}
