// The actions of a row: words, or icons next to the text on a phone.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** rowActions(["pencil", "Correct", "Correct: The Night Boat", run], …): icon, word, accessible name and action. */
export const rowActions = (...actions) => h("div", { class: "row-actions" },
  actions.map(([shape, word, name, onclick]) =>
    h("button", { type: "button", class: "link", "aria-label": name, onclick }, icon(shape), h("span", {}, word))));
