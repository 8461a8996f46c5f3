// Sends the entries that wait, in order, in one tab.

import { announce, wrote } from "./changes.js";
import { plural, t } from "./language.js";
import { notice } from "./notice.js";
import { dayOf, person, plusDays } from "./person.js";
import { Problem, Unavailable, get, getAll, part, send } from "./server.js";
import { browserUser, databaseOf } from "./storage.js";
import { isWaiting } from "./waiting.js";
import { allEntries, localTimer, read, recount, transact, update } from "./queue-store.js";
import * as rules from "./queue-rules.js";

const { kinds } = rules;
const gone = () =>
  t("The timer was discarded on another device. Correct the entry to save it as a session, or discard it.");

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
    notice(plural(count, { one: "{count} waiting entry was sent.", other: "{count} waiting entries were sent." }));
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
    const detail = t("Another device has answered “{answer}”. Send it again to overwrite it.", { answer: now });
    throw new Problem(409, { detail });
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
    if (!session) throw new Problem(409, { detail: gone(), isGone: true });
    // An earlier attempt has arrived, and the entry was edited after it.
    const { endPage, endedAt } = entry.body;
    if (entry.earlier.length > 0) await send("PATCH", path, { endPage, endedAt }, { isQueued: true });
  }
}

/** If the start of this device's timer has arrived, the server's timer continues instead. */
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
