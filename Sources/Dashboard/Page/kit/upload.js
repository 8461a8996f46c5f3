// Uploads a file and reports the server's progress.

import { Unavailable, Problem, address, freshKey, isForeign, ownHeaders, showOtherUser, signedOut } from "./server.js";

const mostTries = 5;
const mostTriesWhenUnavailable = 3;

/**
 * upload("imports", { format, dryRun }, file, { signal, onProgress }) calls `onProgress({ phase, done, total })` for
 * each progress event and returns the result. If the response is lost, it sends the file again with the same
 * idempotency key.
 */
export async function upload(path, query, file, { signal, onProgress }) {
  const key = freshKey();
  for (let tries = 1; ; tries += 1) {
    try {
      return await sent(path, query, file, key, { signal, onProgress });
    } catch (error) {
      // 429: an upload that was just cancelled may still be running.
      const most = error instanceof Unavailable ? mostTriesWhenUnavailable : error.status === 429 ? mostTries : 1;
      if (signal.aborted || tries >= most) throw error;
      await new Promise((done) => setTimeout(done, 1000));
      signal.throwIfAborted();
    }
  }
}

async function sent(path, query, file, key, { signal, onProgress }) {
  const headers = {
    ...ownHeaders(), Accept: "text/event-stream", "Content-Type": file.type || octets,
    "Idempotency-Key": key,
  };
  let response;
  try {
    response = await fetch(address(path, query), {
      method: "POST", headers, body: file, credentials: "same-origin", cache: "no-store", signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Unavailable();
  }
  if (isForeign(response)) throw new Unavailable();
  if (response.status === 412) return showOtherUser();
  if (response.status === 401) signedOut();
  if ([502, 503, 504].includes(response.status)) throw new Unavailable();
  if (!response.ok) throw new Problem(response.status, await response.json().catch(() => ({})));
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response.json();
  for await (const { event, data } of events(response.body, signal)) {
    if (event === "progress") onProgress(data);
    else if (event === "result") return data;
    else if (data.status) throw data.status === 503 ? new Unavailable() : new Problem(data.status, data);
  }
  throw new Unavailable();
}

const octets = "application/octet-stream";

/** Yields the events of a stream as they arrive. Throws if the connection is lost. */
async function* events(body, signal) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (true) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw signal.aborted ? error : new Unavailable();
    }
    if (part.done) return;
    text += part.value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const event = { event: "message", data: "" };
      for (const line of block.split("\n")) {
        const [, name, value] = line.match(/^(event|data): ?(.*)$/) ?? [];
        if (name === "event") event.event = value;
        if (name === "data") event.data += value;
      }
      if (event.data) yield { event: event.event, data: JSON.parse(event.data) };
    }
  }
}
