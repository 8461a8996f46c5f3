// What an import did, or would do: counts by kind, and each row that was left out, or came without a part, with its
// line and the reason.

import { h } from "../../kit/dom.js";
import { counted, number } from "../../kit/format.js";

const kinds = {
  library: "Books in the library", works: "Other books", reading: "Reading sessions", listening: "Listening sessions",
  rucks: "Rucks", profile: "Profile", heroes: "Heroes", stories: "Stories", diversity: "Diversity", goals: "Goals",
  events: "Not understood",
};

export function report(value) {
  const rows = Object.entries(value.byKind);
  return [
    rows.length === 0 ? null : h("div", { class: "scrolls" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "What"),
        ["New", "There already", "Left out"].map((name) => h("th", { scope: "col", class: "number" }, name)))),
      h("tbody", {}, rows.map(([kind, counts]) => h("tr", {}, h("th", { scope: "row" }, kinds[kind] ?? kind),
        [counts.added, counts.alreadyThere, counts.rejected].map((count) =>
          h("td", { class: "number" }, number(count)))))))),
    value.problems.length === 0 ? null : problems(value),
  ];
}

// Where there are more problems than rows left out, the others are of rows that came without a part.
const heading = (shown, rejected) => shown > rejected
  ? `${counted(shown, "row")} left out or incomplete, and why` : `${counted(rejected, "row")} left out, and why`;

const problems = ({ problems: list, rejected }) => h("details", { open: list.length <= 5 },
  h("summary", {}, heading(list.length, rejected)),
  h("ul", { class: "rows import-problems" }, list.map(({ line, reason }) => h("li", {},
    h("span", { class: "row-text" }, h("span", {}, `Line ${number(line)}`),
      h("span", { class: "muted", dir: "auto" }, reason))))),
  list.length < rejected ? h("p", { class: "hint" }, `And ${number(rejected - list.length)} more.`) : null);
