// The public REST interface, with the cookie of this browser.

import { readServerTime } from "./now.js";

const base = new URL("api/v1/", document.baseURI);
const timeoutMilliseconds = 20_000;

/** The server said no, and why. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? `Status ${status}`);
    this.status = status;
    this.body = body;
    /** What is wrong with each member that was sent, by its name. */
    this.fields = new Map((body.errors ?? []).map((item) => [item.field, item.message]));
  }
}

/** There was no answer: the network, the server or a service behind it is away. */
export class Away extends Error {
  constructor() {
    super("The server does not answer.");
  }
}

let onEnd = () => {};
let onAnswered = () => {};
let underWay = 0;

/** What to do when the server no longer knows this browser. */
export function onSignedOut(action) {
  onEnd = action;
}

export const signedOut = () => onEnd();

/** What to do whenever a write has been answered, or given up. */
export function onWritten(action) {
  onAnswered = action;
}

/** Whether a write is under way. */
export const isWriting = () => underWay > 0;

/** Where a path below the interface is: get("profile"), get("heroes", { limit: 200 }). */
export function address(path, query) {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== "") url.searchParams.set(name, value);
  }
  return url;
}

/** One part of a path that may be any id. */
export const part = (id) => encodeURIComponent(id);

export async function get(path, query, signal) {
  return (await ask("GET", address(path, query), undefined, signal)).json();
}

/** Whether nobody is signed in here: this browser then has nothing to ask for. Unknown is no. */
export async function isStranger() {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const answer = await fetch(new URL("visitor", document.baseURI), { signal });
    return answer.ok && (await answer.json()).isStranger === true;
  } catch {
    return false;
  }
}

/** A picture's text. */
export async function getText(path, query, signal) {
  return (await ask("GET", address(path, query), undefined, signal)).text();
}

/** The first items of a list, page after page, as one page of at least so many. */
export async function getUpTo(count, path, query, signal) {
  const items = [];
  let nextCursor;
  do {
    const page = await get(path, { ...query, limit: 200, cursor: nextCursor }, signal);
    items.push(...page.items);
    nextCursor = page.nextCursor;
  } while (nextCursor && items.length < count);
  return { items, nextCursor };
}

/** All items of a list, up to a bound. */
export const getAll = async (path, query, signal, most = 10_000) => (await getUpTo(most, path, query, signal)).items;

/** A write. It is tried again when there was no answer: the key makes the second try the same one. */
export async function send(verb, path, body) {
  const key = verb === "POST" ? freshKey() : undefined;
  underWay += 1;
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await ask(verb, address(path), body, undefined, key);
        return answer.status === 204 ? null : await answer.json();
      } catch (error) {
        if (!(error instanceof Away) || attempt === 2) throw error;
        await new Promise((done) => setTimeout(done, 400 * (attempt + 1)));
      }
    }
  } finally {
    underWay -= 1;
    onAnswered();
  }
}

/** A write that is sent although the page is being left. */
export function sendOnLeave(verb, path) {
  fetch(address(path), { method: verb, headers: { "X-Requested-With": "waymark" }, keepalive: true }).catch(() => {});
}

async function ask(method, url, body, signal, key) {
  const headers = { "X-Requested-With": "waymark" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  const limit = AbortSignal.timeout(timeoutMilliseconds);
  let answer;
  try {
    answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      cache: method === "GET" ? "no-cache" : "no-store",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Away();
  }
  readServerTime(answer.headers.get("Date"));
  if (answer.ok) return answer;
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Away();
  const problem = new Problem(answer.status, await answer.json().catch(() => ({})));
  if (answer.status === 401 && !url.pathname.endsWith("/session")) signedOut();
  throw problem;
}

/** Random without `crypto.randomUUID`, which browsers give to https alone. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
