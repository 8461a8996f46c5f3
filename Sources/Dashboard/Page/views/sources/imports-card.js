// The last imports of files: when, how, and what they brought.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { ago, capital } from "../../kit/format.js";
import { plural, rich, t } from "../../kit/language.js";
import { apps } from "../settings/import-guess.js";

const most = 10;
const ways = new Map([
  ["upload", t("from the page or an app")], ["command", t("with the command line")], ["dav", t("through the folder")],
  ["koinsight", t("from the KoInsight plugin")], ["inbox", t("from the inbox folder")],
]);

export const importsCard = (scope) => card(scope, {
  title: t("Last imports"),
  class: "full",
  size: "list",
  areas: ["sources", "listening", "reading", "library", "rucks", "catalogue"],
  path: "imports",
  query: { limit: most },
  show: ({ items, nextCursor }) => (items.length === 0
    ? empty(t("Imported files will be listed here, with what they brought."),
      h("a", { class: "button", href: "#/settings/import" }, t("Import files")))
    : [
      h("ul", { class: "rows" }, items.map(row)),
      nextCursor ? h("p", { class: "muted" }, t("The last {count} imports.", { count: most })) : null,
    ]),
});

const row = (item) => h("li", { class: "stacks" }, h("div", { class: "row-text" },
  h("span", { class: "clamp", dir: "auto" }, apps.get(item.format) ?? item.format, item.name ? `: ${item.name}` : ""),
  h("span", { class: "muted" }, brought(item)),
  h("span", { class: "muted" }, rich("{time}, {way}.", {
    time: h("time", { datetime: item.at }, capital(ago(item.at))), way: ways.get(item.source) ?? item.source,
  })),
  item.problem ? h("span", { class: "connector-problem" }, capital(item.problem), ".") : null));

function brought({ added, alreadyThere, rejected }) {
  if (added + alreadyThere + rejected === 0) return t("Nothing was imported.");
  const values = { added, existing: alreadyThere };
  if (rejected === 0) return t("{added} added, {existing} already there.", values);
  return plural(rejected, {
    one: "{added} added, {existing} already there, {count} item skipped.",
    other: "{added} added, {existing} already there, {count} items skipped.",
  }, values);
}
