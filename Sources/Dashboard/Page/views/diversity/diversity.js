// Diversity: the radar with its "+", the values of each dimension, the completeness, and the points.

import { fill, h, refill } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { segments } from "../../kit/form.js";
import { number, onDay } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { notice } from "../../kit/notice.js";
import { picture } from "../../kit/picture.js";
import { change, go, here, link } from "../../kit/route.js";
import { part } from "../../kit/server.js";
import { titleOf, withTitles } from "../reading/works.js";
import { askPrompt, askValue, dimensions } from "./ask.js";
import { axesChoice, axesOf } from "./axes.js";
import { axisRow } from "./axis-row.js";
import { firstLacking } from "./missing.js";

const periods = [["allTime", t("All time")], ["year", t("This year")], ["month", t("This month")]];
const areas = ["diversity", "library", "reading", "profile"];
const periodNow = () => {
  const asked = here().query.get("period");
  return periods.some(([key]) => key === asked) ? asked : "allTime";
};

export function show(scope) {
  const period = segments({
    label: t("Period"), value: periodNow(), options: periods,
    choose: (key) => change({ period: key === "allTime" ? "" : key }),
  });
  const radar = radarCard(scope);
  const axes = axesCard(scope);
  scope.onQuery = () => {
    for (const input of period.querySelectorAll("input")) input.checked = input.value === periodNow();
    radar.follow?.();
    axes.reload();
  };
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Diversity")),
      h("a", { class: "button primary reading", href: "#/diversity/fill" }, t("Fill missing data"))),
    h("div", {}, period),
    h("div", { class: "grid" },
      h("div", { class: "card-column wide" }, radar, axes),
      h("div", { class: "card-column" }, completionCard(scope), pointsCard(scope))));
}

/** Asks for this dimension of the book that was read last and lacks it. */
async function add(dimension) {
  const all = await dimensions();
  const about = all.find((item) => item.dimension === dimension);
  const book = await firstLacking(dimension, all);
  if (!book) return notice(t("All books have “{name}” now.", { name: about.label }));
  if (!about.isDerived) return askValue({ workId: book.workId, title: book.title, dimension });
  notice(t("“{name}” is part of the book's details. Add it here.", { name: about.label }));
  go(`/reading/books/${part(book.workId)}`, { edit: 1 });
}

const addNow = (dimension) => add(dimension).catch((error) => notice(error.message));

function radarCard(scope) {
  const element = card(scope, {
    title: t("Representation radar"),
    class: "reading",
    size: "radar",
    load: dimensions,
    show: (all) => {
      const overlay = h("div", { class: "radar-adds" });
      const query = () => ({ period: periodNow(), axes: axesOf(all).join(",") });
      const drawing = picture(scope, {
        path: "diversity/radar.svg", query, areas, ratio: 0.9, bare: true,
        onDrawn: (svg) => refill(overlay, adds(svg)),
      });
      const choice = h("div", {}, axesChoice(all));
      element.follow = () => {
        drawing.redraw();
        fill(choice, axesChoice(all, choice.querySelector("details")?.open));
      };
      return [h("div", { class: "radar" }, drawing, overlay), choice];
    },
  });
  return element;
}

// The picture marks the position of each "+"; the page puts a button there.
function adds(svg) {
  const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const at = (target, name) => Number(target.getAttribute(name));
  // In reading order for the keyboard, not clockwise.
  const targets = [...svg.querySelectorAll(".way-target")].sort((one, other) =>
    at(one, "y") - at(other, "y") || at(one, "x") - at(other, "x"));
  return targets.map((target) => {
    const button = h("button", {
      type: "button", class: "radar-add", "aria-label": target.textContent,
      onclick: () => addNow(target.dataset.name),
    });
    button.style.left = `${((at(target, "x") + at(target, "width") / 2 - left) / width) * 100}%`;
    button.style.top = `${((at(target, "y") + at(target, "height") / 2 - top) / height) * 100}%`;
    return button;
  });
}

const completionCard = (scope) => card(scope, {
  title: t("Completion"),
  class: "reading",
  size: "chart",
  areas: ["diversity", "library"],
  load: async (get) => {
    const [completion, prompts] = await Promise.all([
      get("diversity/completion"), get("diversity/prompts", { limit: 5 }),
    ]);
    const titleOfPrompt = async (prompt) => (await get(`works/${part(prompt.workId)}`).catch(() => null))?.title ?? "";
    const titled = async (prompt) => ({ prompt, title: await titleOfPrompt(prompt) });
    return { completion, prompts: await Promise.all(prompts.items.map(titled)) };
  },
  show: ({ completion, prompts }) => [
    completion.dimensions.every((item) => item.total === 0)
      ? empty(t("This will show how complete your books' diversity data is. Add a book to start."),
        h("a", { class: "button", href: "#/reading" }, t("Go to library")))
      : [
        picture(scope, { path: "diversity/completion.svg", areas: ["diversity", "library"], height: 200, bare: true }),
        completion.missingFields === 0 ? null : h("div", { class: "fill-links" },
          h("p", { class: "muted" }, t("Fill in one dimension:")),
          h("ul", { class: "filters" }, completion.dimensions.map(fillLink))),
      ],
    prompts.map(({ prompt, title }) => h("div", { class: "open-question" },
      h("p", { class: "muted clamp" }, title), h("p", {}, prompt.question),
      h("button", { type: "button", onclick: () => askPrompt({ prompt, title }) }, t("Answer")))),
  ],
});

const fillLink = (item) => item.filled === item.total ? null : h("li", {}, h("a", {
  class: "button chip", href: link("/diversity/fill", { dimension: item.dimension }),
  "aria-label": plural(item.total - item.filled, {
    one: "Fill in {name}: missing for {count} book", other: "Fill in {name}: missing for {count} books",
  }, { name: item.label }),
}, `${item.label} ${number(item.total - item.filled)}`));

const axesCard = (scope) => card(scope, {
  title: t("Radar details"),
  class: "reading",
  size: "chart",
  areas,
  load: async (get) => {
    const all = await dimensions();
    return get("diversity/radar", { period: periodNow(), axes: axesOf(all).join(",") });
  },
  show: ({ axes }) => h("ul", { class: "axes" }, axes.map((axis) => axisRow(axis, () => addNow(axis.dimension)))),
});

const pointsCard = (scope) => cardOfList(t("Points"), "reading", null, pointsList(scope));

const pointsList = (scope) => {
  let labels = new Map();
  return pagedList(scope, {
    path: "diversity/points",
    areas: ["diversity", "library"],
    label: t("Points, newest first"),
    pageSize: 6,
    prepare: async (items) => {
      labels = new Map((await dimensions()).map((item) => [item.dimension, item.label]));
      return withTitles(items);
    },
    row: (item) => h("li", {},
      h("span", { class: "row-text" }, h("span", {}, labels.get(item.dimension) ?? item.dimension),
        h("span", { class: "muted clamp" }, titleOf(item))),
      h("span", { class: "row-end" }, h("b", {}, `+${number(item.points)}`),
        h("div", { class: "muted" }, onDay(item.awardedAt.slice(0, 10))))),
    none: () => empty(
      t("You get five points for each field that you fill in for the first time. They will be listed here."),
      h("a", { class: "button", href: "#/diversity/fill" }, t("Fill missing data"))),
  });
};
