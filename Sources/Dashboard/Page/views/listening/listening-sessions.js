// All listening sessions, filtered by story and days, with buttons to correct and delete.

import { h } from "../../kit/dom.js";
import { empty } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { shortDay } from "../../kit/format.js";
import { isDay } from "../../kit/person.js";
import { picker } from "../../kit/picker.js";
import { change } from "../../kit/route.js";
import { parts } from "./listening-parts.js";
import { logSession } from "./session-dialogs.js";
import { sessionRow } from "./session-rows.js";
import { loadStoryTitles, searchStories, storyTitle } from "./story-names.js";

export function show(scope) {
  let filter = filterIn(scope.query);
  const chosen = h("div", { class: "filters" });
  const list = pagedList(scope, {
    path: "analytics/sessions", areas: ["listening", "catalogue", "profile"], label: t("Listening sessions"),
    waits: true,
    query: () => ({ storyId: filter.story, from: filter.from, to: filter.to }),
    row: sessionRow,
    none: () => (isFiltered(filter)
      ? empty(t("No sessions match this filter."), h("button", { type: "button", onclick: clear }, t("Show all")))
      : empty(t("Sessions from your apps will appear here."),
        h("button", { type: "button", onclick: log }, t("Log a session")))),
  });

  const clear = () => change({ story: null, from: null, to: null });
  const log = () => logSession(filter.story ? [filter.story, storyTitle(filter.story)] : undefined);

  async function showFilter() {
    const mine = filter;
    if (filter.story) await loadStoryTitles([filter.story]);
    if (mine !== filter) return;
    chosen.replaceChildren(...[
      filter.story ? chip(storyTitle(filter.story), () => change({ story: null })) : null,
      filter.from || filter.to ? chip(days(filter), () => change({ from: null, to: null })) : null,
    ].filter(Boolean));
  }

  scope.onQuery = (query) => {
    filter = filterIn(query);
    showFilter();
    list.reload();
  };
  showFilter();

  return h("div", { class: "place" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, t("Listening sessions")),
      h("button", { type: "button", class: "primary listening", onclick: log }, t("Log a session"))),
    parts("#/listening/sessions"),
    h("div", { class: "toolbar" },
      h("button", { type: "button", class: "quiet", onclick: () => askFilter(filter) }, t("Filter by story or days")),
      chosen),
    cardOfList(t("Newest first"), "listening", null, list));
}

const isFiltered = (filter) => Boolean(filter.story || filter.from || filter.to);

function filterIn(query) {
  const day = (name) => (isDay(query.get(name) ?? "") ? query.get(name) : null);
  return { story: query.get("story"), from: day("from"), to: day("to") };
}

function days({ from, to }) {
  if (from && to) return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`;
  return from ? t("from {day}", { day: shortDay(from) }) : t("to {day}", { day: shortDay(to) });
}

/** An active filter with a button that removes it. */
export const chip = (text, remove) => h("button", { type: "button", class: "chip", onclick: remove },
  h("span", { class: "one-line", dir: "auto" }, text), h("span", { "aria-hidden": "true" }, "×"),
  h("span", { class: "spoken" }, ", ", t("remove this filter")));

const askFilter = (filter) => dialog(t("Filter sessions"), (close) => form({
  submit: t("Show"),
  cancel: close,
  fields: [
    picker({ label: t("Story"), name: "story", search: searchStories, none: t("All stories"),
      value: filter.story ? [filter.story, storyTitle(filter.story)] : null }),
    h("div", { class: "two" },
      field({ label: t("First day"), name: "from", type: "date", value: filter.from }),
      field({ label: t("Last day"), name: "to", type: "date", value: filter.to })),
  ],
  send: async ({ story, from, to }) => {
    if (from && to && to < from) {
      throw wrong("to", t("The last day is before the first day. Choose a later day."));
    }
    close();
    change({ story, from, to });
  },
}));
