// Which areas have changed, brought together: what this page writes and what the stream brings loads a card once.

import { isWriting, onWritten } from "./server.js";

/** Writes of one action, such as a book and its place in the library, follow one another within this time. */
const settlingMilliseconds = 50;
/** No change is held back for longer, however many come. */
const longestHoldMilliseconds = 500;
/** The stream brings what was written within a tenth of this; a proxy that holds it back must not leave it unseen. */
const silenceMilliseconds = 1000;

const listeners = new Set();
/** Areas that the stream named and nothing has loaded yet, and since when. */
const gathered = new Set();
let heldSince = null;
let timer = null;
/** Writes of this page that the stream has yet to bring: { areas, isBrought, done, timer }. */
const expected = new Set();
let isStreaming = () => false;

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

/** Reports at once what no write was needed for. */
export function announce(...areas) {
  const changed = new Set(areas);
  for (const action of [...listeners]) action(changed);
}

/** Where a stream of changes is asked whether it is open. */
export function setStreaming(check) {
  isStreaming = check;
}

/** What the stream brought. */
export function gather(areas) {
  for (const area of areas) gathered.add(area);
  for (const write of expected) write.isBrought ||= write.areas.some((area) => gathered.has(area));
  if (gathered.size === 0) return;
  heldSince ??= performance.now();
  settle();
}

/**
 * What this page has written in these areas: the cards load when the stream names them, or without it where there is
 * none. Resolves once they do.
 */
export function wrote(...areas) {
  if (areas.some((area) => gathered.has(area))) {
    // The change came before the answer: it is announced with the rest of what was gathered.
    return new Promise((done) => expected.add({ areas, isBrought: true, done, timer: null }));
  }
  if (!isStreaming()) {
    announce(...areas);
    return Promise.resolve();
  }
  return new Promise((done) => {
    const write = { areas, isBrought: false, done, timer: setTimeout(() => {
      expected.delete(write);
      announce(...areas);
      done();
    }, silenceMilliseconds) };
    expected.add(write);
  });
}

/** Drops what belongs to someone who has signed out. */
export function discardChanges() {
  clearTimeout(timer);
  gathered.clear();
  heldSince = null;
  for (const write of expected) clearTimeout(write.timer);
  expected.clear();
}

// As long as writes of this page are under way their changes may still come.
function settle() {
  clearTimeout(timer);
  if (gathered.size === 0) return;
  const rest = Math.max(0, longestHoldMilliseconds - (performance.now() - heldSince));
  timer = setTimeout(flush, isWriting() ? rest : Math.min(rest, settlingMilliseconds));
}

function flush() {
  const areas = [...gathered];
  gathered.clear();
  heldSince = null;
  const brought = [...expected].filter((write) => write.isBrought);
  for (const write of brought) {
    clearTimeout(write.timer);
    expected.delete(write);
  }
  announce(...areas);
  for (const write of brought) write.done();
}

onWritten(settle);
