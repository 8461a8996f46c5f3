// Connectors and webhooks change without an event in the stream of changes, so the cards reload when the page gets the
// focus, and every minute while it is visible.

import { announce } from "../../kit/changes.js";
import { h } from "../../kit/dom.js";

const everyMilliseconds = 60_000;
/** The focus and the visibility often change together. */
const apartMilliseconds = 2000;

/** Announces "sources" until the view is left. */
export function keepFresh(scope) {
  let last = performance.now();
  const reload = () => {
    if (document.visibilityState === "hidden" || performance.now() - last < apartMilliseconds) return;
    last = performance.now();
    announce("sources");
  };
  const timer = setInterval(reload, everyMilliseconds);
  addEventListener("focus", reload, { signal: scope.signal });
  document.addEventListener("visibilitychange", reload, { signal: scope.signal });
  scope.signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

const opened = new Set();

/** Details that stay open when their card reloads. */
export const foldable = (name, summary, ...content) => {
  const element = h("details", { open: opened.has(name), ontoggle: () => {
    if (element.open) opened.add(name);
    else opened.delete(name);
  } }, h("summary", {}, summary), content);
  return element;
};
