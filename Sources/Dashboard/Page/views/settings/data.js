// The user's data as files.

import { h } from "../../kit/dom.js";
import { address } from "../../kit/server.js";

const kinds = [
  ["listening", "Listening"], ["reading", "Reading sessions"], ["reads", "Reads of books"], ["rucks", "Rucks"],
  ["works", "Books"], ["insights", "Insights by month"],
];

export function history() {
  const file = (kind, format) => h("a", {
    class: "button quiet", download: `waymark-${kind}.${format}`, href: address("export", { kind, format }).href,
    "aria-label": `${kind} as ${format.toUpperCase()}`,
  }, format.toUpperCase());
  const report = address("export/report.pdf", { timeframe: "allTime" }).href;
  return h("section", { class: "card", "aria-label": "Your data" },
    h("header", { class: "card-head" }, h("h2", {}, "Your data"),
      h("a", { class: "card-more", href: "#/settings/import" }, "Import from another app")),
    h("ul", { class: "rows" }, kinds.map(([kind, text]) => h("li", {}, h("span", { class: "row-text" }, text),
      h("span", { class: "row-actions" }, file(kind, "csv"), file(kind, "json"))))),
    h("div", { class: "actions" },
      h("a", { class: "button quiet", download: "waymark-report.pdf", href: report }, "Report (PDF)")));
}
