// How far something has come, as a bar that says it.

import { h } from "./dom.js";

/** bar(0.4, "4 of 10 books"): the share is kept between nothing and all. */
export function bar(share, label) {
  const filled = h("i", {});
  filled.style.width = `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
  return h("div", { class: "bar", role: "img", "aria-label": label }, filled);
}

/** The same beside a row that says its figures already: nothing is read aloud twice. */
export function quietBar(share) {
  const element = bar(share, "");
  element.removeAttribute("role");
  element.removeAttribute("aria-label");
  element.setAttribute("aria-hidden", "true");
  return element;
}
