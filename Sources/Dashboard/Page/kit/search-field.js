// A search field that searches shortly after typing.

import { freshID, h } from "./dom.js";

const typingMilliseconds = 250;

/** searchField({ label, value, choose }): `element.update(text)` applies the address, but never overwrites typing. */
export function searchField({ label, value, choose }) {
  const id = freshID("search");
  let timer = null;
  let sent = value ?? "";
  const send = () => {
    clearTimeout(timer);
    if (input.value.trim() === sent) return;
    sent = input.value.trim();
    choose(sent);
  };
  const input = h("input", { id, type: "search", value: sent, autocomplete: "off", maxlength: 500, dir: "auto" });
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(send, typingMilliseconds); });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") send(); });
  const element = h("div", { class: "field search", role: "search" }, h("label", { for: id }, label), input);
  element.update = (text) => {
    if (text === sent) return;
    sent = text;
    input.value = text;
  };
  return element;
}
