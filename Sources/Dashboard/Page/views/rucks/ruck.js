// One ruck: its route, its figures, its name and its note. Each member can be edited.

import { fill, h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import {
  distance, height, isolated, longDay, number, pace, seconds, timeOfDay, weight,
} from "../../kit/format.js";
import { hideBelow } from "../../kit/heights.js";
import { t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { go, link } from "../../kit/route.js";
import { address, part } from "../../kit/server.js";
import { keptResponse } from "../../kit/storage.js";
import { correctRuck, deleteRuck } from "./ruck-dialogs.js";
import { routeCard } from "./route-map.js";
import { areas, moved, parts } from "./rucks-parts.js";

export function show(scope) {
  const path = `rucks/${part(scope.parameters.id)}`;
  const root = h("div", { class: "place rucks" });
  let named;
  scope.named = new Promise((done) => { named = done; });
  const title = h("h1", { tabindex: -1, dir: "auto", class: "clamp" }, t("Ruck"));
  const time = h("p", {}, "\u00A0");
  let shown = null;
  const actions = h("div", { class: "actions is-waiting" },
    h("button", { type: "button", class: "quiet", onclick: () => correctRuck(shown) }, t("Edit")),
    h("button", { type: "button", class: "quiet", onclick: () => {
      deleteRuck(shown);
      go("/rucks/all");
    } }, t("Delete")));

  function showHead(ruck) {
    title.textContent = ruck.name ?? t("Ruck");
    const day = dayOf(new Date(ruck.startedAt));
    fill(time, h("a", { class: "row-link", href: link(`/day/${day}`) }, longDay(day)), " ",
      h("span", { class: "no-wrap" }, `${timeOfDay(ruck.startedAt)} – ${timeOfDay(ruck.endedAt)}`));
    scope.setTitle((ruck.name ?? t("Ruck")).slice(0, 80));
    named();
  }

  // The ruck was deleted here or on another device.
  function showGone() {
    scope.setTitle(t("Ruck"));
    fill(root, h("h1", { tabindex: -1 }, t("Ruck not found")), parts("#/rucks/walk"),
      empty(t("It was deleted, or the link is wrong."),
        h("a", { class: "button", href: "#/rucks/all" }, t("Go to all rucks"))));
    named();
  }

  // Shows the last known name, so that nothing jumps.
  const last = keptResponse(address(path).pathname);
  if (last) showHead(last.value);
  const head = h("div", { class: "place-head" }, h("div", { class: "ruck-head" }, title, time), actions);
  const showBelow = last ? null : hideBelow(head);
  const note = noteCard();
  const figures = figuresCard(scope, path, (ruck) => {
    shown = ruck;
    actions.classList.remove("is-waiting");
    showHead(ruck);
    note.show(ruck);
    showBelow?.();
  }, showGone);
  return fill(root, head, parts("#/rucks/walk"),
    h("div", { class: "grid" }, routeCard(scope, path), figures, note.element));
}

// A ruck without a note has no such card.
function noteCard() {
  const text = h("p", { class: "track-note", dir: "auto" });
  const element = h("section", { class: "card rucks full", "aria-labelledby": "ruck-note", hidden: true },
    h("header", { class: "card-head" }, h("h2", { id: "ruck-note" }, t("Note"))), text);
  return {
    element,
    show(ruck) {
      text.textContent = ruck.note ?? "";
      element.hidden = !ruck.note;
    },
  };
}

const figuresCard = (scope, path, showRuck, showGone) => card(scope, {
  title: t("Figures"), class: "rucks ruck-figures", size: "tall", areas,
  load: async (get) => {
    try {
      const ruck = await get(path);
      showRuck(ruck);
      return ruck;
    } catch (error) {
      if (error.status === 404 || error.status === 422) showGone();
      throw error;
    }
  },
  show: figuresOf,
});

const fact = (name, ...content) => h("div", {}, h("dt", {}, name), h("dd", {}, content));

function figuresOf(ruck) {
  const moving = ruck.movingTime ?? (Date.parse(ruck.endedAt) - Date.parse(ruck.startedAt)) / 1000;
  return [
    h("p", { class: "figure" }, distance(ruck.distance, 2)),
    h("p", { class: "figure-label" },
      t("with {load} in {time}", { load: weight(ruck.loadWeight), time: seconds(moving) })),
    h("dl", { class: "book-facts" },
      ruck.pace === null ? null : fact(t("Pace"), pace(ruck.pace)),
      fact(t("Weight moved"), moved(ruck.weightMoved)),
      ruck.elevationGain === null ? null : fact(t("Climb"), height(ruck.elevationGain)),
      ruck.calories === null ? null : fact(t("Calories"), `${number(ruck.calories)} kcal`),
      ruck.weather ? fact(t("Weather"), weatherText(ruck.weather)) : null,
      (ruck.terrain ?? []).map(({ type, distance: length }) => fact(onTerrain[type] ?? type, distance(length, 2)))),
  ];
}

const weatherText = ({ condition, temperature }) =>
  [condition ? isolated(condition) : null, `${number(temperature, 1)} °C`].filter(Boolean).join(", ");

const onTerrain = {
  trail: t("On trail"), road: t("On road"), sand: t("On sand"), snow: t("On snow"), grass: t("On grass"),
  gravel: t("On gravel"), mixed: t("On mixed ground"),
};
