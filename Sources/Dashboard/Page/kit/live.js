// What another device does shows here: one stream of changes, and the turn of the day, while the page is seen.

import { announce, discardChanges, gather, setStreaming } from "./changes.js";
import { Away, address, get } from "./server.js";
import { dayOf } from "./person.js";

const firstWaitMilliseconds = 1000;
const longestWaitMilliseconds = 30_000;
const beginMilliseconds = 500;
const dayCheckMilliseconds = 20_000;
const laterMilliseconds = 10_000;

/** Of one signing in: ended as a whole. */
let session = null;
let stream = null;
let after = null;
let wait = firstWaitMilliseconds;
let timer = null;
let day = null;
let reachable = true;
let begun = () => {};
/** The places did not wait any longer for the first event: what they show may be older. */
let isLate = false;
let later = null;

/**
 * Loads everything that is shown again in a while: a service behind the server may be away while the stream of changes
 * goes on.
 */
export function loadLater() {
  later ??= setTimeout(() => {
    later = null;
    if (document.visibilityState === "hidden") loadLater();
    else announce("everything");
  }, laterMilliseconds);
}

/** Kept when the stream has said where it begins, or takes too long: what is asked for after that misses no change. */
export function beginLive() {
  endLive();
  session = new AbortController();
  day = dayOf();
  document.addEventListener("visibilitychange", follow, { signal: session.signal });
  addEventListener("online", follow, { signal: session.signal });
  const clock = setInterval(turnDay, dayCheckMilliseconds);
  session.signal.addEventListener("abort", () => clearInterval(clock), { once: true });
  return new Promise((done) => {
    begun = done;
    isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      done();
    }, beginMilliseconds);
    session.signal.addEventListener("abort", () => clearTimeout(late), { once: true });
    follow();
  });
}

export function endLive() {
  session?.abort();
  session = null;
  close();
  after = null;
  discardChanges();
}

// A hidden page keeps no stream: a browser has few connections for one server, whatever the number of tabs.
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
    if (!isFirst || isLate) gather(change.areas);
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

// A stream does not say why it ended. The question does: signed out (which leads to the door), away, too many streams.
async function retry() {
  const mine = session;
  try {
    await get("profile");
    if (mine === session) setReachable(true);
  } catch (error) {
    if (mine === session && error instanceof Away) setReachable(false);
  }
  if (mine !== session || !session) return;
  timer = setTimeout(() => {
    // Without a stream nothing says what changed.
    if (reachable) announce("everything");
    follow();
  }, wait * (0.5 + Math.random() / 2));
  wait = Math.min(wait * 2, longestWaitMilliseconds);
}

// A page that slept over midnight must not show yesterday as today.
function turnDay() {
  const now = dayOf();
  if (day === null || now === day) return;
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
