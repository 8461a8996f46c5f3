// One thing out of many: a search field, and what it found as choices below.

import { append, fill, freshID, h } from "./dom.js";

const typingMilliseconds = 200;

/**
 * picker({ label, name, search: async (text) => [[id, text]], value?, none?, hint? }): the form sends `name` with the
 * id. `value` is [id, text]; `none` is the text of choosing nothing.
 */
export function picker({ label, name, search, value, none, hint }) {
  const id = freshID(name);
  const group = freshID("pick");
  const kept = h("input", { type: "hidden", name, id: `${id}-value`, value: value?.[0] ?? "" });
  const input = h("input", { id, type: "search", autocomplete: "off", placeholder: "Search" });
  const found = h("ul", { class: "picker-found" });
  const status = h("p", { class: "hint", role: "status" }, hint ?? "");
  let turn = 0;
  let timer = null;

  const row = ([key, text]) => h("li", {}, h("label", {},
    h("input", {
      type: "radio", name: group, value: key, checked: kept.value === key,
      onchange: () => {
        kept.value = key;
        value = [key, text];
        kept.dispatchEvent(new Event("input", { bubbles: true }));
      },
    }),
    h("span", { class: "clamp" }, text)));

  async function find() {
    const mine = (turn += 1);
    try {
      const items = await search(input.value.trim());
      if (mine !== turn) return;
      const rest = value && !items.some(([key]) => key === value[0]) ? [value] : [];
      fill(found, none ? row(["", none]) : null, [...rest, ...items].map(row));
      status.textContent = items.length === 0 ? "Nothing was found." : hint ?? "";
    } catch (error) {
      if (mine === turn) status.textContent = `Not searched: ${error.message}`;
    }
  }

  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, typingMilliseconds); });
  // Enter searches at once: it must not send a form that is not finished.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer);
    find();
  });
  const element = append(h("fieldset", { class: "field picker", "aria-describedby": `${kept.id}-error` }), [
    h("legend", {}, label), h("label", { class: "spoken", for: id }, `Search: ${label}`), input, kept, found, status,
    h("p", { class: "field-error", id: `${kept.id}-error`, role: "alert" }),
  ]);
  find();
  return element;
}
