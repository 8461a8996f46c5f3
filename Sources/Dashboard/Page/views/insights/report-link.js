// The printable report of the current timeframe.

import { h } from "../../kit/dom.js";
import { language, t } from "../../kit/language.js";
import { address } from "../../kit/server.js";

/** The element has `update(timeframe)`. */
export function reportLink(timeframe) {
  const element = h("a", { class: "button quiet", download: true }, t("Report (PDF)"));
  element.update = (next) => { element.href = address("export/report.pdf", { timeframe: next, lang: language }).href; };
  element.update(timeframe);
  return element;
}
