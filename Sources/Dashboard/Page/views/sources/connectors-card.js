// Every connector: what it is for, what to enter, and its last contact.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { ago, capital, counted, when } from "../../kit/format.js";
import { notice } from "../../kit/notice.js";
import { person } from "../../kit/person.js";
import { addConnection } from "./connection-dialogs.js";
import { offText, wordsOf } from "./clients.js";
import { connectClient } from "./device-password.js";
import { actionButton } from "./row-action.js";
import { isCopied, valueField } from "./value-field.js";
import { addWebhook } from "./webhook-dialogs.js";

export const connectorsCard = (scope) => card(scope, {
  title: "Every way in and out",
  class: "full",
  size: "tall",
  areas: ["sources", "listening", "reading", "library", "rucks"],
  path: "connectors",
  show: ({ connectors }) => [
    h("p", { class: "answer" }, answer(connectors)),
    h("ul", { class: "connectors" }, connectors.map(row)),
  ],
});

/** The connector of the latest contact in one sentence. */
function answer(connectors) {
  const [last] = connectors.filter(({ lastSeenAt }) => lastSeenAt)
    .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
  return last ? `Last contact: ${wordsOf(last).title}, ${ago(last.lastSeenAt)}.`
    : "Nothing has made contact yet. Choose what you use above: most clients take less than a minute.";
}

function row(connector) {
  const { title, kind, text, typed } = wordsOf(connector);
  return h("li", { class: ["connector", kind, connector.isOn ? "" : "is-off"].filter(Boolean).join(" ") },
    h("h3", {}, title),
    h("p", {}, text),
    connector.isOn ? null : h("p", { class: "connector-off" }, `Off. ${offText}`),
    connector.isOn ? contact(connector) : null,
    brought(connector),
    problem(connector),
    connector.isOn && typed && connector.address ? entered(connector, typed) : null,
    connector.isOn ? actions(connector) : null);
}

/** Waymark makes the calls of connections and webhooks, so their own lists show them. */
function contact({ name, lastSeenAt }) {
  if (name === "pull" || name === "webhooks") return h("p", { class: "muted" }, "Listed below.");
  return h("p", { class: "muted" }, "Last contact: ", lastSeenAt
    ? h("time", { datetime: lastSeenAt }, ago(lastSeenAt)) : "never");
}

const items = { dav: "file", kosync: "position", gpodder: "play", listenbrainz: "track", pull: "session" };

const brought = ({ name, itemCount }) => (items[name] && itemCount > 0
  ? h("p", { class: "muted" }, `${capital(counted(itemCount, items[name]))} so far.`) : null);

const problem = ({ lastProblem }) => (lastProblem ? h("p", { class: "connector-problem" },
  h("b", {}, "Last problem, ", when(lastProblem.at), ": "), capital(lastProblem.message), ".") : null);

function entered({ address, user }, typed) {
  return h("dl", { class: "entered" },
    h("dt", {}, "Address"), h("dd", {}, h("code", {}, address.replace("{token}", "…"))),
    typed.includes("name") ? [h("dt", {}, "Name"), h("dd", {}, h("code", {}, user))] : null);
}

function actions(connector) {
  const { title, typed } = wordsOf(connector);
  const isWhole = !connector.address?.includes("{");
  const add = { pull: ["Add a connection …", addConnection], webhooks: ["Add a webhook …", addWebhook] };
  if (add[connector.name]) {
    const [text, run] = add[connector.name];
    return h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: run }, text));
  }
  if (connector.name === "inbox") {
    return h("p", { class: "muted" }, "Your folder is ", h("code", {}, person().userId), ".");
  }
  if (!typed || !connector.address) return null;
  return h("div", { class: "actions" },
    actionButton("Connect", () => connectClient(connector), { label: `Connect: ${title}` }),
    isWhole ? h("button", { type: "button", class: "link", "aria-label": `Copy the address: ${title}`,
      onclick: () => copyAddress(connector) }, "Copy address") : null,
    isWhole ? h("button", { type: "button", class: "link", "aria-label": `QR code of the address: ${title}`,
      onclick: () => showAddress(connector) }, "QR code") : null);
}

async function copyAddress(connector) {
  if (await isCopied(connector.address)) notice("The address is copied.");
  else showAddress(connector);
}

const showAddress = (connector) => dialog(wordsOf(connector).title, () => [
  valueField({ label: "Address", value: connector.address, isScanned: true }),
  wordsOf(connector).typed.includes("name") ? valueField({ label: "Name", value: connector.user }) : null,
]);
