// A progress bar with an accessible label.

import { h } from "./dom.js";

/** bar(0.4, "4 of 10 books"): the share is limited to 0 … 1. */
export function bar(share, label) {
  const filled = h("i", {});
  filled.style.width = `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
  return h("div", { class: "bar", role: "img", "aria-label": label }, filled);
}

/** A progress bar that screen readers skip, for a row whose text already contains the figures. */
export function quietBar(share) {
  const element = bar(share, "");
  element.removeAttribute("role");
  element.removeAttribute("aria-label");
  element.setAttribute("aria-hidden", "true");
  return element;
}
