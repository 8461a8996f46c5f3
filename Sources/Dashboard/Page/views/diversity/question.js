// One question with options, chosen by a click, by the arrow keys and Enter, or by the option's digit.

import { h } from "../../kit/dom.js";
import { Unavailable } from "../../kit/server.js";

/**
 * question({ text, options: [{ value, label }], value?, answer: async (value, label) => {}, skip?: async () => {} })
 * shows errors of `answer` below the question.
 */
export function question({ text, options, value, answer, skip }) {
  const wrong = h("p", { class: "field-error", role: "alert" });
  let busy = false;

  async function run(action) {
    if (busy) return;
    busy = true;
    wrong.textContent = "";
    element.setAttribute("aria-busy", "true");
    try {
      await action();
    } catch (error) {
      if (!error.status && !(error instanceof Unavailable)) console.error(error);
      wrong.textContent = error instanceof Unavailable
        ? "The server is unavailable. Nothing was saved. Try again in a moment."
        : error.message;
    } finally {
      busy = false;
      element.removeAttribute("aria-busy");
    }
  }

  const pills = options.map((option, index) => h("button", {
    type: "button", class: "pill", "aria-pressed": value === undefined ? null : String(option.value === value),
    onclick: () => run(() => answer(option.value, option.label)),
  }, index < 10 ? h("kbd", { "aria-hidden": "true" }, String((index + 1) % 10)) : null, h("span", {}, option.label)));

  const element = h("div", { class: "question" },
    h("p", { class: "question-text", tabindex: -1 }, text),
    h("div", { class: "pills", role: "group", "aria-label": text }, pills),
    wrong,
    skip ? h("div", {}, h("button", { type: "button", class: "quiet", onclick: () => run(skip) }, "Skip")) : null);

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const at = pills.indexOf(document.activeElement);
    const digit = /^[0-9]$/.test(event.key) ? (Number(event.key) + 9) % 10 : -1;
    if (pills[digit]) {
      event.preventDefault();
      pills[digit].click();
    } else if (skip && event.key.toLowerCase() === "s") {
      event.preventDefault();
      run(skip);
    } else if (at >= 0) {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      pills[(at + by + pills.length) % pills.length].focus();
    }
  });
  element.begin = () => (pills[0] ?? element.querySelector("p")).focus();
  return element;
}
