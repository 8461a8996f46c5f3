// Devices and tokens, and public links.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted, notice } from "../../kit/notice.js";
import { getAll, part } from "../../kit/server.js";
import { ago, shortName, when } from "../../kit/format.js";

const kindNames = { token: "Program", device: "Device", browser: "Browser" };

function scopeNames(scopes) {
  if (scopes.length === 2) return "record and read";
  return scopes[0] === "write" ? "record only" : "read only";
}

// The token of a browser has no name.
const nameOf = (item) => item.name || kindNames[item.kind];

export const tokens = (scope) => card(scope, {
  title: "Devices and tokens",
  class: "wide",
  size: "list",
  areas: ["profile"],
  more: { text: "Connect a device", href: "#/settings/connect" },
  load: () => getAll("tokens", {}, scope.signal),
  show: (items) => h("ul", { class: "rows" },
    items.filter((item) => !isBeingDeleted(pathOf(item))).map((item) => tokenRow(scope, item))),
});

const pathOf = (item) => `tokens/${part(item.id)}`;

function tokenRow(scope, item) {
  const used = item.lastUsedAt ? `last used ${ago(item.lastUsedAt)}` : "never used";
  const disconnect = () => deleteWithUndo(
    pathOf(item), `“${shortName(nameOf(item))}” will be disconnected in ten seconds.`, "profile");
  const signOut = () => scope.signOut().catch((error) => notice(`You are still signed in: ${error.message}`));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", {}, nameOf(item), item.isCurrent ? h("span", { class: "muted" }, " (this browser)") : null),
      h("span", { class: "muted" }, [kindNames[item.kind], scopeNames(item.scopes), used].join(", "),
        item.expiresAt ? [", expires ", when(item.expiresAt)] : null)),
    item.isCurrent
      ? h("button", { type: "button", class: "quiet", "aria-label": "Sign out of this browser", onclick: signOut },
        "Sign out")
      : h("button", { type: "button", class: "quiet", "aria-label": `Disconnect ${nameOf(item)}`, onclick: disconnect },
        "Disconnect"));
}

const pictureNames = {
  radar: "Diversity radar", activity: "Activity", timeline: "Reading timeline", rings: "Rings", rucks: "Rucks by week",
  achievement: "Achievement", review: "Year in review", badge: "Badge",
};

export const shares = (scope) => card(scope, {
  title: "Public links",
  size: "list",
  areas: ["shares"],
  load: () => getAll("shares", {}, scope.signal),
  show: (items) => {
    const rows = items.filter((item) => !isBeingDeleted(`shares/${part(item.id)}`));
    if (rows.length === 0) return empty("Public links to your pictures will appear here. You can revoke them here.");
    return h("ul", { class: "rows" }, rows.map(shareRow));
  },
});

function shareRow(item) {
  const name = pictureNames[item.picture] ?? item.picture;
  const revoke = () => deleteWithUndo(
    `shares/${part(item.id)}`, "The link will be revoked in ten seconds.", "shares");
  return h("li", {},
    h("div", { class: "row-text" },
      h("span", {}, name),
      h("span", { class: "muted" }, "since ", when(item.createdAt),
        item.expiresAt ? [", until ", when(item.expiresAt)] : null)),
    h("button", { type: "button", class: "quiet", "aria-label": `Revoke the link to ${name}`, onclick: revoke },
      "Revoke"));
}
