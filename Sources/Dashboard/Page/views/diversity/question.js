// One question with options, chosen by a click, by the arrow keys and Enter, or by the option's digit. An Enter that
// was meant for the form before answers nothing.

import { h } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { Unavailable } from "../../kit/server.js";

/** The time for which a new question ignores Enter. */
const deafMilliseconds = 600;

/**
 * question({ text, options: [{ value, label }], value?, answer: async (value, label) => {}, skip?: async () => {} })
 * shows errors of `answer` below the question.
 */
export function question({ text, options, value, answer, skip }) {
  const wrong = h("p", { class: "field-error", role: "alert" });
  let busy = false;
  let begunAt = -Infinity;

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
        ? t("The server is unavailable. Nothing was saved. Try again in a moment.")
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
    // As a heading, it is read once when it takes the focus.
    h("p", { class: "question-text", role: "heading", "aria-level": 2, tabindex: -1 }, text),
    h("div", { class: "pills", role: "group", "aria-label": text }, pills),
    wrong,
    skip ? h("div", {}, h("button", { type: "button", class: "quiet", onclick: () => run(skip) }, t("Skip"))) : null);

  element.addEventListener("keydown", (event) => {
    const isEarly = performance.now() - begunAt < deafMilliseconds;
    if (event.key === "Enter" && (isEarly || event.repeat)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const at = pills.indexOf(document.activeElement);
    const digit = /^[0-9]$/.test(event.key) ? (Number(event.key) + 9) % 10 : -1;
    if (pills[digit]) {
      event.preventDefault();
      pills[digit].click();
    } else if (skip && event.key.toLowerCase() === "s") {
      event.preventDefault();
      run(skip);
    } else if (pills.length > 0) {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      // From the question, an arrow key goes to the first option or to the last one.
      const next = at < 0 && by < 0 ? -1 : at + by;
      pills[(next + pills.length) % pills.length].focus();
    }
  });
  element.begin = () => {
    begunAt = performance.now();
    element.querySelector("p").focus();
  };
  return element;
}
