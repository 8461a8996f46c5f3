// A modal dialog. Escape and the button close it, and the focus returns to where it was.

import { focusOf, freshID, h, keepFocus } from "./dom.js";
import { t } from "./language.js";
import { loadStyles } from "./styles.js";

// Without them, the dialog is plain but works.
await loadStyles().catch(console.error);

/** The paragraphs before the first field or button. The focus passes over them, so they describe the dialog. */
function leadOf(body) {
  const lead = [];
  for (const child of body.children) {
    if (child.matches("form, .empty")) return [...lead, ...leadOf(child)];
    if (!child.matches("p:not(.field-error)")) break;
    lead.push(child);
  }
  return lead;
}

/** dialog("Log a ruck", (close) => nodes, { kind: "rucks" }) opens immediately and resolves when it is closed. */
export function dialog(title, content, { kind = "" } = {}) {
  const restoreFocus = focusOf(document.activeElement);
  const heading = freshID("dialog");
  const element = h("dialog", { class: `dialog ${kind}`, "aria-labelledby": heading });
  const close = () => element.close();
  const body = h("div", { class: "dialog-body" }, content(close));
  element.append(
    h("header", {}, h("h2", { id: heading }, title),
      h("button", { type: "button", class: "icon", "aria-label": t("Close"), onclick: close }, "×")),
    body,
  );
  const lead = leadOf(body);
  for (const text of lead) text.id ||= freshID("lead");
  if (lead.length > 0) element.setAttribute("aria-describedby", lead.map(({ id }) => id).join(" "));
  // A click outside closes the dialog only if it has no form.
  element.addEventListener("click", (event) => {
    if (event.target === element && !element.querySelector("form")) close();
  });
  document.body.append(element);
  element.showModal();
  element.querySelector("form input:not([type=hidden], [hidden]), form select")?.focus();
  // The browser's "back" leaves the view and closes its dialog. The next view has its own focus.
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    close();
  };
  addEventListener("hashchange", leave, { once: true });
  return new Promise((done) => element.addEventListener("close", () => {
    removeEventListener("hashchange", leave);
    element.remove();
    if (isLeft) keepFocus();
    else restoreFocus();
    done();
  }, { once: true }));
}
