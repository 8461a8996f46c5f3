// Links between the views of one section.

import { h } from "./dom.js";
import { t } from "./language.js";

/** subnav("Listening", "#/listening", [["#/listening", "Overview"], …]): the current one is marked. */
export const subnav = (label, shown, links) =>
  h("nav", { class: "subnav", "aria-label": t("{section} pages", { section: label }) },
    h("ul", {}, links.map(([href, text]) =>
      h("li", {}, h("a", { href, "aria-current": href === shown ? "page" : null }, text)))));
