// The command palette: searches books, stories, heroes and rucks, goes to places, and starts actions. It needs only the
// keyboard.

import { fill, freshID, h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { go } from "../../kit/route.js";
import { actions, commands, places } from "./commands.js";
import { search } from "./search.js";

const typingMilliseconds = 150;

/** Opens the palette and, after it is closed, runs what was chosen. */
export async function openPalette({ signOut }) {
  let chosen = null;
  await dialog(t("Search"), (close) => palette({
    signOut,
    choose: (item) => {
      chosen = item;
      close();
    },
  }), { kind: "palette" });
  if (chosen?.path) go(chosen.path, chosen.query);
  try {
    await chosen?.run?.();
  } catch (error) {
    notice(error.message);
  }
}

/** The field and its results. The focus stays in the field, and the arrow keys move through the results. */
function palette({ signOut, choose }) {
  const id = freshID("palette");
  const own = [...actions(signOut), ...places()];
  let groups = [];
  let shown = [];
  let names = [];
  let at = -1;
  /** Whether the person has typed or moved. Until then, screen readers read the field instead of the current result. */
  let isUsed = false;
  let timer = null;
  let running = null;

  const input = h("input", {
    id, type: "text", role: "combobox", autofocus: true, autocomplete: "off", spellcheck: "false", maxlength: 200,
    dir: "auto", enterkeyhint: "go", "aria-autocomplete": "list", "aria-controls": `${id}-found`,
  });
  const found = h("div", {
    class: "palette-found", id: `${id}-found`, role: "listbox", tabindex: 0, "aria-label": t("Results"),
  });
  const status = h("p", { class: "hint", id: `${id}-status`, role: "status" });
  const element = h("div", { class: "palette-body" },
    h("div", { class: "field" },
      h("label", { for: id }, t("Books, stories, heroes, rucks, places and actions")), input),
    status, found);

  function draw() {
    const chosen = shown[at];
    shown = groups.flatMap((group) => group.items);
    // New names, so that a screen reader reports another result in the same place.
    names = shown.map(() => freshID("result"));
    fill(found, groups.map((group, index) => h("div", { role: "group", "aria-labelledby": `${id}-group-${index}` },
      h("p", { class: "palette-group muted", id: `${id}-group-${index}`, role: "presentation" }, group.name),
      group.items.map(option))));
    found.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", String(shown.length > 0));
    mark(Math.max(0, shown.findIndex((item) => item.key === chosen?.key)));
  }

  const option = (item) => h("div", {
    class: "palette-option", id: names[shown.indexOf(item)], role: "option", "aria-selected": "false",
    onclick: () => choose(item),
  }, h("span", { class: "clamp", dir: "auto" }, item.name),
  item.more ? h("span", { class: "muted clamp", dir: "auto" }, item.more) : null);

  function mark(to) {
    const before = found.querySelector(".is-current");
    before?.classList.remove("is-current");
    before?.setAttribute("aria-selected", "false");
    at = shown.length === 0 ? -1 : (to + shown.length) % shown.length;
    const current = found.querySelector(`#${names[at]}`);
    for (const one of [input, found]) {
      if (current && isUsed) one.setAttribute("aria-activedescendant", current.id);
      else one.removeAttribute("aria-activedescendant");
    }
    current?.classList.add("is-current");
    if (isUsed) current?.setAttribute("aria-selected", "true");
    current?.scrollIntoView({ block: "nearest" });
  }

  /** Shows actions and places immediately, and below them what the server finds. */
  function find() {
    clearTimeout(timer);
    running?.abort();
    const text = input.value.trim();
    groups = commands(own, text);
    // Another text begins at the first result.
    shown = [];
    status.textContent = text === "" ? "" : t("Searching …");
    draw();
    if (text === "") return;
    const mine = new AbortController();
    running = mine;
    timer = setTimeout(async () => {
      try {
        const results = await search(text, mine.signal);
        if (mine.signal.aborted) return;
        groups = [...commands(own, text), ...results];
        draw();
        status.textContent = shown.length === 0 ? t("Nothing was found. Try other words.") : "";
      } catch (error) {
        if (!mine.signal.aborted) status.textContent = t("The search failed: {reason}", { reason: error.message });
      }
    }, typingMilliseconds);
  }

  input.addEventListener("input", () => {
    isUsed = true;
    find();
  });
  element.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    const isChoice = event.key === "Enter" && shown[at];
    if (to === undefined && !isChoice) return;
    event.preventDefault();
    if (isChoice) return choose(shown[at]);
    isUsed = true;
    mark(to);
  });
  find();
  return element;
}
