// The last imports of files: when, how, and what they brought.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { ago, capital, counted, number } from "../../kit/format.js";
import { apps } from "../settings/import-guess.js";

const most = 10;
const ways = new Map([
  ["upload", "from the page or an app"], ["command", "with the command line"], ["dav", "through the folder"],
  ["koinsight", "from the KoInsight plugin"], ["inbox", "from the inbox folder"],
]);

export const importsCard = (scope) => card(scope, {
  title: "Last imports",
  class: "full",
  size: "list",
  areas: ["sources", "listening", "reading", "library", "rucks", "catalogue"],
  path: "imports",
  query: { limit: most },
  show: ({ items, nextCursor }) => (items.length === 0
    ? empty("Imported files will be listed here, with what they brought.",
      h("a", { class: "button", href: "#/settings/import" }, "Import files"))
    : [
      h("ul", { class: "rows" }, items.map(row)),
      nextCursor ? h("p", { class: "muted" }, `The last ${most} imports.`) : null,
    ]),
});

const row = (item) => h("li", { class: "stacks" }, h("div", { class: "row-text" },
  h("span", { class: "clamp", dir: "auto" }, apps.get(item.format) ?? item.format, item.name ? `: ${item.name}` : ""),
  h("span", { class: "muted" }, brought(item)),
  h("span", { class: "muted" }, h("time", { datetime: item.at }, capital(ago(item.at))),
    `, ${ways.get(item.source) ?? item.source}.`),
  item.problem ? h("span", { class: "connector-problem" }, capital(item.problem), ".") : null));

function brought({ added, alreadyThere, rejected }) {
  if (added + alreadyThere + rejected === 0) return "Nothing was imported.";
  const parts = [`${number(added)} added`, `${number(alreadyThere)} already there`];
  if (rejected > 0) parts.push(`${counted(rejected, "item")} skipped`);
  return `${parts.join(", ")}.`;
}
