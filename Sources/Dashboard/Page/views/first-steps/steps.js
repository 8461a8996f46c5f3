// The contents of the first steps. Each returns the elements, and calls `next()` when it is done.

import { fill, h } from "../../kit/dom.js";
import { field, form, segments } from "../../kit/form.js";
import { wrote } from "../../kit/changes.js";
import { wrong } from "../../kit/duration.js";
import { browserZone } from "../../kit/first-zone.js";
import { distance, usesMiles, usesPounds, weight } from "../../kit/format.js";
import { icon } from "../../kit/icons.js";
import { locale, plural, t } from "../../kit/language.js";
import { timeNow } from "../../kit/now.js";
import { person, setPerson } from "../../kit/person.js";
import { get, send } from "../../kit/server.js";
import { choose } from "../../kit/storage.js";
import { groups } from "../settings/import-guess.js";
import { clients } from "../sources/clients.js";
import { mark } from "../sources/marks.js";
import { isTracked, kindNames, trackKinds } from "../today/tracked.js";

/** A younger account has no past days that a new zone could change. */
const newMilliseconds = 86_400_000;

const outcome = (...children) => h("p", { class: "welcome-answer", "aria-live": "polite" }, children);

const next = (go) => h("div", { class: "actions" },
  h("button", { type: "button", class: "primary", onclick: go }, t("Continue")));

export function zoneStep({ next: done }) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  const current = person().timezone;
  const isNew = timeNow() - Date.parse(person().createdAt) < newMilliseconds;
  const shown = outcome(timeIn(current));
  const here = browserZone();
  const zone = field({ label: t("Time zone"), name: "timezone", value: current, list: "zones", required: true,
    autocomplete: "off", hint: t("Days, weeks and streaks use this zone."),
    oninput: ({ target }) => fill(shown, timeIn(target.value.trim())) });
  return form({
    label: t("Time zone"),
    submit: t("Continue"),
    fields: [
      shown,
      here === current ? h("p", {}, t("This browser is in {zone}.", { zone: here }))
        : useHere(here, zone),
      zone,
      h("datalist", { id: "zones" }, known.map((name) => h("option", { value: name }))),
    ],
    send: async ({ timezone }) => {
      const chosen = timezone.trim();
      if (chosen !== current) {
        setPerson(await send("PUT", "profile", { timezone: chosen, since: isNew ? "always" : "now" }));
        wrote("profile");
      }
      done();
    },
  });
}

/** The day and the time of a zone, which show whether it is the right one. */
function timeIn(timeZone) {
  const parts = { weekday: "long", hour: "numeric", minute: "2-digit", timeZone };
  try {
    return new Intl.DateTimeFormat(locale, parts).format(new Date(timeNow()));
  } catch {
    return t("No such zone yet");
  }
}

const useHere = (here, zone) => h("p", {}, t("This browser is in {zone}.", { zone: here }), " ",
  h("button", { type: "button", class: "quiet", onclick: ({ target }) => {
    const input = zone.querySelector("input");
    input.value = here;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
    target.remove();
  } }, t("Use {zone}", { zone: here })));

export function unitStep({ next: done }) {
  const row = (label, control) => h("div", { class: "field" }, h("span", { "aria-hidden": "true" }, label), control);
  const shown = outcome();
  const update = () => fill(shown, t("A ruck of {distance} with {weight}",
    { distance: distance(6000), weight: weight(12) }));
  const unit = (name) => (value) => {
    choose(name, value);
    update();
  };
  update();
  return [
    shown,
    row(t("Distances"), segments({ label: t("Distances"), value: usesMiles() ? "mi" : "km", choose: unit("distance"),
      options: [["km", t("Kilometres")], ["mi", t("Miles")]] })),
    row(t("Weights"), segments({ label: t("Weights"), value: usesPounds() ? "lb" : "kg", choose: unit("weight"),
      options: [["kg", t("Kilograms")], ["lb", t("Pounds")]] })),
    next(done),
  ];
}

const kinds = () => [
  ["listening", "ear", t("Stories, audiobooks and podcasts that you hear")],
  ["reading", "book", t("Books, with pages, a timer and who wrote them")],
  ["rucks", "hill", t("Walks with weight on your back")],
];

export const trackStep = ({ next: done }) => form({
  label: t("What you track"),
  submit: t("Continue"),
  fields: [
    h("p", {}, t("Today shows only these. Nothing is deleted, and the others stay in the navigation.")),
    h("fieldset", { class: "welcome-kinds", id: "kinds" }, h("legend", { class: "spoken" }, t("Kinds")),
      kinds().map(([kind, shape, text]) => h("div", { class: `welcome-kind ${kind}` },
        h("span", { class: "mark", "aria-hidden": "true" }, icon(shape)),
        h("div", {},
          h("label", { class: "check" },
            h("input", { type: "checkbox", name: kind, checked: isTracked(kind), "aria-describedby": `about-${kind}` }),
            h("span", {}, nameOf(kind))),
          h("p", { class: "muted", id: `about-${kind}` }, text))))),
  ],
  send: (values) => {
    const chosen = kindNames.map(([kind]) => kind).filter((kind) => values[kind] === "on");
    if (chosen.length === 0) throw new Error(t("Choose at least one."));
    trackKinds(chosen);
    done();
  },
});

const nameOf = (kind) => kindNames.find(([name]) => name === kind)[1];

/** The clients that send by themselves. A client without a kind only shows figures. */
export const sourceStep = ({ next: done }) => [
  h("p", {}, t("These send by themselves what you read, hear and walk. Which of them do you use?")),
  h("ul", { class: "welcome-clients" }, clients.filter(({ kind }) => kind && isTracked(kind)).map(client)),
  h("p", {}, h("a", { class: "row-link", href: "#/sources" }, t("See all sources"))),
  next(done),
];

const client = ({ id, title, kind, text }) => h("li", { class: kind },
  h("a", { href: `#/sources/${id}` }, mark(id),
    h("span", {}, h("b", {}, title), h("span", { class: "muted" }, text))));

/** The apps whose files can be imported. */
export const historyStep = ({ next: done }) => [
  h("p", {}, t("Bring what you have already read, heard and walked. Waymark reads the files that these apps export:")),
  h("dl", { class: "welcome-sources" },
    groups.filter(([, kind, list]) => isTracked(kind) && list.length > 1).map(([title, kind, list]) =>
      h("div", { class: kind }, h("dt", {}, title),
        h("dd", {}, h("ul", {}, list.map(([, app]) => h("li", {}, app))))))),
  h("div", { class: "actions" },
    h("a", { class: "button", href: "#/settings/import" }, t("Import files")),
    h("button", { type: "button", class: "primary", onclick: done }, t("Continue"))),
];

const goals = () => [
  { type: "annualReading", kind: "reading", label: t("Books per year"), most: 10_000, about: bookRate },
  { type: "weeklyRucks", kind: "rucks", label: t("Rucks per week"), most: 14, about: ruckRate },
];

const daysOfYear = 365;

/** "One about every 30 days". */
function bookRate(books) {
  const days = Math.round(daysOfYear / books);
  return days < 2 ? t("More than one every two days") : plural(days,
    { one: "One about every day", other: "One about every {count} days" });
}

const ruckRate = (rucks) => (rucks > 7 ? t("More than one a day") : plural(rucks * 52,
  { one: "{count} ruck in a year", other: "{count} rucks in a year" }));

export async function goalStep({ next: done, signal }) {
  const { goals: now } = await get("goals", {}, signal);
  const target = (type) => now.find((goal) => goal.type === type)?.target;
  const shown = goals().filter(({ kind }) => isTracked(kind));
  return form({
    label: t("A first goal"),
    submit: t("Done"),
    fields: [
      h("p", {}, t("A goal that you reach is better than one that you admire.")),
      shown.map((goal) => goalField(goal, target(goal.type))),
    ],
    send: async (values) => {
      for (const { type } of shown) {
        const wanted = Number(values[type]);
        if (!Number.isInteger(wanted)) throw wrong(type, t("Enter a whole number."));
        if (wanted !== target(type)) await send("PUT", `goals/${type}`, { target: wanted });
      }
      wrote("goals");
      done();
    },
  });
}

/** A target, and what it means for each week or day. */
function goalField({ type, kind, label, most, about }, value) {
  const meaning = h("p", { class: "hint" });
  const update = (wanted) => {
    meaning.textContent = Number.isInteger(wanted) && wanted > 0 && wanted <= most ? about(wanted) : "";
  };
  update(value);
  return h("div", { class: `welcome-goal ${kind}` },
    field({ label, name: type, type: "number", min: 1, max: most, step: 1, required: true, inputmode: "numeric", value,
      oninput: ({ target }) => update(Number(target.value)) }),
    meaning);
}
