// Every way in which data arrives from other apps, devices and servers, or leaves for them.

import { h } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { backToSteps, parts } from "../settings/settings-parts.js";
import { clients } from "./clients.js";
import { connectionsCard } from "./connections-card.js";
import { connectorsCard } from "./connectors-card.js";
import { importsCard } from "./imports-card.js";
import { mark } from "./marks.js";
import { keepFresh } from "./refreshing.js";
import { webhooksCard } from "./webhooks-card.js";

export function show(scope) {
  keepFresh(scope);
  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, t("Sources")),
      h("p", {}, t("Your reading, listening and walks can arrive by themselves."))), backToSteps()),
    parts("#/sources"),
    h("section", { class: "sources-clients", "aria-labelledby": "clients" },
      h("h2", { id: "clients" }, t("What do you use?")),
      h("ul", {}, clients.map(tile))),
    h("div", { class: "grid" }, connectorsCard(scope), connectionsCard(scope), webhooksCard(scope), importsCard(scope),
      otherWays()));
}

const tile = ({ id, title, kind, text, others }) => h("li", { class: kind },
  h("a", { href: `#/sources/${id}` }, mark(id), h("b", {}, title), h("span", {}, text),
    others ? h("span", { class: "muted" }, others) : null));

const otherWays = () => h("section", { class: "card full", "aria-label": t("Other ways") },
  h("header", { class: "card-head" }, h("h2", {}, t("Other ways"))),
  h("ul", { class: "rows" },
    other(t("Files from other apps"), t("Goodreads, StoryGraph, Kindle, Strava, Apple Health and many more."),
      "#/settings/import", t("Import files")),
    other(t("Apps and programs"), t("An app for Waymark signs in with a QR code, a program with a token."),
      "#/settings/connect", t("Connect a device"))));

const other = (title, text, href, action) => h("li", { class: "stacks" },
  h("div", { class: "row-text" }, h("span", {}, title), h("span", { class: "muted" }, text)),
  h("a", { class: "button quiet", href }, action));
