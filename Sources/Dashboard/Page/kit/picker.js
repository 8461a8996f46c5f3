// Chooses one item of many: a search field with the matches as choices below it.

import { append, fill, freshID, h } from "./dom.js";
import { t } from "./language.js";

const typingMilliseconds = 200;

/**
 * picker({ label, name, search: async (text) => [[id, text]], value?, none?, hint? }): the form sends the id as `name`.
 * `value` is [id, text]; `none` is the label of the empty choice. `element.suggest(value)` selects an item if the
 * person has not selected one.
 */
export function picker({ label, name, search, value, none, hint }) {
  const id = freshID(name);
  const group = freshID("pick");
  const kept = h("input", { type: "hidden", name, id: `${id}-value`, value: value?.[0] ?? "" });
  const input = h("input", { id, type: "search", autocomplete: "off", placeholder: t("Search") });
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
      status.textContent = items.length === 0 ? t("No matches.") : hint ?? "";
    } catch (error) {
      if (mine === turn) status.textContent = t("The search failed: {reason}", { reason: error.message });
    }
  }

  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(find, typingMilliseconds); });
  // Enter searches immediately and does not submit the form.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer);
    find();
  });
  const element = append(h("fieldset", { class: "field picker", "aria-describedby": `${kept.id}-error` }), [
    h("legend", {}, label), h("label", { class: "spoken", for: id }, t("Search: {label}", { label })),
    input, kept, found, status,
    h("p", { class: "field-error", id: `${kept.id}-error`, role: "alert" }),
  ]);
  element.suggest = (suggestion) => {
    if (kept.value) return;
    value = suggestion;
    [kept.value] = suggestion;
    find();
  };
  find();
  return element;
}
