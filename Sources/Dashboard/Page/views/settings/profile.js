// Name, time zone, start of the day and rest days. A change counts from now on, from a day, or always.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { days } from "../../kit/counts.js";
import { dialog } from "../../kit/dialog.js";
import { field, form, sinceField } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { dayOf, person, setPerson } from "../../kit/person.js";
import { send } from "../../kit/server.js";
import { hourOfDay, when } from "../../kit/format.js";

export const profile = (scope) => card(scope, {
  title: t("Profile"),
  size: "form",
  class: "wide",
  areas: ["profile"],
  path: "profile",
  show: (value) => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const known = Intl.supportedValuesOf?.("timeZone") ?? [];
    const zones = h("datalist", { id: "zones" }, known.map((name) => h("option", { value: name })));
    const zone = field({ label: t("Time zone"), name: "timezone", value: value.timezone, list: "zones", required: true,
      autocomplete: "off", hint: t("Days, weeks and streaks use this zone.") });
    // The first time zone has usually always been right.
    const isFirst = value.history.timezone.length === 1 && value.timezone === "UTC";
    const since = sinceField({ label: t("This change counts"), value: isFirst ? "always" : "now", choices: [
      ["now", t("From now on"), t("Past days stay as they are.")],
      ["day", t("From a day"), t("Earlier days stay as they are.")],
      ["always", t("Always"), t("Your whole history is counted again.")],
    ] });
    const firstDay = field({ label: t("First day"), name: "firstDay", type: "date", min: "1970-01-01", max: dayOf(),
      required: true });
    const element = form({
      label: t("Profile"),
      submit: t("Save"),
      fields: [
        field({ label: t("Name"), name: "displayName", value: value.displayName ?? "", maxlength: 500,
          autocomplete: "name" }),
        zone, zones,
        here !== value.timezone ? suggestion(here, zone) : null,
        h("div", { class: "two" },
          field({ label: t("Start of the day"), name: "dayStart", value: String(value.dayStart),
            options: [0, 1, 2, 3, 4, 5, 6].map((hour) => [String(hour), hourOfDay(hour)]),
            hint: t("With {start}, a session at {time} counts for the day before.",
              { start: hourOfDay(4), time: hourOfDay(3.5) }) }),
          field({ label: t("Rest days per week"), name: "restDaysPerWeek", value: String(value.restDaysPerWeek),
            options: [0, 1, 2, 3].map((count) => [String(count), restDays(count)]),
            hint: t("Days per week that you can miss without ending a streak.") })),
        since, firstDay,
        earlier(value),
      ],
      send: async (values) => {
        const changes = changed(values, value);
        await save({
          displayName: values.displayName.trim() === "" ? null : values.displayName.trim(),
          ...changes,
          ...(Object.keys(changes).length > 0 ? { since: values.firstDay ?? values.since } : {}),
        });
      },
    });
    const update = () => {
      const values = Object.fromEntries(new FormData(element));
      since.hidden = Object.keys(changed(values, value)).length === 0;
      firstDay.hidden = since.hidden || values.since !== "day";
      // A disabled field is not checked and not sent.
      firstDay.querySelector("input").disabled = firstDay.hidden;
    };
    update();
    element.addEventListener("input", update);
    return element;
  },
});

async function save(settings) {
  setPerson(await send("PUT", "profile", settings));
  wrote("profile");
  notice(t("Saved. Your days use the time zone {zone}.", { zone: person().timezone }));
}

const restDays = (count) => (count === 0 ? t("None") : days(count));

/** The settings of the form that differ from the profile. */
function changed(values, profile) {
  const typed = {
    timezone: values.timezone.trim(),
    dayStart: Number(values.dayStart),
    restDaysPerWeek: Number(values.restDaysPerWeek),
  };
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== profile[name]));
}

/** The settings of the past, or nothing if none has changed. */
function earlier({ history, timezone, dayStart, restDaysPerWeek }) {
  const settings = [
    [t("Time zone"), history.timezone, (zone) => zone],
    [t("Start of the day"), history.dayStart, hourOfDay],
    [t("Rest days per week"), history.restDaysPerWeek, restDays],
  ].filter(([, values]) => values.length > 1);
  if (settings.length === 0) return null;
  const current = { timezone, dayStart, restDaysPerWeek };
  return h("details", {},
    h("summary", {}, t("Earlier settings")),
    settings.map(([name, values, text]) => [
      h("p", { class: "muted" }, name),
      h("ul", { class: "rows" }, values.map(({ since, value }) => h("li", {}, h("div", { class: "row-text" },
        h("span", {}, text(value)),
        h("span", { class: "muted" }, since ? rich("since {time}", { time: when(since) }) : t("at first")))))),
    ]),
    h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => askForAlways(current) },
      t("Use the current settings for all days …"))));
}

/** The only way to say later that a setting has always been right. */
const askForAlways = (current) => dialog(t("Count all days again?"), (close) => [
  h("p", {}, t("Your whole history is counted with the current settings. The earlier settings are removed.")),
  form({
    submit: t("Count again"),
    cancel: close,
    fields: [],
    send: async () => {
      await save({ ...current, since: "always" });
      close();
    },
  }),
]);

/** Offers the browser's time zone. Nothing changes automatically: the person may only be travelling. */
function suggestion(here, zone) {
  const line = h("p", { class: "hint" }, t("This browser's time zone is {zone}.", { zone: here }), " ",
    h("button", { type: "button", class: "quiet", onclick: () => {
      const input = zone.querySelector("input");
      input.value = here;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      line.remove();
    } }, t("Use {zone}", { zone: here })));
  return line;
}
