// The steps that connect one client, with the values filled in.

import { fill, h } from "../../kit/dom.js";
import { failure, skeleton } from "../../kit/card.js";
import { rich, t } from "../../kit/language.js";
import { get } from "../../kit/server.js";
import { backToSteps, parts } from "../settings/settings-parts.js";
import { clientOf, hostOf, offText } from "./clients.js";
import { stepsOf } from "./setup-steps.js";

export function show(scope) {
  const client = clientOf(scope.parameters.client);
  if (!client) {
    return h("div", { class: "place" }, h("h1", { tabindex: -1 }, t("Sources")),
      h("p", {}, rich("This link is not valid. {link}",
        { link: h("a", { href: "#/sources" }, t("See all sources")) })));
  }
  scope.setTitle(t("Set up {app}", { app: client.title }));
  const holder = h("div", { class: `setup ${client.kind}` }, skeleton());
  load(holder, client, scope);
  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, client.title),
      h("p", {}, [client.text, client.others ? `${client.others}.` : null].filter(Boolean).join(" "))), backToSteps()),
    parts("#/sources"),
    holder);
}

const allSources = () => h("p", {}, h("a", { class: "row-link", href: "#/sources" }, t("All sources")));

// Not a card: a reload would drop the password, which is shown only once.
async function load(holder, client, scope) {
  try {
    const { connectors } = await get("connectors", {}, scope.signal);
    const named = new Map(connectors.map((connector) => [connector.name, connector]));
    const off = client.connectors.filter((name) => named.get(name)?.isOn === false);
    const isOff = client.connectors.length > 0 && off.length === client.connectors.length;
    fill(holder, isOff ? h("p", { class: "connector-off" }, offText)
      : stepsOf(client, { host: hostOf(connectors), user: connectors[0]?.user ?? "me",
        isOn: (name) => named.get(name)?.isOn !== false, signal: scope.signal }),
    allSources());
  } catch (error) {
    if (!scope.signal.aborted) fill(holder, failure(error, () => load(holder, client, scope)));
  }
}
