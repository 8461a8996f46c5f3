// The browser's database of a person's entries that wait, and of a timer that runs on this device.

import { person } from "./person.js";
import { Unavailable } from "./server.js";
import { choice, choose, databaseOf, discardChoice, queueName } from "./storage.js";
import { countsOf } from "./queue-rules.js";

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
export async function transact(mode, action) {
  const base = await database();
  return new Promise((done, fail) => {
    const transaction = base.transaction(["entries", "timers"], mode, { durability: "strict" });
    let value;
    transaction.oncomplete = () => done(value);
    transaction.onabort = () => fail(transaction.error ?? new Error("the browser did not keep the entry"));
    action(transaction.objectStore("entries"), transaction.objectStore("timers"), (result) => { value = result; });
  });
}

export const read = (request, use) => { request.onsuccess = () => use(request.result); };

/** All entries, the oldest first. */
export const allEntries = () => transact("readonly", (entries, _, result) => read(entries.getAll(), result));

/** The timer that this device started without the network, or null. */
export const localTimer = () => transact("readonly", (_, timers, result) =>
  read(timers.get("reading"), (timer) => result(timer ?? null)));

/** Changes an entry, and returns whether it still exists. `change` returns the new one, or null to remove it. */
export const update = (id, change) => transact("readwrite", (entries, _, result) => read(entries.get(id), (entry) => {
  if (!entry) return;
  const next = change(entry);
  if (next) entries.put(next);
  else entries.delete(id);
  result(true);
}));

/** Reports the number of waiting entries to all views and tabs. */
export async function recount() {
  const [entries, timer] = await Promise.all([allEntries(), localTimer()]);
  mark({ ...countsOf(entries), timers: timer ? 1 : 0 });
}

function mark({ waits, rejected, timers }) {
  const name = queueName(person()?.userId);
  if (waits + rejected + timers === 0) discardChoice(name);
  else choose(name, `${waits} ${rejected} ${timers} ${Date.now()}`);
  dispatchEvent(new Event("waiting"));
}

/** Changes the database, and reports it to all views. Throws Unavailable if the browser keeps nothing. */
export async function store(action) {
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
