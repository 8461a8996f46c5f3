// Dialogs that log and correct a ruck.

import { h } from "../../kit/dom.js";
import { deleteWithUndo } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { durationOf, durationText } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import {
  distance, distanceUnit, fromDistance, fromHeight, fromWeight, height, heightUnit, longDay, number, timeOfDay,
  toDistance, toHeight, toWeight, weight, weightUnit,
} from "../../kit/format.js";
import { wrote } from "../../kit/changes.js";
import { getKept } from "../../kit/kept.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { timeNow } from "../../kit/now.js";
import { dayOf, instantAt, wallClockAt } from "../../kit/person.js";
import { submit } from "../../kit/queue.js";
import { part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { terrainFields } from "./terrain-fields.js";

const farthest = 500_000;
const heaviest = 200;

// Converted values are rounded, so that no more digits are sent than were typed.
const metres = (value) => Math.round(fromDistance(value) * 1000) / 1000;
const kilograms = (value) => Math.round(fromWeight(value) * 1_000_000) / 1_000_000;

const isKnown = (value) => value !== null && value !== undefined;

/** The text of a number in a field, with at most three decimals. */
const typed = (value) => (!isKnown(value) ? "" : String(Math.round(value * 1000) / 1000));

const amount = (label, name, value, more) =>
  field({ label, name, type: "number", step: "any", inputmode: "decimal", value: typed(value), ...more });

function fields(ruck) {
  const least = { min: 0 };
  return [
    h("div", { class: "two" },
      amount(t("Distance ({unit})", { unit: distanceUnit() }), "distance", ruck && toDistance(ruck.distance),
        { ...least, required: true, max: Math.floor(toDistance(farthest)) }),
      amount(t("Load ({unit})", { unit: weightUnit() }), "loadWeight", ruck && toWeight(ruck.loadWeight),
        { ...least, required: true, max: Math.floor(toWeight(heaviest)) })),
    h("details", { open: Boolean(ruck) },
      h("summary", {}, t("More details")),
      h("div", { class: "more-fields" },
        field({ label: t("Name"), name: "name", value: ruck?.name, maxlength: 500, dir: "auto" }),
        field({ label: t("Note"), name: "note", type: "lines", value: ruck?.note, maxlength: 2000, dir: "auto" }),
        h("div", { class: "two" },
          field({ label: t("Moving time"), name: "movingTime", value: durationText(ruck?.movingTime),
            hint: t("For example 58:30. If empty, the time from start to end.") }),
          amount(t("Calories (kcal)"), "calories", ruck?.calories, least),
          amount(t("Climb ({unit})", { unit: heightUnit() }), "elevationGain",
            isKnown(ruck?.elevationGain) ? toHeight(ruck.elevationGain) : null, least)),
        h("div", { class: "two" },
          field({ label: t("Weather"), name: "weather.condition", value: ruck?.weather?.condition, maxlength: 500,
            hint: t("For example rain."), dir: "auto" }),
          amount(t("Temperature (°C)"), "weather.temperature", ruck?.weather?.temperature)),
        terrainFields(ruck?.terrain ?? []))),
  ];
}

/** Reads the fields. An unchanged figure keeps its exact value. `load` is what the field of the load showed first. */
function read(values, before, element, load = before?.loadWeight) {
  const figure = (name, kept, from = (value) => value) => {
    if (values[name] === typed(kept?.shown)) return kept?.exact ?? null;
    return values[name] === "" ? null : from(Number(values[name]));
  };
  const moving = values.movingTime === durationText(before?.movingTime)
    ? before?.movingTime ?? null : durationOf("movingTime", values.movingTime);
  // A text area has line feeds only.
  const text = (name) => {
    const kept = before?.[name] ?? null;
    return values[name].replaceAll("\r\n", "\n") === kept?.replaceAll("\r\n", "\n")
      ? kept : values[name].trim() || null;
  };
  const plain = (value) => ({ shown: value, exact: value });
  const shownAs = (turn, value) => before && { shown: turn(value), exact: value };
  const [condition, temperature] = [values["weather.condition"].trim(), values["weather.temperature"]];
  return {
    distance: figure("distance", shownAs(toDistance, before?.distance), metres),
    loadWeight: figure("loadWeight", isKnown(load) ? { shown: toWeight(load), exact: load } : null, kilograms),
    calories: figure("calories", plain(before?.calories)),
    elevationGain: figure("elevationGain", isKnown(before?.elevationGain)
      ? shownAs(toHeight, before.elevationGain) : plain(null), (value) => Math.round(fromHeight(value) * 1000) / 1000),
    movingTime: moving,
    name: text("name"),
    note: text("note"),
    terrain: element.terrain.read(),
    weather: condition === "" && temperature === "" ? null
      : { condition, temperature: temperature === "" ? null : Number(temperature) },
  };
}

/** Shows the load of the last ruck unless the person was in the field first. Returns it in kilograms, or undefined. */
async function suggestLoad(input) {
  let isTouched = input.value !== "";
  input.addEventListener("focus", () => { isTouched = true; }, { once: true });
  const { items: [last] } = await getKept("rucks", { limit: 1 }).catch(() => ({ items: [] }));
  if (!last || isTouched) return undefined;
  input.value = typed(toWeight(last.loadWeight));
  return last.loadWeight;
}

/** `waiting` is a ruck that waits for the network: { body, save, note }. */
export const logRuck = (waiting = null) => dialog(waiting ? t("Edit a ruck") : t("Log a ruck"), (close) => {
  const now = timeNow();
  const before = waiting?.body ?? null;
  let load = before?.loadWeight;
  // The required amounts come first.
  const [amounts, details] = fields(before);
  const element = form({
    submit: waiting ? t("Save") : t("Log ruck"),
    cancel: close,
    draft: waiting ? undefined : "ruck",
    fields: [
      waiting?.note,
      amounts,
      h("div", { class: "two times" },
        field({ label: t("Started"), name: "startedAt", type: "datetime-local", required: true,
          value: wallClockAt(new Date(before?.startedAt ?? now - 3_600_000)) }),
        field({ label: t("Ended"), name: "endedAt", type: "datetime-local", required: true,
          value: wallClockAt(new Date(before?.endedAt ?? now)) })),
      details,
    ],
    send: async (values) => {
      const figures = Object.entries(read(values, before, terrainOf(element), load));
      const body = {
        ...Object.fromEntries(figures.filter(([, value]) => value !== null)),
        startedAt: instantAt(values.startedAt).toISOString(),
        endedAt: instantAt(values.endedAt).toISOString(),
      };
      const ruck = waiting ? await waiting.save(body) : await submit({ kind: "ruck", path: "rucks", body });
      close();
      if (!ruck) return;
      wrote("rucks", "goals");
      notice(t("Logged: {distance}.", { distance: distance(ruck.distance, 2) }));
    },
  });
  element.classList.add("rucks");
  if (!waiting) suggestLoad(element.elements.loadWeight).then((last) => { load = last; });
  return element;
});

export const correctRuck = (ruck) => dialog(t("Correct a ruck"), (close) => {
  const end = wallClockAt(new Date(ruck.endedAt));
  const path = `rucks/${part(ruck.id)}`;
  const check = notStale(path, ruck, describe);
  const element = form({
    submit: t("Save"),
    cancel: close,
    fields: [
      field({ label: t("Ended"), name: "endedAt", type: "datetime-local", required: true, value: end }),
      fields(ruck),
    ],
    send: async (values) => {
      const patch = touchedOf(read(values, ruck, terrainOf(element)), ruck);
      if (values.endedAt !== end) patch.endedAt = instantAt(values.endedAt).toISOString();
      if (Object.keys(patch).length > 0) {
        await check(patch);
        await send("PATCH", path, patch);
        wrote("rucks", "goals");
        notice(t("Ruck corrected."));
      }
      close();
    },
  });
  element.classList.add("rucks");
  return [
    h("p", {}, t("Started on {day} at {time}.", {
      day: longDay(dayOf(new Date(ruck.startedAt))), time: timeOfDay(ruck.startedAt),
    })),
    element,
  ];
});

/** The current value of a figure that another device has changed, as text. */
function describe(name, value) {
  if (value === null) return null;
  const words = {
    distance: () => distance(value, 2), loadWeight: () => weight(value), movingTime: () => durationText(value),
    endedAt: () => timeOfDay(value), calories: () => `${number(value)} kcal`, elevationGain: () => height(value),
    name: () => value,
  };
  return words[name]?.() ?? null;
}

const terrainOf = (element) => ({ terrain: element.querySelector(".terrain").terrain });

export const deleteRuck = (ruck) => deleteWithUndo(
  `rucks/${part(ruck.id)}`, t("Ruck of {distance} deleted.", { distance: distance(ruck.distance, 2) }), "rucks",
  "goals");
