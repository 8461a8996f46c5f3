// Every connector: what it is for, what to enter, and its last contact.

import { h } from "../../kit/dom.js";
import { card } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { ago, capital, when } from "../../kit/format.js";
import { plural, rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { person } from "../../kit/person.js";
import { addConnection } from "./connection-dialogs.js";
import { offText, wordsOf } from "./clients.js";
import { connectClient } from "./device-password.js";
import { actionButton } from "./row-action.js";
import { isCopied, valueField } from "./value-field.js";
import { addWebhook } from "./webhook-dialogs.js";

export const connectorsCard = (scope) => card(scope, {
  title: t("All connectors"),
  class: "full",
  size: "tall",
  areas: ["sources", "listening", "reading", "library", "rucks"],
  path: "connectors",
  show: ({ connectors }) => [
    h("p", { class: "answer" }, lastContact(connectors)),
    h("ul", { class: "connectors" }, connectors.map(row)),
  ],
});

/** The connector of the latest contact in one sentence. */
function lastContact(connectors) {
  const [last] = connectors.filter(({ lastSeenAt }) => lastSeenAt)
    .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
  return last
    ? t("Last contact: {name}, {time}.", { name: wordsOf(last).title, time: ago(last.lastSeenAt) })
    : t("Nothing has made contact yet. Choose what you use above: most clients take less than a minute.");
}

function row(connector) {
  const { title, kind, text, typed } = wordsOf(connector);
  return h("li", { class: ["connector", kind, connector.isOn ? "" : "is-off"].filter(Boolean).join(" ") },
    h("h3", {}, title),
    h("p", {}, text),
    connector.isOn ? null : h("p", { class: "connector-off" }, `${t("connector|Off.")} ${offText}`),
    connector.isOn ? contact(connector) : null,
    brought(connector),
    problem(connector),
    connector.isOn && typed && connector.address ? entered(connector, typed) : null,
    connector.isOn ? actions(connector) : null);
}

/** Waymark makes the calls of connections and webhooks, so their own lists show them. */
function contact({ name, lastSeenAt }) {
  if (name === "pull" || name === "webhooks") return h("p", { class: "muted" }, t("Listed below."));
  return h("p", { class: "muted" }, lastSeenAt
    ? rich("Last contact: {time}", { time: h("time", { datetime: lastSeenAt }, ago(lastSeenAt)) })
    : t("Last contact: never"));
}

const items = {
  dav: (count) => plural(count, { one: "{count} file so far.", other: "{count} files so far." }),
  kosync: (count) => plural(count, { one: "{count} position so far.", other: "{count} positions so far." }),
  gpodder: (count) => plural(count, { one: "{count} play so far.", other: "{count} plays so far." }),
  listenbrainz: (count) => plural(count, { one: "{count} track so far.", other: "{count} tracks so far." }),
  pull: (count) => plural(count, { one: "{count} session so far.", other: "{count} sessions so far." }),
};

const brought = ({ name, itemCount }) =>
  (items[name] && itemCount > 0 ? h("p", { class: "muted" }, items[name](itemCount)) : null);

const problem = ({ lastProblem }) => (lastProblem ? h("p", { class: "connector-problem" },
  h("b", {}, rich("Last problem, {time}:", { time: when(lastProblem.at) })), " ", capital(lastProblem.message), ".")
  : null);

function entered({ address, user }, typed) {
  return h("dl", { class: "entered" },
    h("dt", {}, t("Address")), h("dd", {}, h("code", {}, address.replace("{token}", "…"))),
    typed.includes("name") ? [h("dt", {}, t("Name")), h("dd", {}, h("code", {}, user))] : null);
}

function actions(connector) {
  const { title, typed } = wordsOf(connector);
  const isWhole = !connector.address?.includes("{");
  const add = { pull: [t("Add a connection …"), addConnection], webhooks: [t("Add a webhook …"), addWebhook] };
  if (add[connector.name]) {
    const [text, run] = add[connector.name];
    return h("div", { class: "actions" }, h("button", { type: "button", class: "quiet", onclick: run }, text));
  }
  if (connector.name === "inbox") {
    return h("p", { class: "muted" }, rich("Your folder is {name}.", { name: h("code", {}, person().userId) }));
  }
  if (!typed || !connector.address) return null;
  return h("div", { class: "actions" },
    actionButton(t("Connect"), () => connectClient(connector), { label: t("Connect: {name}", { name: title }) }),
    isWhole ? h("button", { type: "button", class: "link", "aria-label": t("Copy the address: {name}", { name: title }),
      onclick: () => copyAddress(connector) }, t("Copy address")) : null,
    isWhole ? h("button", { type: "button", class: "link",
      "aria-label": t("QR code of the address: {name}", { name: title }),
      onclick: () => showAddress(connector) }, t("QR code")) : null);
}

async function copyAddress(connector) {
  if (await isCopied(connector.address)) notice(t("The address is copied."));
  else showAddress(connector);
}

const showAddress = (connector) => dialog(wordsOf(connector).title, () => [
  valueField({ label: t("Address"), value: connector.address, isScanned: true }),
  wordsOf(connector).typed.includes("name") ? valueField({ label: t("Name"), value: connector.user }) : null,
]);
