// Name, time zone, start of the day and rest days. A change counts from now on, or always.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { days } from "../../kit/counts.js";
import { field, form, sinceField } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { person, setPerson } from "../../kit/person.js";
import { send } from "../../kit/server.js";
import { hourOfDay, wholeInstant } from "../../kit/format.js";

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
    const since = sinceField({ label: t("This change counts"), value: isFirst ? "always" : "now",
      now: t("From now on: past days stay as they are"), always: t("Always: recalculate my whole history") });
    since.hidden = true;
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
            options: [["0", t("None")], ...[1, 2, 3].map((count) => [String(count), days(count)])],
            hint: t("Days per week that you can miss without ending a streak.") })),
        since,
        earlier(value.history.timezone),
      ],
      send: async (values) => {
        const changes = changed(values, value);
        setPerson(await send("PUT", "profile", {
          displayName: values.displayName.trim() === "" ? null : values.displayName.trim(),
          ...changes,
          ...(Object.keys(changes).length > 0 ? { since: values.since } : {}),
        }));
        wrote("profile");
        notice(t("Saved. Your days use the time zone {zone}.", { zone: person().timezone }));
      },
    });
    element.addEventListener("input", () => {
      since.hidden = Object.keys(changed(Object.fromEntries(new FormData(element)), value)).length === 0;
    });
    return element;
  },
});

/** The settings of the form that differ from the profile. */
function changed(values, profile) {
  const typed = {
    timezone: values.timezone.trim(),
    dayStart: Number(values.dayStart),
    restDaysPerWeek: Number(values.restDaysPerWeek),
  };
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== profile[name]));
}

/** The time zones of the past, or nothing if there was only one. */
const earlier = (zones) => (zones.length < 2 ? null : h("details", {},
  h("summary", {}, t("Earlier time zones")),
  h("ul", { class: "rows" }, zones.map(({ since, value }) => h("li", {}, h("span", {}, value),
    h("span", { class: "muted row-end" },
      since ? t("since {time}", { time: wholeInstant(since) }) : t("at first")))))));

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
