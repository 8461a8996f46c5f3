// The result of an import or a trial run: counts by kind, and each skipped or incomplete row with its line and reason.

import { h } from "../../kit/dom.js";
import { isolated, number } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";

const kinds = {
  library: t("Books in the library"), works: t("Other books"), reads: t("Reads of books"),
  reading: t("Reading sessions"), listening: t("Listening sessions"), rucks: t("Rucks"), profile: t("Profile"),
  heroes: t("Heroes"), stories: t("Stories"), diversity: t("Diversity"), goals: t("Goals"),
  events: t("Unknown events"),
};

export function report(value) {
  const rows = Object.entries(value.byKind);
  return [
    rows.length === 0 ? null : h("div", { class: "scrolls" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Kind")),
        [t("New"), t("Already there"), t("Skipped")].map((name) => h("th", { scope: "col", class: "number" }, name)))),
      h("tbody", {}, rows.map(([kind, counts]) => h("tr", {}, h("th", { scope: "row" }, kinds[kind] ?? kind),
        [counts.added, counts.alreadyThere, counts.rejected].map((count) =>
          h("td", { class: "number" }, number(count)))))))),
    value.skipped > 0 ? h("p", { dir: "auto" }, skipped(value)) : null,
    value.problems.length === 0 ? null : problems(value),
  ];
}

/** The activities whose types are not imported: "8 workouts of other types: Running 8". */
function skipped({ skipped: count, skippedByType }) {
  const types = Object.entries(skippedByType).sort(([, one], [, other]) => other - one);
  return plural(count, {
    one: "{count} workout of another type: {types}", other: "{count} workouts of other types: {types}",
  }, { types: types.map(([name, some]) => `${name} ${number(some)}`).join(", ") });
}

// More problems than rejected rows means that some rows were imported without one of their values.
const heading = (shown, rejected) => shown > rejected
  ? plural(shown, { one: "{count} row skipped or incomplete", other: "{count} rows skipped or incomplete" })
  : plural(rejected, { one: "{count} row skipped", other: "{count} rows skipped" });

const problems = ({ problems: list, rejected }) => h("details", { open: list.length <= 5 },
  h("summary", {}, heading(list.length, rejected)),
  h("ul", { class: "rows import-problems" }, list.map(({ file, line, reason }) => h("li", {},
    h("span", { class: "row-text" }, h("span", { dir: "auto" }, placeOf(file, line)),
      h("span", { class: "muted", dir: "auto" }, reason))))),
  list.length < rejected ? h("p", { class: "hint" }, t("And {count} more.", { count: rejected - list.length })) : null);

const placeOf = (file, line) =>
  [file && isolated(file), line !== undefined && t("Line {line}", { line })].filter(Boolean).join(", ")
  || t("File");
