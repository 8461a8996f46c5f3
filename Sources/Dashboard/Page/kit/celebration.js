// A dialog that celebrates an achievement. Each is shown once, and any key closes it.

import { freshID, h, keepFocus, reducedMotion } from "./dom.js";
import { confetti } from "./confetti.js";
import { icon } from "./icons.js";
import { choice, choose } from "./storage.js";

const mostKept = 300;
const silent = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Tab"]);

/**
 * celebrate({ title: "Saved", content?: nodes, kind?: "listening" | "reading" | "rucks", button?: "Dismiss" }): a check
 * mark, and confetti unless reduced motion is set. The promise resolves when the dialog is closed.
 */
export function celebrate({ title, content, kind = "reading", button = "Dismiss" }) {
  const heading = freshID("celebration");
  const text = freshID("celebration");
  const names = { "aria-labelledby": heading, "aria-describedby": text };
  const element = h("dialog", { class: `dialog celebration card ${kind}`, ...names });
  const close = () => element.close();
  element.append(
    h("p", { class: "celebration-mark" }, icon("check")),
    h("h2", { id: heading }, title),
    h("div", { class: "celebration-body", id: text }, content),
    h("button", { class: "primary", type: "button", onclick: close }, button));
  if (!reducedMotion()) element.append(confetti());
  element.addEventListener("keydown", (event) => {
    // Ignores a key that was already held down.
    if (event.repeat || silent.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  element.addEventListener("click", (event) => { if (event.target === element) close(); });
  document.body.append(element);
  element.showModal();
  element.querySelector("button").focus();
  return new Promise((done) => element.addEventListener("close", () => {
    element.remove();
    keepFocus();
    done();
  }, { once: true }));
}

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
