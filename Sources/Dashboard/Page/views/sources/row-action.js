// Buttons that run an action once. They stay enabled, so that a dialog can return the focus to them.

import { h } from "../../kit/dom.js";
import { capital } from "../../kit/format.js";
import { notice } from "../../kit/notice.js";

function once(run, failed) {
  let isRunning = false;
  return async (event) => {
    const button = event.currentTarget;
    if (isRunning) return;
    isRunning = true;
    button.setAttribute("aria-busy", "true");
    try {
      await run();
    } catch (error) {
      failed(error);
    } finally {
      isRunning = false;
      button.removeAttribute("aria-busy");
    }
  };
}

/** A button whose error appears below it. */
export function actionButton(text, run, { kind = "", label = null } = {}) {
  const line = h("p", { class: "field-error", role: "alert" });
  const act = once(() => {
    line.textContent = "";
    return run();
  }, (error) => { line.textContent = capital(error.message); });
  return h("div", { class: "action-button" },
    h("button", { type: "button", class: kind, "aria-label": label, onclick: act }, text), line);
}

/** An action of a row of a list. Its error appears as a notice, because the row may be redrawn. */
export const rowAction = (text, label, run) =>
  h("button", { type: "button", class: "link", "aria-label": `${text}: ${label}`,
    onclick: once(run, (error) => notice(`${text}: ${error.message}`)) }, text);
