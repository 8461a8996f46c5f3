// Links between the views of one section.

import { h } from "./dom.js";

/** subnav("Listening", "#/listening", [["#/listening", "Overview"], …]): the current one is marked. */
export const subnav = (label, shown, links) =>
  h("nav", { class: "subnav", "aria-label": `${label} pages` },
    h("ul", {}, links.map(([href, text]) =>
      h("li", {}, h("a", { href, "aria-current": href === shown ? "page" : null }, text)))));
