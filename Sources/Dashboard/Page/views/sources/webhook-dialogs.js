// Forms that add and edit a webhook, and the secret, which is shown once.

import { freshID, h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { valueField } from "./value-field.js";

export const webhookPath = (item) => `webhooks/${part(item.id)}`;

/** The events in words. */
export const events = [
  ["listening.recorded", t("You heard something")],
  ["reading.recorded", t("event|You read")],
  ["ruck.recorded", t("event|You walked")],
  ["book.finished", t("You finished a book")],
  ["milestone.unlocked", t("A milestone is reached")],
  ["achievement.unlocked", t("An achievement is unlocked")],
  ["goal.reached", t("A goal is reached")],
  ["connection.failing", t("A connection fails")],
];

const all = "*";

const isForAll = (item) => !item || item.events.includes(all);

function fields(item) {
  const id = freshID("events");
  const box = (name, text, checked, more) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", name, checked, ...more }), h("span", {}, text));
  return [
    field({ label: t("Address"), name: "url", inputmode: "url", value: item?.url, required: true, maxlength: 2000,
      autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      placeholder: "https://hooks.example.org/waymark",
      hint: t("Waymark sends a POST request to it for each event.") }),
    // The style hides the single events while all are chosen.
    h("fieldset", { class: "webhook-choice" }, h("legend", {}, t("Events")),
      box("all", t("All events, including those of later versions"), isForAll(item),
        { id, "aria-describedby": `${id}-error` }),
      h("div", { class: "webhook-events" }, events.map(([name, text]) =>
        box(name, text, Boolean(item?.events.includes(name))))),
      h("p", { class: "field-error", id: `${id}-error`, role: "alert" })),
  ];
}

function chosenEvents(values) {
  if (values.all) return [all];
  const names = events.map(([name]) => name).filter((name) => values[name]);
  if (names.length === 0) throw wrong("all", t("Choose at least one event, or all."));
  return names;
}

export const addWebhook = () => dialog(t("Add a webhook"), (close) => form({
  submit: t("Add webhook"),
  cancel: close,
  draft: "webhook",
  fields: fields(null),
  send: async (values) => {
    const made = await send("POST", "webhooks", { url: values.url.trim(), events: chosenEvents(values) });
    close();
    announce("webhooks");
    showSecret(made);
  },
}));

const showSecret = ({ secret }) => dialog(t("The webhook is ready"), (close) => [
  h("p", {}, t("With this secret, the receiver can verify that a request comes from Waymark (Standard Webhooks). "
    + "It is shown only once. Receivers that do not verify anything do not need it.")),
  valueField({ label: t("Secret"), value: secret }),
  h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: close }, t("Done"))),
]);

export const editWebhook = (item) => dialog(t("Edit the webhook"), (close) => {
  const check = notStale(webhookPath(item), item, (name, value) => (name === "url" ? value : null));
  return form({
    submit: t("Save"),
    cancel: close,
    fields: fields(item),
    send: async (values) => {
      const patch = touchedOf({ url: values.url.trim(), events: chosenEvents(values) }, item);
      if (Object.keys(patch).length > 0) {
        await check(patch);
        await send("PATCH", webhookPath(item), patch);
        announce("webhooks");
        notice(t("Saved."));
      }
      close();
    },
  });
});
