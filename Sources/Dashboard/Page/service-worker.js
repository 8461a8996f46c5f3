// Serves the page's own files without a network, receives the files that other apps share with the installed page, and
// sends writes that wait (kit/queue-sending.js) while the page is closed. Other requests go to the server.

const scope = self.registration.scope;
/** The edge inserts the hash of all files and their names, so that a new version is a new service worker. */
const folder = new URL("page/{{hash}}/", scope).href;
/** The page adds the catalogues of its language (kit/translation.js). */
const files = "{{files}}".split(" ").filter((file) => !file.startsWith("languages/"));
const prefix = `waymark ${scope}page/`;
const name = `waymark ${folder}`;
/** The address that the manifest names for shared files. The server does not know it. */
const shareAddress = new URL("share", scope).href;
/** The files wait here until the import has read them. */
const sharedName = `waymark shared ${scope}`;
/** A network that does not respond within this time counts as absent. */
const longestWaitMilliseconds = 5000;
/** The statuses of a proxy whose server is unavailable. */
const absent = [502, 503, 504];

self.addEventListener("install", (event) => event.waitUntil(Promise.all([keepFiles(), leaveApiOut(event)])));
self.addEventListener("sync", (event) => {
  if (event.tag.startsWith("waymark ")) event.waitUntil(sendWaiting(event.tag.slice("waymark ".length)));
});
self.addEventListener("activate", (event) => event.waitUntil(discardOldFiles()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && request.url === shareAddress) return event.respondWith(receive(request));
  if (request.method !== "GET") return;
  if (request.url.startsWith(folder)) event.respondWith(fileFor(request));
  else if (request.mode === "navigate" && isStart(request.url)) event.respondWith(startFor(request));
});

const isStart = (url) => url.split(/[?#]/)[0] === scope;

/**
 * Calls of the API do not pass through this worker. Otherwise the browser starts a stopped worker first, and drops what
 * a page sends while it is being left.
 */
async function leaveApiOut(event) {
  try {
    const pathname = `${new URL(scope).pathname}api/*`;
    await event.addRoutes?.({ condition: { urlPattern: { pathname } }, source: "network" });
  } catch {
    // The calls pass through the worker then.
  }
}

async function keepFiles() {
  const start = await fetch(scope, { cache: "no-cache" });
  // The server may have been upgraded since the browser loaded this file.
  if (!start.ok || !(await start.clone().text()).includes("page/{{hash}}/")) throw new Error("another version");
  const cache = await caches.open(name);
  await cache.addAll(files.map((file) => folder + file));
  await cache.put(scope, start);
}

async function discardOldFiles() {
  const old = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name);
  await Promise.all(old.map((key) => caches.delete(key)));
  // The page of the first visit may lose the network too, before it has loaded all of its parts.
  await self.clients.claim();
}

const kept = async (address) => (await caches.open(name)).match(address);

const fileFor = async (request) => (await kept(request)) ?? fetch(request);

/** The server's page, or the kept one if the server does not respond. */
async function startFor(request) {
  const asked = fetch(request);
  const response = await Promise.race([asked.catch(() => null), silence()]);
  if (response && !absent.includes(response.status)) return response;
  return (await kept(scope)) ?? response ?? asked;
}

const silence = () => new Promise((done) => setTimeout(() => done(null), longestWaitMilliseconds));

/** Keeps shared files for the import, which shows what they contain and asks before it writes. */
async function receive(request) {
  const files = (await request.formData()).getAll("files").filter((file) => file instanceof File);
  await caches.delete(sharedName);
  const cache = await caches.open(sharedName);
  for (const [index, file] of files.entries()) {
    await cache.put(new URL(`share/${index}/${encodeURIComponent(file.name)}`, scope), new Response(file));
  }
  return Response.redirect(new URL("#/settings/import?shared=yes", scope), 303);
}

// --- Writes that wait. The page has all their rules; here, only writes with a key are sent, in order, up to the first
// one that needs more than that.

/** The server keeps a key for a day. */
const keyMilliseconds = 20 * 3_600_000;
const withKey = ["listening", "reading", "ruck", "prompt"];

const mayBeSent = ({ kind, state, triedAt, earlier, about, isRemoval }, now) => state === "waits"
  && withKey.includes(kind) && earlier.length === 0 && !isRemoval && !about.isTried
  && (triedAt === null || Math.abs(now - triedAt) < keyMilliseconds);

/** A page that is sending, perhaps in vain, has the lock for a short time. */
const lockTries = 20;
const lockPauseMilliseconds = 500;

/**
 * Sends while no page does. It does not wait for the lock, because a stopped worker would stay in its queue. If a page
 * has it for long, the browser tries again later.
 */
async function sendWaiting(user) {
  const database = `waymark.waiting ${new URL(scope).pathname} ${user}`;
  const attempt = async (lock) => {
    if (lock) await sendAll(database, user);
    return lock !== null;
  };
  for (let tries = 0; tries < lockTries; tries += 1) {
    if (await navigator.locks.request(database, { ifAvailable: true }, attempt)) return;
    await new Promise((done) => setTimeout(done, lockPauseMilliseconds));
  }
  throw new Error("a page is sending");
}

async function sendAll(name, user) {
  const database = await openDatabase(name);
  if (!database) return;
  try {
    for (;;) {
      const entries = await done(database.transaction("entries").objectStore("entries").getAll());
      const entry = entries.find(({ state }) => state === "waits");
      if (!entry || !mayBeSent(entry, Date.now()) || !(await sendEntry(database, entry, user))) return;
    }
  } finally {
    database.close();
    for (const page of await self.clients.matchAll()) page.postMessage("waymark sent");
  }
}

/** Returns whether the entry was sent. Throws if there is no response, and the browser tries again later. */
async function sendEntry(database, entry, user) {
  const store = () => database.transaction("entries", "readwrite").objectStore("entries");
  if (entry.triedAt === null) await done(store().put({ ...entry, triedAt: Date.now() }));
  const response = await fetch(new URL(`api/v1/${entry.path}`, scope), {
    method: entry.verb, credentials: "same-origin", cache: "no-store",
    headers: {
      "Content-Type": "application/json", "Idempotency-Key": entry.key, "X-Requested-With": "waymark",
      "X-Waymark-User": user,
    },
    body: entry.body === undefined ? undefined : JSON.stringify(entry.body),
  });
  if (absent.includes(response.status)) throw new Error("the server is unavailable");
  // The page shows what the server does not accept.
  const isSent = response.ok && !response.headers.get("Content-Type")?.startsWith("text/html");
  if (isSent) await done(store().delete(entry.id));
  return isSent;
}

/** Returns null if there is no database, and creates none. */
function openDatabase(name) {
  const asked = indexedDB.open(name);
  asked.onupgradeneeded = () => asked.transaction.abort();
  return done(asked).catch(() => null);
}

const done = (asked) => new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});
