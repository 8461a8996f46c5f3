// Name, time zone, start of the day and rest days. Each change recomputes the whole history.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { field, form } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { notice } from "../../kit/notice.js";
import { person, setPerson } from "../../kit/person.js";
import { send } from "../../kit/server.js";
import { hourOfDay } from "../../kit/format.js";

export const profile = (scope) => card(scope, {
  title: "Profile",
  size: "form",
  class: "wide",
  areas: ["profile"],
  path: "profile",
  show: (value) => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const known = Intl.supportedValuesOf?.("timeZone") ?? [];
    const zones = h("datalist", { id: "zones" }, known.map((name) => h("option", { value: name })));
    const zone = field({ label: "Time zone", name: "timezone", value: value.timezone, list: "zones", required: true,
      autocomplete: "off", hint: "Days, weeks and streaks use this zone. Changing it recalculates your history." });
    const element = form({
      label: "Profile",
      submit: "Save",
      fields: [
        field({ label: "Name", name: "displayName", value: value.displayName ?? "", maxlength: 500,
          autocomplete: "name" }),
        zone, zones,
        here !== value.timezone ? suggestion(here, zone) : null,
        h("div", { class: "two" },
          field({ label: "Start of the day", name: "dayStart", value: String(value.dayStart),
            options: [0, 1, 2, 3, 4, 5, 6].map((hour) => [String(hour), hourOfDay(hour)]),
            hint: "With 4:00, a session at 03:59 counts for the day before." }),
          field({ label: "Rest days per week", name: "restDaysPerWeek", value: String(value.restDaysPerWeek),
            options: [["0", "None"], ["1", "1 day"], ["2", "2 days"], ["3", "3 days"]],
            hint: "Days per week that you can miss without ending a streak." })),
      ],
      send: async (values) => {
        setPerson(await send("PUT", "profile", {
          displayName: values.displayName.trim() === "" ? null : values.displayName.trim(),
          timezone: values.timezone.trim(),
          dayStart: Number(values.dayStart),
          restDaysPerWeek: Number(values.restDaysPerWeek),
        }));
        wrote("profile");
        notice(`Saved. Your history uses the time zone ${person().timezone}.`);
      },
    });
    return element;
  },
});

/** Offers the browser's time zone. Nothing changes automatically, because it would recompute the history. */
function suggestion(here, zone) {
  const line = h("p", { class: "hint" }, `This browser's time zone is ${here}. `,
    h("button", { type: "button", class: "quiet", onclick: () => {
      zone.querySelector("input").value = here;
      line.remove();
    } }, `Use ${here}`));
  return line;
}
