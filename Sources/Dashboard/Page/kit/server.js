// Requests to the REST API, with the cookie of this browser.

import { language, t } from "./language.js";
import { readServerTime } from "./now.js";

const base = new URL("api/v1/", document.baseURI);
const timeoutMilliseconds = 20_000;
/** A write that can wait is kept if the network is silent for this time. */
const queuedTimeoutMilliseconds = 8000;

/** The server rejected a request. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? t("Status {status}", { status: String(status) }));
    this.status = status;
    this.body = body;
    /** The error of each member of the request body, by name. */
    this.fields = new Map((body.errors ?? []).map((item) => [item.field, item.message]));
  }
}

/** Runs a write, and replaces the texts of errors by those of the page: explained({ 401: "…" }, write). */
export async function explained(texts, write) {
  try {
    return await write();
  } catch (error) {
    throw texts[error.status] ? new Error(texts[error.status]) : error;
  }
}

/** No response: the network, the server or one of its services is unavailable. `detail` is the server's reason. */
export class Unavailable extends Error {
  constructor(detail = null) {
    super(t("The server is unavailable. Try again in a moment."));
    this.detail = detail;
  }
}

let onEnd = () => {};
let confirmAgain = async () => false;
let confirmation = null;
let onWriteEnd = () => {};
let pendingWrites = 0;

/** Sets the action for a response 401. */
export function onSignedOut(action) {
  onEnd = action;
}

export const signedOut = () => onEnd();

/** Counts the sign-ins of this page. */
let session = 0;
/** The user whom this tab shows. The server rejects the request if another tab has signed another person in. */
let user = null;

/** A 401 of a request that was sent before a sign-in is about the previous session. */
export function beginSession() {
  session += 1;
  user = null;
}

export function showsUser(id) {
  user = id;
}

const commonHeaders = { "X-Requested-With": "waymark", "Accept-Language": language };

/** The headers of every request. */
export const ownHeaders = () => ({ ...commonHeaders, ...(user ? { "X-Waymark-User": user } : {}) });

/** Sets the action that asks who is at the browser. It returns whether the person confirmed it. */
export function onConfirmation(action) {
  confirmAgain = action;
}

/** Asks who is at the browser. Concurrent calls share one dialog. */
export function confirmPerson() {
  confirmation ??= confirmAgain().finally(() => { confirmation = null; });
  return confirmation;
}

/** Sets the action for a write that succeeded or failed. */
export function onWritten(action) {
  onWriteEnd = action;
}

/** Whether a write is pending. */
export const isWriting = () => pendingWrites > 0;

/** The URL of an API path: address("profile"), address("heroes", { limit: 200 }). */
export function address(path, query) {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(name, value);
  }
  return url;
}

/** Encodes an id as one path segment. */
export const part = (id) => encodeURIComponent(id);

export async function get(path, query, signal) {
  return (await request("GET", address(path, query), undefined, signal)).json();
}

/** The text of a picture. */
export async function getText(path, query, signal) {
  return (await request("GET", address(path, query), undefined, signal)).text();
}

/** Loads pages of a list until there are at least `count` items. A card passes its own `ask`. */
export async function getUpTo(count, path, query, signal, ask = get) {
  const items = [];
  let nextCursor;
  do {
    const page = await ask(path, { ...query, limit: 200, cursor: nextCursor }, signal);
    items.push(...page.items);
    nextCursor = page.nextCursor;
  } while (nextCursor && items.length < count);
  return { items, nextCursor };
}

/** All items of a list, up to a limit. */
export const getAll = async (path, query, signal, most = 10_000, ask = get) =>
  (await getUpTo(most, path, query, signal, ask)).items;

/**
 * Sends a write, whose body is an object or a file. Without a response it is retried with the same idempotency key. A
 * write that can wait (`isQueued`) is retried only if the failure was quick.
 */
export async function send(verb, path, body, { key = freshKey(), isQueued = false } = {}) {
  pendingWrites += 1;
  try {
    for (let attempt = 0; ; attempt += 1) {
      const limit = performance.now() + queuedTimeoutMilliseconds / 4;
      try {
        const response = await request(verb, address(path), body, undefined, { key, isQueued });
        return response.status === 204 ? null : await response.json();
      } catch (error) {
        if (error.body?.reauthenticate && attempt === 0) {
          if (await confirmPerson()) continue;
          throw new Problem(403, { detail: t("Nothing was changed, because you did not confirm that it is you.") });
        }
        if (!(error instanceof Unavailable) || attempt === 2) throw error;
        if (isQueued && (navigator.onLine === false || performance.now() > limit)) throw error;
        await new Promise((done) => setTimeout(done, 400 * (attempt + 1)));
      }
    }
  } finally {
    pendingWrites -= 1;
    onWriteEnd();
  }
}

/** Sends a write that may outlive the page. Returns its status, or 0 without a response. */
export const sendOnLeave = (verb, path) =>
  fetch(address(path), { method: verb, headers: ownHeaders(), keepalive: true }).then(({ status }) => status, () => 0);

// A 401 of these calls is about what they send, not about the session.
const provesPerson = /\/(session|session\/(passkey|confirm|invitation)|setup|account\/password)$/;

async function request(method, url, body, signal, { key, isQueued } = {}) {
  const isProof = provesPerson.test(url.pathname);
  const headers = isProof ? { ...commonHeaders } : ownHeaders();
  const own = session;
  const isFile = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = isFile ? body.type : "application/json";
  if (key && method === "POST") headers["Idempotency-Key"] = key;
  const limit = AbortSignal.timeout(isQueued ? queuedTimeoutMilliseconds : timeoutMilliseconds);
  let response;
  try {
    response = await fetch(url, {
      method,
      headers,
      body: body === undefined || isFile ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: method === "GET" ? "no-cache" : "no-store",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unavailable();
  }
  if (isForeign(response)) throw new Unavailable();
  readServerTime(response.headers.get("Date"));
  if (response.ok) return response;
  if (response.status === 412 && headers["X-Waymark-User"]) return showOtherUser();
  const rejection = await response.json().catch(() => ({}));
  if ([502, 503, 504].includes(response.status)) throw new Unavailable(rejection.detail);
  const problem = new Problem(response.status, rejection);
  if (response.status === 401 && own === session && !isProof) signedOut();
  throw problem;
}

/** Whether the response is not from the server but, for example, from a network that wants a sign-in first. */
export const isForeign = ({ ok, status, headers }) =>
  status === 511 || ((ok || [401, 403, 407].includes(status)) && /^text\/html/.test(headers.get("Content-Type")));

/** Another tab has signed another person in: this tab then shows that person. */
export function showOtherUser() {
  location.reload();
  return new Promise(() => {});
}

/** A random key. `crypto.randomUUID` is available only over HTTPS. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
