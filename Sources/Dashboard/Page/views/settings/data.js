// The person's data: out as files, and gone for good.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { address, send } from "../../kit/server.js";
import { person } from "../../kit/person.js";

const kinds = [
  ["listening", "Listening"], ["reading", "Reading"], ["rucks", "Rucks"], ["works", "Books"],
  ["insights", "Insights by month"],
];

export function history() {
  const file = (kind, format) => h("a", {
    class: "button quiet", download: `waymark-${kind}.${format}`, href: address("export", { kind, format }).href,
    "aria-label": `${kind} as ${format.toUpperCase()}`,
  }, format.toUpperCase());
  const report = address("export/report.pdf", { timeframe: "allTime" }).href;
  return h("section", { class: "card", "aria-label": "Your data" },
    h("header", { class: "card-head" }, h("h2", {}, "Your data")),
    h("ul", { class: "rows" }, kinds.map(([kind, text]) => h("li", {}, h("span", { class: "row-text" }, text),
      h("span", { class: "row-actions" }, file(kind, "csv"), file(kind, "json"))))),
    h("div", { class: "actions" },
      h("a", { class: "button", download: "waymark-account.json", href: address("account/export").href },
        "Everything as one file"),
      h("a", { class: "button quiet", download: "waymark-report.pdf", href: report }, "Report to print")));
}

export function account() {
  return h("section", { class: "card", "aria-label": "Delete the account" },
    h("header", { class: "card-head" }, h("h2", {}, "Delete the account")),
    h("p", { class: "muted" }, "Everything that Waymark holds about you is deleted, on every device, and cannot be "
      + "brought back. Take a copy first."),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "quiet", onclick: ask }, "Delete the account …")));
}

/** The name has to be typed: this cannot be hit by mistake. */
function ask() {
  const name = person().userId;
  dialog("Delete the account?", (close) => [
    h("p", {}, "All sessions, books, rucks, goals, achievements and tokens of ", h("strong", {}, name),
      " are deleted at once and for good."),
    form({
      label: "Delete the account",
      submit: "Delete everything",
      danger: true,
      cancel: close,
      fields: [field({ label: `Type ${name} to confirm`, name: "confirmation", autocomplete: "off",
        autocapitalize: "off", spellcheck: "false", required: true })],
      send: async ({ confirmation }) => {
        if (confirmation.trim() !== name) throw new Error(`That is not ${name}.`);
        await send("DELETE", "account");
        close();
        location.hash = "";
        location.reload();
      },
    }),
  ]);
}
