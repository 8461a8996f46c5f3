// A file sent to the server, which says how far it is while it works.

import { Away, Problem, address, freshKey, signedOut } from "./server.js";

const mostTries = 5;
const mostTriesWhenAway = 3;

/**
 * upload("imports", { format, dryRun }, file, { signal, onProgress }): `onProgress({ phase, done, total })` for each
 * report of the stream; gives the last one, the result. Where the answer is lost the file is sent again: the key
 * makes that the same upload.
 */
export async function upload(path, query, file, { signal, onProgress }) {
  const key = freshKey();
  for (let tries = 1; ; tries += 1) {
    try {
      return await sent(path, query, file, key, { signal, onProgress });
    } catch (error) {
      // 429: one that was given up a moment ago may still be coming to its end.
      const most = error instanceof Away ? mostTriesWhenAway : error.status === 429 ? mostTries : 1;
      if (signal.aborted || tries >= most) throw error;
      await new Promise((done) => setTimeout(done, 1000));
      signal.throwIfAborted();
    }
  }
}

async function sent(path, query, file, key, { signal, onProgress }) {
  const headers = {
    "X-Requested-With": "waymark", Accept: "text/event-stream", "Content-Type": file.type || octets,
    "Idempotency-Key": key,
  };
  let answer;
  try {
    answer = await fetch(address(path, query), {
      method: "POST", headers, body: file, credentials: "same-origin", cache: "no-store", signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Away();
  }
  if (answer.status === 401) signedOut();
  if ([502, 503, 504].includes(answer.status)) throw new Away();
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => ({})));
  if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return answer.json();
  for await (const { event, data } of events(answer.body, signal)) {
    if (event === "progress") onProgress(data);
    else if (event === "result") return data;
    else if (data.status) throw data.status === 503 ? new Away() : new Problem(data.status, data);
  }
  throw new Away();
}

const octets = "application/octet-stream";

/** The events of a stream as they arrive; it breaks off where the server went away. */
async function* events(body, signal) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (true) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw signal.aborted ? error : new Away();
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
