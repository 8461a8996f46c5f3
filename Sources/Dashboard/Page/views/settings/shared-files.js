// The files that other apps have shared with the installed page.

import { sharedName } from "../../kit/storage.js";

/** Returns the shared files, and removes them from the browser. */
export async function takeSharedFiles() {
  if (!(await globalThis.caches?.has(sharedName))) return [];
  const cache = await caches.open(sharedName);
  const files = await Promise.all((await cache.keys()).map(async (request) => {
    const name = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1));
    const content = await (await cache.match(request)).blob();
    return new File([content], name, { type: content.type });
  }));
  await caches.delete(sharedName);
  return files;
}
