// The parts of one place, side by side: each has an address of its own.

import { h } from "./dom.js";

/** subnav("Listening", "#/listening", [["#/listening", "Overview"], …]): the part that is shown is marked. */
export const subnav = (label, shown, links) =>
  h("nav", { class: "subnav", "aria-label": `Parts of ${label}` },
    h("ul", {}, links.map(([href, text]) =>
      h("li", {}, h("a", { href, "aria-current": href === shown ? "page" : null }, text)))));
