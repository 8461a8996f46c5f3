// The filters of the figures: timeframe, genre, culture and period.

import { fill, freshID, h } from "../../kit/dom.js";
import { compareControl, comparedIn } from "../../kit/compare.js";
import { field, segments } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { change } from "../../kit/route.js";
import { get } from "../../kit/server.js";
import { timeframes } from "./insights-parts.js";

const names = ["genre", "culture", "timePeriod"];

/** Reads the filter from an address: { timeframe, compare, genre, culture, timePeriod }. */
export function filterIn(query) {
  const asked = query.get("timeframe");
  const timeframe = timeframes.some(([key]) => key === asked) ? asked : "allTime";
  return {
    timeframe,
    compare: timeframe === "allTime" ? "" : comparedIn(query),
    ...Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])),
  };
}

/** The element has `update(filter)` for changes of the address. */
export function filterControl(scope, filter) {
  const frame = segments({
    label: t("Timeframe"), value: filter.timeframe, options: timeframes,
    choose: (key) => change({ timeframe: key === "allTime" ? null : key }),
  });
  const list = freshID("genres");
  const genres = h("datalist", { id: list });
  const genre = field({ label: t("Genre"), name: "genre", value: filter.genre, list, maxlength: 500,
    autocomplete: "off", placeholder: t("All genres"), dir: "auto" });
  const culture = choiceOf(t("Culture"), "culture", t("All cultures"));
  const period = choiceOf(t("filter|Written"), "timePeriod", t("Any time"));
  const inputs = { genre: genre.querySelector("input"), culture: culture.querySelector("select"),
    timePeriod: period.querySelector("select") };
  for (const name of names) {
    inputs[name].addEventListener("change", () => change({ [name]: inputs[name].value.trim() || null }));
  }
  const clear = h("button", { type: "button", class: "quiet",
    onclick: () => {
      inputs.genre.focus();
      change(Object.fromEntries(names.map((name) => [name, null])));
    } }, t("Clear filters"));
  const summary = h("summary", {});
  const details = h("details", { class: "insight-filters", open: names.some((name) => filter[name] !== "") },
    summary, h("div", { class: "filter-fields" }, genre, genres, culture, period, clear));
  const compare = compareControl(filter.compare, filter.timeframe !== "allTime");
  const element = h("div", { class: "filter-bar" }, h("div", { class: "period-line" }, frame, compare), details);

  /** `edited` is the input in which the user is typing. It keeps its text. */
  element.update = (next, edited = null) => {
    compare.update(next.compare, next.timeframe !== "allTime");
    for (const input of frame.querySelectorAll("input")) input.checked = input.value === next.timeframe;
    for (const name of names) {
      keepOption(inputs[name], next[name]);
      if (inputs[name] !== edited) inputs[name].value = next[name];
    }
    const count = names.filter((name) => next[name] !== "").length;
    summary.textContent = count === 0
      ? t("Filter by genre, culture or period") : t("Filters: {filters}", { filters: chosen(next, inputs) });
    clear.hidden = count === 0;
  };
  element.update(filter);
  offer(scope, inputs, genres, () => {
    const edited = document.activeElement === inputs.genre ? inputs.genre : null;
    element.update(filterIn(new URLSearchParams(location.hash.split("?")[1] ?? "")), edited);
  });
  return element;
}

/** The chosen values, as the options name them. */
const chosen = (filter, inputs) => names.filter((name) => filter[name] !== "")
  .map((name) => inputs[name].selectedOptions?.[0]?.textContent ?? filter[name]).join(", ");

const choiceOf = (label, name, none) => field({ label, name, options: [["", none]] });

/** Adds the value from the address to the options if it is not among them. */
function keepOption(input, value) {
  if (input.localName !== "select" || [...input.options].some((option) => option.value === value)) return;
  input.append(h("option", { value }, value));
}

async function offer(scope, inputs, genres, done) {
  try {
    const [{ dimensions }, all] = await Promise.all([
      get("diversity/dimensions", null, scope.signal), get("insights", null, scope.signal),
    ]);
    fill(genres, all.genres.top.map(({ genre }) => h("option", { value: genre })));
    for (const [name, dimension] of [["culture", "culturalOrigin"], ["timePeriod", "timePeriod"]]) {
      const values = dimensions.find((item) => item.dimension === dimension)?.options ?? [];
      fill(inputs[name], inputs[name].options[0],
        values.map((option) => h("option", { value: option.value }, option.label)));
    }
    done();
  } catch {
    // Without options the filters still show the values from the address. The cards report the outage.
  }
}
