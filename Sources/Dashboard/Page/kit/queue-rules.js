// The rules of the queue of writes that could not be sent: order, merging, what a response means. No input or output.
//
// An entry: { id, kind, verb, path, body, key, at, about, state, problem, triedAt, failures, earlier }.
//   key       the idempotency key, made once for each body
//   about     what lists show, and what a check before sending needs
//   state     "waits" or "rejected", with the server's `problem`
//   triedAt   the first attempt whose result is unknown: it may have arrived. Null if there was none
//   earlier   bodies that may have arrived before the entry was edited, and must be removed first

const hour = 3_600_000;

export const limits = {
  entries: 1000,
  /** The server keeps a key for a day. An older attempt is looked up instead of repeated. */
  keyMilliseconds: 20 * hour,
  /** Attempts that the server fails to handle, before the entry no longer holds up the others. */
  failures: 5,
  firstPauseMilliseconds: 2000,
  longestPauseMilliseconds: 300_000,
  earlier: 5,
  /** A timer of the server and one of this device that began within this time are one. */
  twinMilliseconds: 60_000,
};

const reading = ["reading", "library", "diversity"];

/** `owner` and the start identify a session. `exact` are the other members of a body that tell two reports apart. */
export const kinds = {
  listening: {
    path: "analytics/sessions", areas: ["listening"], owner: "storyId", exact: ["endedAt", "completed"],
  },
  reading: { path: "reading/sessions", areas: reading, owner: "workId", exact: ["endedAt", "startPage", "endPage"] },
  ruck: { path: "rucks", areas: ["rucks", "goals"], owner: null, exact: ["endedAt", "distance", "loadWeight"] },
  answer: { list: "diversity/works", areas: ["diversity"] },
  prompt: { list: "diversity/works", areas: ["diversity"] },
  stop: { list: "reading/sessions", areas: reading },
  discard: { areas: ["reading"] },
};

const isSession = (kind) => Boolean(kinds[kind].exact);

/** A new entry of { kind, verb, path, body, about }. `tried`: an attempt to send it has failed. */
export const entryOf = (request, key, now, tried) => ({
  verb: "POST", body: undefined, about: {}, ...request,
  key, at: now, state: "waits", problem: null, triedAt: tried ? now : null, failures: 0, earlier: [],
});

/** The waiting entry that a new one replaces, or null: the latest answer about a book and a dimension counts. */
export const replacedBy = (entry, entries) =>
  (entry.kind === "answer" ? entries.find((one) => one.kind === "answer" && one.path === entry.path) : null) ?? null;

export const isFull = (entries) => entries.length >= limits.entries;

/** The next entry to send. Rejected ones do not hold up the others. */
export const nextOf = (entries) => entries.find((entry) => entry.state === "waits") ?? null;

const later = [408, 425, 429, 502, 503, 504];

/**
 * Returns the meaning of a response, whose status is null if there was none. "sent": the entry is done. "wait": it is
 * sent again later, and so are those after it. "ended": another person or nobody is signed in. "rejected": the
 * person decides.
 */
export function meaningOf(entry, status) {
  if (status === null || later.includes(status)) return "wait";
  if (status >= 200 && status < 300) return "sent";
  if (status === 401 || status === 412) return "ended";
  if (status >= 500) return entry.failures + 1 < limits.failures ? "wait" : "rejected";
  if (entry.verb === "DELETE" && status === 404) return "sent";
  // An earlier attempt, whose response was lost, has answered the question.
  if (entry.kind === "prompt" && status === 409 && entry.triedAt !== null) return "sent";
  return "rejected";
}

/** The pause before the next attempt; `random` is from 0 to 1. */
export const pauseAfter = (failures, random) =>
  Math.min(limits.firstPauseMilliseconds * 2 ** failures, limits.longestPauseMilliseconds) * (0.5 + random / 2);

/** Whether the server may no longer know the key of an attempt. The device's clock may have been changed meanwhile. */
export const isLookedUp = (entry, now) =>
  isSession(entry.kind) && entry.triedAt !== null && Math.abs(now - entry.triedAt) > limits.keyMilliseconds;

/** Whether an item of the server is the session of a body, also if it was corrected since. */
export const isSessionOf = (kind, item, body) =>
  same(item.startedAt, body.startedAt) && item[kinds[kind].owner] === body[kinds[kind].owner];

/** Whether an item of the server is exactly the session of a body. */
export const isExactly = (kind, item, body) =>
  isSessionOf(kind, item, body) && kinds[kind].exact.every((name) => same(item[name], body[name]));

const same = (one, other) =>
  one === other || (typeof one === "string" && Date.parse(one) === Date.parse(other));

/** An entry with another body, and so another key. */
export const edited = (entry, body, key) => ({
  ...entry, body, key, state: "waits", problem: null, triedAt: null, failures: 0,
  earlier: entry.state === "waits" && entry.triedAt !== null
    ? [...entry.earlier, entry.body].slice(-limits.earlier) : entry.earlier,
});

/** An entry that the person sends again although it was rejected. */
export const again = (entry, key) => ({
  ...entry, key, state: "waits", problem: null, triedAt: null, failures: 0, about: { ...entry.about, isForced: true },
});

/** Returns what replaces a discarded entry: null, or the removal of a session that may have arrived. */
export function discarded(entry) {
  const bodies = entry.state === "waits" && entry.triedAt !== null ? [...entry.earlier, entry.body] : entry.earlier;
  if (!isSession(entry.kind) || bodies.length === 0) return null;
  return { ...entry, isRemoval: true, earlier: bodies, state: "waits", problem: null, failures: 0 };
}

/** A stop whose timer is gone, as a session that was entered by hand. */
export const asSession = ({ about, body, ...entry }) => ({
  ...entry, about, kind: "reading", verb: "POST", path: kinds.reading.path,
  body: {
    workId: about.workId, startedAt: about.startedAt, endedAt: body.endedAt, startPage: about.startPage,
    endPage: body.endPage,
  },
});

// --- For the views.

/** The timer that runs: the one of this device, or the server's `active` unless its end waits here. */
export function timerNow(active, local, entries, now) {
  if (local) {
    const { workId, title, pageCount, startPage, startedAt } = local;
    const elapsedSeconds = Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000));
    return { sessionId: null, workId, title, pageCount, startedAt, startPage, elapsedSeconds, isLocal: true };
  }
  return active && endOf(active, entries) ? null : active;
}

const endOf = (active, entries) => entries.find((entry) => entry.state === "waits"
  && ["stop", "discard"].includes(entry.kind) && isTimerOf(entry.about, active));

/** Whether `active` is the timer that an entry or the device means. The start is the device's if no response came. */
export const isTimerOf = ({ sessionId, workId, startedAt }, active) => (sessionId
  ? active.sessionId === sessionId
  : active.workId === workId
    && Math.abs(Date.parse(active.startedAt) - Date.parse(startedAt)) < limits.twinMilliseconds);

/** The entries that a list of the server will contain: { from, to, workId, storyId }. "diversity/works" has answers. */
export function listed(entries, path, { from, to, workId, storyId } = {}, dayOf) {
  return entries.filter((entry) => {
    if (entry.isRemoval || listOf(entry) !== path) return false;
    if (!isSession(entry.kind) && entry.kind !== "stop") return !workId || entry.about.workId === workId;
    const session = entry.kind === "stop" ? asSession(entry).body : entry.body;
    const day = dayOf(new Date(session.startedAt));
    return (!from || day >= from) && (!to || day <= to)
      && (!workId || session.workId === workId) && (!storyId || session.storyId === storyId);
  });
}

const listOf = ({ kind }) => kinds[kind].path ?? kinds[kind].list ?? null;

/** The page of a book after the sessions that wait, the latest of which counts. */
export function pageNow(workId, page, entries) {
  const ends = listed(entries, kinds.reading.path, { workId }, () => "").map((entry) => entry.body);
  const last = ends.reduce((one, other) => (one && one.endedAt > other.endedAt ? one : other), null);
  return last ? last.endPage : page;
}

/** { waits, rejected } */
export const countsOf = (entries) => ({
  waits: entries.filter((entry) => entry.state === "waits").length,
  rejected: entries.filter((entry) => entry.state === "rejected").length,
});
