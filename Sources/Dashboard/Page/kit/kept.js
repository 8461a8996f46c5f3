// Reads values that are shown with others, such as the title of a session's book. While the server is unavailable,
// they return the last response. The card or the list with the other values shows their age.

import { Unavailable, address, get } from "./server.js";
import { keepResponse, keptResponse } from "./storage.js";

export async function getKept(path, query, signal) {
  const url = address(path, query);
  const name = url.pathname + url.search;
  try {
    const value = await get(path, query, signal);
    keepResponse(name, value);
    return value;
  } catch (error) {
    const last = error instanceof Unavailable ? keptResponse(name) : null;
    if (!last) throw error;
    return last.value;
  }
}
