// A line at the bottom of the page that confirms an action and can offer to undo it.

import { h, keepFocus } from "./dom.js";
import { t } from "./language.js";

const container = () => document.getElementById("notices");

/** Shows a message for some seconds: notice("Saved."), or with an action: notice("…", { text: "Undo", run }). */
export function notice(text, action, seconds = 6) {
  const line = h("div", { class: "notice" }, h("span", {}, text));
  const close = () => {
    line.remove();
    keepFocus();
  };
  if (action) {
    line.append(h("button", { type: "button", class: "link", onclick: () => { close(); action.run(); } }, action.text));
  }
  line.append(h("button",
    { type: "button", class: "link", "aria-label": t("Close this message"), onclick: close }, "×"));
  container().append(line);
  setTimeout(close, seconds * 1000);
  return close;
}
