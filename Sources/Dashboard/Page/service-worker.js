// Serves the page's own files without a network, and receives the files that other apps share with the installed page.
// Requests to the API go to the server and are not kept here.

const scope = self.registration.scope;
/** The edge inserts the hash of all files and their names, so that a new version is a new service worker. */
const folder = new URL("page/{{hash}}/", scope).href;
const files = "{{files}}".split(" ");
const prefix = `waymark ${scope}page/`;
const name = `waymark ${folder}`;
/** The address that the manifest names for shared files. The server does not know it. */
const shareAddress = new URL("share", scope).href;
/** The files wait here until the import has read them. */
const sharedName = `waymark shared ${scope}`;
/** A network that does not answer within this time counts as absent. */
const longestWaitMilliseconds = 5000;
/** The statuses of a proxy whose server is unavailable. */
const absent = [502, 503, 504];

self.addEventListener("install", (event) => event.waitUntil(keepFiles()));
self.addEventListener("activate", (event) => event.waitUntil(discardOldFiles()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && request.url === shareAddress) return event.respondWith(receive(request));
  if (request.method !== "GET") return;
  if (request.url.startsWith(folder)) event.respondWith(fileFor(request));
  else if (request.mode === "navigate" && isStart(request.url)) event.respondWith(startFor(request));
});

const isStart = (url) => url.split(/[?#]/)[0] === scope;

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
}

const kept = async (address) => (await caches.open(name)).match(address);

const fileFor = async (request) => (await kept(request)) ?? fetch(request);

/** The server's page, or the kept one if the server does not answer. */
async function startFor(request) {
  const asked = fetch(request);
  const answer = await Promise.race([asked.catch(() => null), silence()]);
  if (answer && !absent.includes(answer.status)) return answer;
  return (await kept(scope)) ?? answer ?? asked;
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
