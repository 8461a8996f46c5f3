// Shares a picture as a file or as a public link.

import { fill, h } from "./dom.js";
import { dialog } from "./dialog.js";
import { wrote } from "./changes.js";
import { language, t } from "./language.js";
import { linkField } from "./link-field.js";
import { picture } from "./picture.js";
import { address, send } from "./server.js";
import { themeNow } from "./theme.js";

/**
 * shareDialog("Share 2026", { picture: "review", options, path: "review/2026.svg", query?, kind? }): `options` are the
 * link's parameters, `query` those of the path.
 */
export function shareDialog(title, { picture: name, options, path, query, kind }) {
  const open = new AbortController();
  const closed = dialog(title, () => content(open.signal, name, options, { path, query }), { kind });
  return closed.then(() => open.abort());
}

function content(signal, name, options, { path, query }) {
  const made = h("div", { class: "share-made" });
  const error = h("p", { class: "field-error", role: "alert" });
  const make = h("button", { type: "button", class: "primary", onclick: async () => {
    make.disabled = true;
    error.textContent = "";
    try {
      const { url } = await send("POST", "shares", { picture: name, theme: "auto", options });
      wrote("shares");
      make.hidden = true;
      fill(made, linkField({ label: t("Public link"), url }));
      made.querySelector("input").select();
    } catch (problem) {
      error.textContent = t("The link was not created: {reason}", { reason: problem.message });
    } finally {
      make.disabled = false;
    }
  } }, t("Create public link"));
  const file = address(path, { ...query, theme: themeNow(), width: 1200, lang: language });
  return [
    picture({ signal }, { path, query, areas: [], ratio: 1200 / 630 }),
    h("p", { class: "muted" },
      t("Anyone with the link can see this picture without signing in, always with current values. You can "
        + "revoke links in Settings.")),
    made, error,
    h("div", { class: "actions" }, make,
      h("a", { class: "button", href: file.href, download: path.replace("/", "-") }, t("Download picture"))),
  ];
}
