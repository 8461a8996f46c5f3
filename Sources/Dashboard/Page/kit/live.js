// Keeps a visible page up to date: one stream of changes, and a check for a new day.

import { announce, discardChanges, collect, setStreaming } from "./changes.js";
import { Unavailable, address, get } from "./server.js";
import { dayOf } from "./person.js";

const firstWaitMilliseconds = 1000;
const longestWaitMilliseconds = 30_000;
const beginMilliseconds = 500;
const dayCheckMilliseconds = 20_000;
const laterMilliseconds = 10_000;

/** Aborted when the user signs out. */
let session = null;
let stream = null;
let after = null;
let wait = firstWaitMilliseconds;
let timer = null;
let day = null;
let reachable = true;
/** Resolves when `begun` is called. */
let opened = null;
let begun = () => {};
/** The views did not wait for the stream's first event, so what they show may be older. */
let isLate = false;
let later = null;

/**
 * Reloads everything after a delay. A service may be unavailable although the stream of changes is open, so the
 * stream does not report its return.
 */
export function loadLater() {
  later ??= setTimeout(() => {
    later = null;
    if (document.visibilityState === "hidden") loadLater();
    else announce("everything");
  }, laterMilliseconds);
}

/** Opens the stream. The person need not be known yet, so the stream opens while the profile is loaded. */
export function beginLive() {
  endLive();
  session = new AbortController();
  document.addEventListener("visibilitychange", follow, { signal: session.signal });
  addEventListener("online", follow, { signal: session.signal });
  const clock = setInterval(turnDay, dayCheckMilliseconds);
  session.signal.addEventListener("abort", () => clearInterval(clock), { once: true });
  isLate = false;
  opened = new Promise((done) => { begun = done; });
  follow();
}

/**
 * Resolves at the stream's first event or after a short wait. Requests sent after that event miss no change. The
 * person is known.
 */
export function liveBegins() {
  day = dayOf();
  // An earlier failure was not reported to the frame of the page.
  if (!reachable) setReachable(false);
  const late = setTimeout(() => {
    isLate = true;
    begun();
  }, beginMilliseconds);
  session.signal.addEventListener("abort", () => clearTimeout(late), { once: true });
  return opened;
}

export function endLive() {
  session?.abort();
  session = null;
  close();
  after = null;
  day = null;
  discardChanges();
}

// A hidden page closes its stream, because a browser has few connections per server for all tabs.
function follow() {
  if (!session) return;
  if (document.visibilityState === "hidden") {
    close();
    return begun();
  }
  turnDay();
  if (!stream) open();
}

function open() {
  clearTimeout(timer);
  stream = new EventSource(address("changes", { after }));
  stream.addEventListener("open", () => {
    wait = firstWaitMilliseconds;
    setReachable(true);
  });
  stream.addEventListener("change", (event) => {
    const change = JSON.parse(event.data);
    const isFirst = after === null;
    after = change.seq;
    begun();
    if (!isFirst || isLate) collect(change.areas);
  });
  stream.addEventListener("error", () => {
    close();
    begun();
    retry();
  });
}

function close() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
}

// The stream's error event has no reason. A request finds it: signed out, server unavailable, or too many streams.
async function retry() {
  const mine = session;
  try {
    await get("profile");
    if (mine === session) setReachable(true);
  } catch (error) {
    if (mine === session && error instanceof Unavailable) setReachable(false);
  }
  if (mine !== session || !session) return;
  timer = setTimeout(() => {
    // Changes were missed while no stream was open.
    if (reachable) announce("everything");
    follow();
  }, wait * (0.5 + Math.random() / 2));
  wait = Math.min(wait * 2, longestWaitMilliseconds);
}

// A page that was open or asleep at midnight must not show yesterday as today.
function turnDay() {
  if (day === null) return;
  const now = dayOf();
  if (now === day) return;
  day = now;
  announce("day");
}

function setReachable(now) {
  const isBack = now && !reachable;
  reachable = now;
  dispatchEvent(new CustomEvent("reachable", { detail: now }));
  if (isBack) announce("everything");
}

setStreaming(() => after !== null && stream?.readyState === EventSource.OPEN);
