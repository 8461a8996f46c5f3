// Forms that add and edit a webhook, and the secret, which is shown once.

import { freshID, h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { wrong } from "../../kit/duration.js";
import { field, form } from "../../kit/form.js";
import { notice } from "../../kit/notice.js";
import { part, send } from "../../kit/server.js";
import { notStale, touchedOf } from "../../kit/stale.js";
import { valueField } from "./value-field.js";

export const webhookPath = (item) => `webhooks/${part(item.id)}`;

/** The events in words. */
export const events = [
  ["listening.recorded", "You heard something"],
  ["reading.recorded", "You read"],
  ["ruck.recorded", "You walked"],
  ["book.finished", "You finished a book"],
  ["milestone.unlocked", "A milestone is reached"],
  ["achievement.unlocked", "An achievement is unlocked"],
  ["goal.reached", "A goal is reached"],
  ["connection.failing", "A connection fails"],
];

const all = "*";

const isForAll = (item) => !item || item.events.includes(all);

function fields(item) {
  const id = freshID("events");
  const box = (name, text, checked, more) =>
    h("label", { class: "check" }, h("input", { type: "checkbox", name, checked, ...more }), h("span", {}, text));
  return [
    field({ label: "Address", name: "url", inputmode: "url", value: item?.url, required: true, maxlength: 2000,
      autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      placeholder: "https://hooks.example.org/waymark", hint: "Waymark sends a POST request to it for each event." }),
    // The style hides the single events while all are chosen.
    h("fieldset", { class: "webhook-choice" }, h("legend", {}, "Events"),
      box("all", "All events, including those of later versions", isForAll(item),
        { id, "aria-describedby": `${id}-error` }),
      h("div", { class: "webhook-events" }, events.map(([name, text]) =>
        box(name, text, Boolean(item?.events.includes(name))))),
      h("p", { class: "field-error", id: `${id}-error`, role: "alert" })),
  ];
}

function chosenEvents(values) {
  if (values.all) return [all];
  const names = events.map(([name]) => name).filter((name) => values[name]);
  if (names.length === 0) throw wrong("all", "Choose at least one event, or all.");
  return names;
}

export const addWebhook = () => dialog("Add a webhook", (close) => form({
  submit: "Add webhook",
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

const showSecret = ({ secret }) => dialog("The webhook is ready", (close) => [
  h("p", {}, "With this secret, the receiver can verify that a request comes from Waymark (Standard Webhooks). "
    + "It is shown only once. Receivers that do not verify anything do not need it."),
  valueField({ label: "Secret", value: secret }),
  h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: close }, "Done")),
]);

export const editWebhook = (item) => dialog("Edit the webhook", (close) => {
  const check = notStale(webhookPath(item), item, (name, value) => (name === "url" ? value : null));
  return form({
    submit: "Save",
    cancel: close,
    fields: fields(item),
    send: async (values) => {
      const patch = touchedOf({ url: values.url.trim(), events: chosenEvents(values) }, item);
      if (Object.keys(patch).length > 0) {
        await check(patch);
        await send("PATCH", webhookPath(item), patch);
        announce("webhooks");
        notice("Saved.");
      }
      close();
    },
  });
});
