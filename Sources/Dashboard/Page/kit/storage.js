// Small values in the browser's local storage: choices, and the last responses for when the server is unavailable.

const prefix = "waymark.";
const largestResponse = 100_000;
const mostResponses = 600;
/** A browser keeps about five million characters for a page. */
const mostCharacters = 2_500_000;

/** Pages at other paths of this address have other people. */
const { pathname } = new URL(".", document.baseURI);
const personName = `person${pathname === "/" ? "" : ` ${pathname}`}`;

/** The user of this browser, as all its tabs know it, or null. */
export const browserUser = () => choice(personName, null);

/** The mark that writes of a user wait for the network: "waits rejected timers since". */
export const queueName = (user) => `waiting ${pathname} ${user}`;

/** The browser's database of these writes. The service worker uses the same name. */
export const databaseOf = (user) => `${prefix}${queueName(user)}`;

/** Writes of a person who does not come back are removed after this time. */
const longestWaitMilliseconds = 30 * 86_400_000;

/** The cache in which the service worker puts the files that other apps share with the page. */
export const sharedName = `waymark shared ${new URL(".", document.baseURI).href}`;

/** The user whom this tab shows. */
let owner = null;
/** The age and the length of each kept response, in this tab's knowledge. */
let kept = null;

/** A choice of this browser, or the default if the browser stores nothing. */
export function choice(name, otherwise) {
  try {
    return localStorage.getItem(prefix + name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function choose(name, value) {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Private windows may reject this: the choice then lasts until the page is closed.
  }
}

export function discardChoice(name) {
  try {
    localStorage.removeItem(prefix + name);
  } catch {
    // Nothing was stored.
  }
}

/** Deletions that wait for their end, one by one, so that tabs do not overwrite those of others. */
const deletionName = (path, user = browserUser()) => `deletion ${pathname} ${encodeURIComponent(user)} ${path}`;

export const keepDeletion = (path, deletion) => choose(deletionName(path), JSON.stringify(deletion));
export const hasDeletion = (path) => choice(deletionName(path), null) !== null;
export const discardDeletion = (path) => discardChoice(deletionName(path));

/** The kept deletions of this browser's user: { path, areas, due, isLeft }. */
export function keptDeletions() {
  try {
    const own = prefix + deletionName("");
    return Object.keys(localStorage).filter((key) => key.startsWith(own))
      .map((key) => ({ ...JSON.parse(localStorage.getItem(key)), path: key.slice(own.length) }));
  } catch {
    return [];
  }
}

/** Sets the user whose responses are kept. Those of another user are removed. */
export function keepFor(userId) {
  if (browserUser() !== userId) discardResponses();
  discardOldQueues(userId);
  choose(personName, userId);
  owner = userId;
}

/** Keeps a response under its address. */
export function keepResponse(address, value) {
  // Another tab may have signed out, or let another person in, since the request was sent.
  if (owner === null || browserUser() !== owner) return;
  try {
    const entry = { at: Date.now(), by: owner, value };
    const text = JSON.stringify(entry);
    if (text.length > largestResponse) return;
    const key = `${prefix}answer.${address}`;
    localStorage.setItem(key, text);
    // Another tab may have signed out between the first check and this line.
    if (browserUser() !== owner) return localStorage.removeItem(key);
    kept ??= readKept();
    kept.set(key, { at: entry.at, length: text.length });
    if (isTooMuch(kept)) discardOldest();
  } catch {
    // The storage is full: the response is not kept.
  }
}

/** The last response for this browser's user, and for no other one that this tab shows: { at, value }, or null. */
export function keptResponse(address) {
  try {
    const entry = JSON.parse(localStorage.getItem(`${prefix}answer.${address}`));
    const isOwn = entry?.by && entry.by === browserUser() && (owner === null || entry.by === owner);
    return isOwn ? entry : null;
  } catch {
    return null;
  }
}

/** The kept lists of these API paths, such as "/stories", with any query. */
export const keptResponses = (paths) => responseKeys()
  .map((key) => key.slice(`${prefix}answer.`.length))
  .filter((name) => paths.some((path) => new RegExp(`/api/v1${path}(\\?| |$)`).test(name)))
  .map(keptResponse).filter((entry) => Array.isArray(entry?.value?.items ?? entry?.value));

/** The last known heights of parts of views in pixels, by name. */
export function keptHeights() {
  try {
    return new Map(JSON.parse(choice("answer-heights", "[]")));
  } catch {
    return new Map();
  }
}

export const keepHeights = (heights) => choose("answer-heights", JSON.stringify(heights));

/** Removes the user's data from the browser when they sign out. From then on, no tab keeps any. */
export function discardResponses() {
  owner = null;
  kept = null;
  discardChoice(personName);
  discardSharedFiles();
  try {
    for (const key of [...responseKeys(), `${prefix}answer-heights`]) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Removes the unsent writes of a user. */
export function discardQueue(user) {
  discardChoice(queueName(user));
  try {
    indexedDB.deleteDatabase(databaseOf(user));
  } catch {
    // The browser has no database.
  }
}

/** Unsent writes of others stay for them, because their session may only have expired. Nobody else sees them. */
function discardOldQueues(userId) {
  try {
    const own = databaseOf("");
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(own) && one !== databaseOf(userId))) {
      const since = Number(localStorage.getItem(key).split(" ")[3]);
      if (!(Date.now() - since < longestWaitMilliseconds)) discardQueue(key.slice(own.length));
    }
  } catch {
    // Nothing was stored.
  }
}

/** Removes everything that this page has stored for a user, after the account was deleted. */
export function discardAll(user) {
  discardQueue(user);
  owner = null;
  kept = null;
  discardSharedFiles();
  try {
    const own = prefix + deletionName("", user);
    const isOfOther = (key) => !key.startsWith(own)
      && (key.startsWith(`${prefix}waiting `) || key.startsWith(`${prefix}deletion `));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix) && !isOfOther(key)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
}

const discardSharedFiles = () => globalThis.caches?.delete(sharedName).catch(() => {});

const responseKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}answer.`));

const isTooMuch = (responses) => responses.size > mostResponses || charactersOf(responses) > mostCharacters;

const charactersOf = (responses) => [...responses.values()].reduce((sum, { length }) => sum + length, 0);

/** Reads what all tabs have kept. */
const readKept = () => new Map(responseKeys().map((key) => {
  const text = localStorage.getItem(key) ?? "";
  return [key, { at: Number(text.match(/^\{"at":(\d+)/)?.[1] ?? 0), length: text.length }];
}));

function discardOldest() {
  kept = readKept();
  for (const [key] of [...kept].sort(([, one], [, other]) => one.at - other.at)) {
    if (!isTooMuch(kept)) return;
    localStorage.removeItem(key);
    kept.delete(key);
  }
}
