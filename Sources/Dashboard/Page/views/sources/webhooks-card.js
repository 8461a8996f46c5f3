// The webhooks, each with its events and its last delivery.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { ago, shortName } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { send } from "../../kit/server.js";
import { offText } from "./clients.js";
import { rowAction } from "./row-action.js";
import { addWebhook, editWebhook, events, webhookPath } from "./webhook-dialogs.js";

export const webhooksCard = (scope) => card(scope, {
  title: t("Webhooks"),
  class: "full",
  size: "list",
  areas: ["sources", "webhooks"],
  load: async (get) => {
    const [{ connectors }, { items }] = await Promise.all([get("connectors"), get("webhooks", { limit: 200 })]);
    return { isOn: connectors.find(({ name }) => name === "webhooks")?.isOn !== false, items };
  },
  show: ({ isOn, items }) => {
    const rows = items.filter((item) => !isBeingDeleted(webhookPath(item)));
    return [
      isOn ? null : h("p", { class: "connector-off" }, offText),
      rows.length > 0 ? h("ul", { class: "rows" }, rows.map(row))
        : empty(t("Servers to which Waymark sends your sessions, books and goals will appear here."),
          isOn ? h("button", { type: "button", onclick: addWebhook }, t("Add a webhook")) : null),
      isOn && rows.length > 0 ? h("div", { class: "actions" },
        h("button", { type: "button", class: "quiet", onclick: addWebhook }, t("Add a webhook …"))) : null,
    ];
  },
});

function row(item) {
  return h("li", { class: "stacks connection" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, item.url),
      h("span", { class: "muted" }, eventText(item)),
      item.isOn ? null : h("span", { class: "connector-problem" }, t("Off. Nothing is sent."),
        item.lastDelivery?.problem
          ? ` ${t("Waymark switches a webhook off after five days without success.")}` : null),
      delivery(item.lastDelivery)),
    h("div", { class: "row-actions" },
      rowAction(t("verb|Test"), item.url, () => test(item)),
      rowAction(t("Edit"), item.url, () => editWebhook(item)),
      rowAction(item.isOn ? t("Switch off") : t("Switch on"), item.url, () => switchTo(item, !item.isOn)),
      rowAction(t("Delete"), item.url, () => remove(item))));
}

const eventWords = new Map(events.map(([name, text]) => [name, `${text.charAt(0).toLowerCase()}${text.slice(1)}`]));

const eventText = (item) => (item.events.includes("*") ? t("All events.")
  : t("Events: {events}.", { events: item.events.map((name) => eventWords.get(name) ?? name).join(", ") }));

function delivery(last) {
  if (!last) return h("span", { class: "muted" }, t("Nothing sent yet."));
  const type = last.type === "test" ? t("a test") : t("“{name}”", { name: eventWords.get(last.type) ?? last.type });
  const time = h("time", { datetime: last.at }, ago(last.at));
  const values = { time, event: type, status: String(last.status), reason: last.problem };
  return last.problem === null
    ? h("span", { class: "muted" }, rich("Last delivery {time}, {event}: received with status {status}.", values))
    : h("span", { class: "connector-problem" }, rich("Last delivery {time}, {event}, failed: {reason}.", values));
}

async function test(item) {
  const { status, problem } = await send("POST", `${webhookPath(item)}/test`);
  announce("webhooks");
  notice(problem === null
    ? t("The receiver got the test and responded with status {status}.", { status: String(status) })
    : t("The test failed: {reason}.", { reason: problem }));
}

async function switchTo(item, isOn) {
  await send("PATCH", webhookPath(item), { isOn });
  announce("webhooks");
  notice(isOn ? t("Switched on.") : t("Switched off. Nothing more is sent."));
}

const remove = (item) => deleteWithUndo(webhookPath(item),
  t("The webhook {url} will be deleted in ten seconds.", { url: shortName(item.url) }), "webhooks");
