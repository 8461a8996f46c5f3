// Browsers in which the person is signed in, and the tokens of devices and programs.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deviceName } from "../../kit/device-name.js";
import { dialog } from "../../kit/dialog.js";
import { form } from "../../kit/form.js";
import { ago, shortName, when } from "../../kit/format.js";
import { deleteWithUndo, isBeingDeleted, notice } from "../../kit/notice.js";
import { getAll, part, send } from "../../kit/server.js";
import { methodName } from "../../kit/sign-in-method.js";

const pathOf = (item) => `tokens/${part(item.id)}`;
const listed = (items) => items.filter((item) => !isBeingDeleted(pathOf(item)));

export const browsers = (scope) => card(scope, {
  title: "Signed-in browsers",
  class: "full",
  size: "list",
  areas: ["profile", "credentials"],
  load: async () => {
    const [items, signIns] = await Promise.all([
      getAll("tokens", {}, scope.signal), getAll("sign-ins", {}, scope.signal),
    ]);
    const begun = new Map(signIns.map((one) => [one.sessionId, one]));
    return items.filter((item) => item.kind === "browser").map((item) => ({ ...item, begun: begun.get(item.id) }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)
        || other.createdAt.localeCompare(one.createdAt));
  },
  show: (items) => [
    items.length > 0 ? h("ul", { class: "rows" }, listed(items).map((item) => browserRow(scope, item)))
      : empty("Browsers in which you sign in will appear here."),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "quiet", onclick: endOthers }, "End other sessions …")),
  ],
});

function browserRow(scope, item) {
  const name = deviceName(item.begun?.userAgent) ?? item.name ?? "Browser";
  const end = () => deleteWithUndo(
    pathOf(item), `“${shortName(name)}” will be signed out in ten seconds.`, "profile");
  const signOut = () => scope.signOut().catch((error) => notice(`You are still signed in: ${error.message}`));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", {}, name, item.isCurrent ? h("span", { class: "muted" }, " (this browser)") : null),
      h("span", { class: "muted" }, "signed in ", when(item.createdAt),
        item.begun ? ` by ${methodName(item.begun.method)} from ${item.begun.address}` : null,
        item.lastUsedAt ? `, last used ${ago(item.lastUsedAt)}` : null)),
    item.isCurrent
      ? h("button", { type: "button", class: "quiet", "aria-label": "Sign out of this browser", onclick: signOut },
        "Sign out")
      : h("button", { type: "button", class: "quiet", "aria-label": `Sign out of ${name}`, onclick: end }, "Sign out"));
}

const endOthers = () => dialog("End other sessions?", (close) => [
  h("p", {}, "All your other browsers are signed out at once. This browser stays signed in."),
  form({
    submit: "End other sessions",
    danger: true,
    cancel: close,
    fields: h("label", { class: "check" }, h("input", { type: "checkbox", name: "tokens" }),
      h("span", {}, "Disconnect all devices and tokens too")),
    send: async ({ tokens: all }) => {
      await send("POST", "session/end-others", { tokens: all !== undefined });
      close();
      announce("profile");
      notice(all ? "All other browsers, devices and tokens are signed out." : "All other browsers are signed out.");
    },
  }),
]);

const kindNames = { token: "Program", device: "Device" };

function scopeNames(scopes) {
  if (scopes.length === 2) return "record and read";
  return scopes[0] === "write" ? "record only" : "read only";
}

export const tokens = (scope) => card(scope, {
  title: "Devices and tokens",
  class: "full",
  size: "list",
  areas: ["profile"],
  more: { text: "Connect a device", href: "#/settings/connect" },
  load: () => getAll("tokens", {}, scope.signal),
  show: (items) => {
    const rows = listed(items).filter((item) => item.kind !== "browser");
    if (rows.length === 0) return empty("Apps, devices and programs that you connect will appear here.");
    return h("ul", { class: "rows" }, rows.map(tokenRow));
  },
});

function tokenRow(item) {
  const name = item.name || kindNames[item.kind];
  const used = item.lastUsedAt ? `last used ${ago(item.lastUsedAt)}` : "never used";
  const disconnect = () => deleteWithUndo(
    pathOf(item), `“${shortName(name)}” will be disconnected in ten seconds.`, "profile");
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, name),
      h("span", { class: "muted" }, [kindNames[item.kind], scopeNames(item.scopes), used].join(", "),
        item.expiresAt ? [", expires ", when(item.expiresAt)] : null)),
    h("button", { type: "button", class: "quiet", "aria-label": `Disconnect ${name}`, onclick: disconnect },
      "Disconnect"));
}
