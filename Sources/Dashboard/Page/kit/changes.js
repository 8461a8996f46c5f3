// Collects changed areas from this page's writes and from the stream, so that each change reloads a card once.

import { isWriting, onWritten } from "./server.js";

/** The writes of one action, such as a book and its library entry, follow one another within this time. */
const settlingMilliseconds = 50;
/** The longest time that a change is held back. */
const longestHoldMilliseconds = 500;
/** Changes usually arrive within a tenth of this time. After it, a write is announced without the stream. */
const silenceMilliseconds = 1000;

const listeners = new Set();
/** Areas that the stream reported and that are not announced yet, and since when. */
const collected = new Set();
let heldSince = null;
let timer = null;
/** Writes of this page that the stream has not reported yet: { areas, isReported, done, timer }. */
const expected = new Set();
let isStreaming = () => false;

/**
 * Calls `action(areas)` with a set of the areas that changed. "everything" follows an outage of the server, when any
 * area may have changed; "day" means that a new day has started.
 */
export function onChange(action, signal) {
  listeners.add(action);
  signal?.addEventListener("abort", () => listeners.delete(action), { once: true });
}

/** Whether these changes affect a card with these areas. */
export const concerns = (areas, ownAreas = []) =>
  areas.has("everything") || areas.has("day") || ownAreas.some((area) => areas.has(area));

/** Announces changes immediately. */
export function announce(...areas) {
  const changed = new Set(areas);
  for (const action of [...listeners]) action(changed);
}

/** Sets the function that returns whether the stream of changes is open. */
export function setStreaming(check) {
  isStreaming = check;
}

/** Takes the areas of a change that the stream reported. */
export function collect(areas) {
  for (const area of areas) collected.add(area);
  for (const write of expected) write.isReported ||= write.areas.some((area) => collected.has(area));
  if (collected.size === 0) return;
  heldSince ??= performance.now();
  settle();
}

/**
 * Records a write of this page in these areas. Cards reload when the stream reports the areas, or immediately if no
 * stream is open. Resolves when they do.
 */
export function wrote(...areas) {
  if (areas.some((area) => collected.has(area))) {
    // The stream reported the change before the response arrived: it is announced with the collected areas.
    return new Promise((done) => expected.add({ areas, isReported: true, done, timer: null }));
  }
  if (!isStreaming()) {
    // Later, because a form counts as edited until its write has returned, and an edited form is not drawn again.
    return new Promise((done) => {
      setTimeout(() => {
        announce(...areas);
        done();
      });
    });
  }
  return new Promise((done) => {
    const write = { areas, isReported: false, done, timer: setTimeout(() => {
      expected.delete(write);
      announce(...areas);
      done();
    }, silenceMilliseconds) };
    expected.add(write);
  });
}

/** Drops the pending changes of a user who has signed out. */
export function discardChanges() {
  clearTimeout(timer);
  collected.clear();
  heldSince = null;
  for (const write of expected) clearTimeout(write.timer);
  expected.clear();
}

// While writes are pending, their changes may still arrive.
function settle() {
  clearTimeout(timer);
  if (collected.size === 0) return;
  const rest = Math.max(0, longestHoldMilliseconds - (performance.now() - heldSince));
  timer = setTimeout(flush, isWriting() ? rest : Math.min(rest, settlingMilliseconds));
}

function flush() {
  const areas = [...collected];
  collected.clear();
  heldSince = null;
  const reported = [...expected].filter((write) => write.isReported);
  for (const write of reported) {
    clearTimeout(write.timer);
    expected.delete(write);
  }
  announce(...areas);
  for (const write of reported) write.done();
}

onWritten(settle);
