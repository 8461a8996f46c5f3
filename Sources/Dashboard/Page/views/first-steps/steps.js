// The contents of the first steps. Each returns the elements, and calls `next()` when it is done.

import { h } from "../../kit/dom.js";
import { field, form } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { wrong } from "../../kit/duration.js";
import { timeNow } from "../../kit/now.js";
import { person, setPerson } from "../../kit/person.js";
import { get, send } from "../../kit/server.js";
import { groups } from "../settings/import-guess.js";
import { isTracked, kindNames, trackKinds } from "../today/tracked.js";

/** A younger account has no past days that a new zone could change. */
const newMilliseconds = 86_400_000;

export function zoneStep({ next }) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  const current = person().timezone;
  const isNew = timeNow() - Date.parse(person().createdAt) < newMilliseconds;
  return form({
    label: "Time zone",
    submit: "Continue",
    fields: [
      field({ label: "Time zone", name: "timezone", value: current, list: "zones", required: true, autocomplete: "off",
        hint: "Days, weeks and streaks use this zone." }),
      h("datalist", { id: "zones" }, known.map((name) => h("option", { value: name }))),
    ],
    send: async ({ timezone }) => {
      const zone = timezone.trim();
      if (zone !== current) {
        setPerson(await send("PUT", "profile", { timezone: zone, since: isNew ? "always" : "now" }));
        wrote("profile");
      }
      next();
    },
  });
}

export const trackStep = ({ next }) => form({
  label: "What you track",
  submit: "Continue",
  fields: [
    h("p", {}, "Today shows only these. Nothing is deleted, and the others stay in the navigation."),
    h("fieldset", { class: "welcome-kinds", id: "kinds" }, h("legend", { class: "spoken" }, "Kinds"),
      kindNames.map(([kind, text]) => h("label", { class: `check ${kind}` },
        h("input", { type: "checkbox", name: kind, checked: isTracked(kind) }), h("span", {}, text)))),
  ],
  send: (values) => {
    const kinds = kindNames.map(([kind]) => kind).filter((kind) => values[kind] === "on");
    if (kinds.length === 0) throw new Error("Choose at least one.");
    trackKinds(kinds);
    next();
  },
});

/** The apps by name: those of files, and what connects by itself. */
export function sourceStep({ next }) {
  const shown = groups.filter(([, kind, list]) => isTracked(kind) && list.length > 1);
  return [
    h("p", {}, "Waymark reads the files that these apps export:"),
    h("dl", { class: "welcome-sources" }, shown.map(([title, kind, list]) => h("div", { class: kind },
      h("dt", {}, title), h("dd", {}, list.map(([, label]) => label.split(": ")[0]).join(", "))))),
    h("p", {}, "Readers, players and other apps can also send their sessions by themselves."),
    h("div", { class: "actions" },
      h("a", { class: "button", href: "#/settings/import" }, "Import files"),
      h("a", { class: "button", href: "#/sources" }, "Connect an app or a device"),
      h("button", { type: "button", class: "primary", onclick: next }, "Continue")),
  ];
}

const fields = [
  ["annualReading", "reading", "Books per year", 10_000], ["weeklyRucks", "rucks", "Rucks per week", 14],
];

export async function goalStep({ next, signal }) {
  const { goals } = await get("goals", {}, signal);
  const target = (type) => goals.find((goal) => goal.type === type)?.target;
  const shown = fields.filter(([, kind]) => isTracked(kind));
  return form({
    label: "A first goal",
    submit: "Done",
    fields: [
      h("p", {}, "A goal that you reach is better than one that you admire."),
      shown.map(([type, , label, most]) => field({ label, name: type, type: "number", min: 1, max: most, step: 1,
        required: true, inputmode: "numeric", value: target(type) })),
    ],
    send: async (values) => {
      for (const [type] of shown) {
        const wanted = Number(values[type]);
        if (!Number.isInteger(wanted)) throw wrong(type, "Enter a whole number.");
        if (wanted !== target(type)) await send("PUT", `goals/${type}`, { target: wanted });
      }
      wrote("goals");
      next();
    },
  });
}
