// What another device does shows here: one stream of changes, and the turn of the day, while the page is seen.

import { Away, address, get } from "./server.js";
import { dayOf } from "./person.js";

const listeners = new Set();
const longestWait = 30_000;
const patience = 500;
const dayCheck = 20_000;
const laterWait = 10_000;

/** Of one signing in: ended as a whole. */
let life = null;
let stream = null;
let after = null;
let wait = 1000;
let timer = null;
let day = null;
let reachable = true;
let begun = () => {};
let later = null;

/**
 * Calls `action(areas)` with a set of the areas that changed. "everything": the server was away, so anything may have;
 * "day": another day has begun.
 */
export function onChange(action, signal) {
  listeners.add(action);
  signal?.addEventListener("abort", () => listeners.delete(action), { once: true });
}

/** Whether these changes concern what shows these areas. */
export const concerns = (areas, ownAreas = []) =>
  areas.has("everything") || areas.has("day") || ownAreas.some((area) => areas.has(area));

/** Says at once what this page itself wrote: the stream brings the same a moment later. */
export function announce(...areas) {
  const changed = new Set(areas);
  for (const action of [...listeners]) action(changed);
}

/**
 * Loads everything that is shown again in a while: a service behind the server may be away while the stream of changes
 * goes on.
 */
export function loadLater() {
  later ??= setTimeout(() => {
    later = null;
    if (document.visibilityState === "hidden") loadLater();
    else announce("everything");
  }, laterWait);
}

/** Kept when the stream has said where it begins, or takes too long: what is asked for after that misses no change. */
export function beginLive() {
  endLive();
  life = new AbortController();
  day = dayOf();
  document.addEventListener("visibilitychange", look, { signal: life.signal });
  addEventListener("online", look, { signal: life.signal });
  const clock = setInterval(turnDay, dayCheck);
  life.signal.addEventListener("abort", () => clearInterval(clock), { once: true });
  return new Promise((done) => {
    begun = done;
    setTimeout(done, patience);
    look();
  });
}

export function endLive() {
  life?.abort();
  life = null;
  close();
  after = null;
}

// A hidden page keeps no stream: a browser has few connections for one server, whatever the number of tabs.
function look() {
  if (!life) return;
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
    wait = 1000;
    setReachable(true);
  });
  stream.addEventListener("change", (event) => {
    const change = JSON.parse(event.data);
    const first = after === null;
    after = change.seq;
    begun();
    if (!first) announce(...change.areas);
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
  const mine = life;
  try {
    await get("profile");
    if (mine === life) setReachable(true);
  } catch (error) {
    if (mine === life && error instanceof Away) setReachable(false);
  }
  if (mine !== life || !life) return;
  timer = setTimeout(() => {
    // Without a stream nothing says what changed.
    if (reachable) announce("everything");
    look();
  }, wait * (0.5 + Math.random() / 2));
  wait = Math.min(wait * 2, longestWait);
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
