// A value to type into another app, with buttons that copy it and show it as a QR code.

import { fill, freshID, h } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { qrPicture } from "../../kit/qr.js";

/**
 * valueField({ label: "Address", value, hint?, isScanned? }): an element with `setValue(text)`. The names of its
 * buttons contain `label`, so that a screen reader can tell them apart. With `isScanned`, the code is shown at once.
 */
export function valueField({ label, value, hint = "", isScanned = false }) {
  const id = freshID("value");
  // Unlike an input, it wraps a long address.
  const input = h("textarea", { id, readonly: true, rows: 1, value, spellcheck: "false",
    onfocus: () => input.select() });
  const status = h("p", { class: "hint", role: "status" }, hint);
  const code = h("div", { class: "qr", hidden: !isScanned });
  const draw = () => fill(code, qrPicture(input.value, t("QR code: {name}", { name: label })));
  const toggle = h("button", { type: "button", class: "quiet", "aria-expanded": String(isScanned),
    "aria-label": t("QR code: {name}", { name: label }), onclick: () => {
      code.hidden = !code.hidden;
      toggle.setAttribute("aria-expanded", String(!code.hidden));
      if (!code.hidden) draw();
    } }, t("QR code"));
  const copy = h("button", { type: "button", class: "quiet", "aria-label": t("Copy: {name}", { name: label }),
    onclick: () => copied(input, status) }, t("Copy"));
  const element = h("div", { class: "field value-field" },
    h("label", { for: id }, label),
    h("div", { class: "value-line" }, input, copy, toggle),
    status, code);
  if (isScanned) draw();
  element.setValue = (text) => {
    input.value = text;
    if (!code.hidden) draw();
  };
  return element;
}

/** Several lines to copy into a file. */
export function codeField({ label, value }) {
  const status = h("p", { class: "hint", role: "status" });
  const text = h("pre", {}, value);
  const copy = async () => {
    if (await isCopied(value)) {
      status.textContent = t("Copied.");
      return;
    }
    getSelection().selectAllChildren(text);
    status.textContent = selected;
  };
  return h("div", { class: "field" }, h("span", { class: "field-name" }, label), text, status,
    h("div", { class: "actions" },
      h("button", { type: "button", class: "quiet", "aria-label": t("Copy: {name}", { name: label }),
        onclick: copy }, t("Copy"))));
}

const selected = t("The text is selected. Copy it with Ctrl+C or ⌘C.");

async function copied(input, status) {
  input.select();
  status.textContent = await isCopied(input.value) ? t("Copied.") : selected;
}

/** Copies a text. Returns false if the browser does not allow it, such as over plain http. */
export async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
