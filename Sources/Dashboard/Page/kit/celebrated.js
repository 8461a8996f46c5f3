// The events that this browser has celebrated. The dialog is loaded when there is something to celebrate.

import { choice, choose } from "./storage.js";

const mostKept = 300;

const dialog = () => import("./celebration.js");

/** Shows the dialog of celebration.js. */
export const celebrate = async (options) => (await dialog()).celebrate(options);

/** Celebrates the named event unless this browser has done so before: celebrateOnce("milestone stories-5", { … }). */
export async function celebrateOnce(name, options) {
  const mark = hash(name);
  const kept = celebrated();
  if (kept.includes(mark)) return;
  choose("celebrated", [...kept, mark].slice(-mostKept).join(" "));
  await celebrate(options);
}

/** Marks events as celebrated without showing them. */
export function markCelebrated(names) {
  const kept = celebrated();
  const more = names.map(hash).filter((mark) => !kept.includes(mark));
  if (more.length > 0) choose("celebrated", [...kept, ...more].slice(-mostKept).join(" "));
}

export const wasCelebrated = (name) => celebrated().includes(hash(name));

const celebrated = () => choice("celebrated", "").split(" ").filter(Boolean);

// A name can contain what someone read, so only its hash stays in the browser after signing out.
function hash(name) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(36);
}
