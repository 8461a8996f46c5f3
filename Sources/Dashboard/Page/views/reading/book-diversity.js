// The diversity values of a book, with buttons to add and change them.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { icon } from "../../kit/icons.js";
import { t } from "../../kit/language.js";
import { answeredPrompts } from "../../kit/queue.js";
import { part } from "../../kit/server.js";
import { isWaiting, waitingRows } from "../../kit/waiting.js";
import { askPrompt, askValue, dimensions } from "../diversity/ask.js";

export const knownCard = (scope, id) => card(scope, {
  title: t("Diversity"),
  class: "reading",
  size: "tall",
  areas: ["diversity", "library"],
  more: { text: t("All books"), href: "#/diversity" },
  controls: waitingRows(scope, ["diversity/works"], () => ({ workId: id })),
  load: async (get) => {
    const [work, known, all, prompts] = await Promise.all([
      get(`works/${part(id)}`), get(`diversity/works/${part(id)}`), dimensions(),
      get("diversity/prompts", { limit: 200 }),
    ]);
    const answered = isWaiting() ? await answeredPrompts() : new Set();
    const isOpen = (item) => item.workId === id && !answered.has(item.id);
    return { work, known, all, prompt: prompts.items.find(isOpen) ?? null };
  },
  show: ({ work, known, all, prompt }) => [
    prompt ? h("div", { class: "open-question" }, h("p", {}, prompt.question),
      h("button", { type: "button", onclick: () => askPrompt({ prompt, title: work.title }) }, t("Answer"))) : null,
    h("ul", { class: "rows known" }, all.filter((item) => !item.isDerived).map((item) =>
      row(work, item, known.values[item.dimension]))),
  ],
});

function row(work, item, value) {
  const text = item.options.find((option) => option.value === value)?.label ?? value;
  const ask = () => askValue({ workId: work.id, title: work.title, dimension: item.dimension, value });
  return h("li", {},
    h("span", { class: "row-text" }, h("span", {}, item.label), h("span", { class: "muted" }, text ?? t("unknown"))),
    value === undefined
      ? h("button", { type: "button", class: "icon", "aria-label": t("Add {name}", { name: item.label }),
        onclick: ask }, icon("plus"))
      : h("button", {
        type: "button", class: "link", "aria-label": t("Change {name}", { name: item.label }), onclick: ask,
      }, t("Change")));
}
