// What another device does shows here: one stream of changes, and the turn of the day, while the page is seen.

import { address } from "./server.js";
import { dayOf } from "./person.js";

const listeners = new Set();
const longestWait = 30_000;
let stream = null;
let after = null;
let wait = 1000;
let timer = null;
let day = null;
let reachable = true;

/** Calls `action(areas)` with a set of areas that changed; "everything" after the server was away or the day turned. */
export function onChange(action, signal) {
  listeners.add(action);
  signal?.addEventListener("abort", () => listeners.delete(action), { once: true });
}

/** Says at once what this page itself wrote: the stream brings the same a moment later. */
export function announce(...areas) {
  const changed = new Set(areas);
  for (const action of [...listeners]) action(changed);
}

export function beginLive() {
  day = dayOf();
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  setInterval(turnDay, 20_000);
  look();
}

export function endLive() {
  close();
  after = null;
}

// A hidden page keeps no stream: a browser has few connections for one server, whatever the number of tabs.
function look() {
  if (document.visibilityState === "hidden") return close();
  turnDay();
  if (!stream) open();
}

function open() {
  clearTimeout(timer);
  stream = new EventSource(address("changes", { after }), { withCredentials: false });
  stream.addEventListener("open", () => {
    wait = 1000;
    if (!reachable) announce("everything");
    setReachable(true);
  });
  stream.addEventListener("change", (event) => {
    const change = JSON.parse(event.data);
    const first = after === null;
    after = change.seq;
    if (!first) announce(...change.areas);
  });
  stream.addEventListener("error", () => {
    close();
    setReachable(false);
    timer = setTimeout(look, wait * (0.5 + Math.random() / 2));
    wait = Math.min(wait * 2, longestWait);
  });
}

function close() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
}

// A page that slept over midnight must not show yesterday as today.
function turnDay() {
  const now = dayOf();
  if (day !== null && now !== day) announce("everything");
  day = now;
}

function setReachable(now) {
  reachable = now;
  document.documentElement.toggleAttribute("data-away", !now);
  dispatchEvent(new CustomEvent("reachable", { detail: now }));
}
