// A dialog that celebrates an achievement. Each is shown once, and any key closes it, except in one of its fields.

import { freshID, h, keepFocus, reducedMotion } from "./dom.js";
import { confetti } from "./confetti.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { loadStyles } from "./styles.js";

// Without them, the dialog is plain but works.
await loadStyles().catch(console.error);

const silent = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Tab"]);

/**
 * celebrate({ title: "Saved", content?: nodes, kind?: "listening" | "reading" | "rucks", button?: "Dismiss",
 * mark?: element }): a check mark or another mark, and confetti unless reduced motion is set. The promise resolves when
 * the dialog is closed.
 */
export function celebrate({ title, content, kind = "reading", button = t("Dismiss"), mark = null }) {
  const heading = freshID("celebration");
  const text = freshID("celebration");
  const body = h("div", { class: "celebration-body", id: text }, content);
  // Only its sentences are read at once: a picture may have a long description.
  const lines = [...body.children].filter((child) => child.matches("p, ul"));
  for (const line of lines) line.id ||= freshID("celebration");
  const names = { "aria-labelledby": heading, "aria-describedby": lines.map(({ id }) => id).join(" ") || text };
  const element = h("dialog", { class: `dialog celebration card ${kind}`, ...names });
  const close = () => element.close();
  const dismiss = h("button", { class: "primary", type: "button", onclick: close }, button);
  element.append(
    mark ?? h("p", { class: "celebration-mark" }, icon("check")),
    h("h2", { id: heading }, title),
    body,
    dismiss);
  if (!reducedMotion()) element.append(confetti());
  element.addEventListener("keydown", (event) => {
    // Ignores a key that was already held down.
    if (event.target.matches("input, a, button") && event.target !== dismiss) return;
    if (event.repeat || silent.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  element.addEventListener("click", (event) => { if (event.target === element) close(); });
  document.body.append(element);
  element.showModal();
  dismiss.focus();
  return new Promise((done) => element.addEventListener("close", () => {
    element.remove();
    keepFocus();
    done();
  }, { once: true }));
}
