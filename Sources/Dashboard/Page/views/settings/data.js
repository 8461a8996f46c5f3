// The user's data as files.

import { h } from "../../kit/dom.js";
import { language, t } from "../../kit/language.js";
import { address } from "../../kit/server.js";

const kinds = [
  ["listening", t("Listening")], ["reading", t("Reading sessions")], ["reads", t("Reads of books")],
  ["rucks", t("Rucks")], ["works", t("Books")], ["insights", t("Insights by month")],
];

export function history() {
  const file = ([kind, text], format) => h("a", {
    class: "button quiet", download: `waymark-${kind}.${format}`, href: address("export", { kind, format }).href,
    "aria-label": t("{kind} as {format}", { kind: text, format: format.toUpperCase() }),
  }, format.toUpperCase());
  const report = address("export/report.pdf", { timeframe: "allTime", lang: language }).href;
  return h("section", { class: "card", "aria-label": t("Your data") },
    h("header", { class: "card-head" }, h("h2", {}, t("Your data")),
      h("a", { class: "card-more", href: "#/settings/import" }, t("Import from another app"))),
    h("ul", { class: "rows" }, kinds.map((kind) => h("li", {}, h("span", { class: "row-text" }, kind[1]),
      h("span", { class: "row-actions" }, file(kind, "csv"), file(kind, "json"))))),
    h("div", { class: "actions" },
      h("a", { class: "button quiet", download: "waymark-report.pdf", href: report }, t("Report (PDF)"))));
}
