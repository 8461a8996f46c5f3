// A link that is shown only once, with buttons to copy and share it.

import { freshID, h } from "./dom.js";
import { t } from "./language.js";

export function linkField({ label, url }) {
  const id = freshID("link");
  const input = h("input", { id, readonly: true, value: url });
  const status = h("p", { class: "hint", role: "status" }, t("Copy the link now. It is shown only once."));
  const copy = async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(url);
      status.textContent = t("Copied.");
    } catch {
      status.textContent = t("The link is selected. Copy it with Ctrl+C or ⌘C.");
    }
  };
  return h("div", { class: "field" },
    h("label", { for: id }, label), input, status,
    h("div", { class: "actions" },
      h("button", { type: "button", onclick: copy }, t("Copy")),
      navigator.share
        ? h("button", { type: "button", onclick: () => navigator.share({ url }).catch(() => {}) }, t("Share")) : null));
}
