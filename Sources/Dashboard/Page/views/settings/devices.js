// Browsers in which the person is signed in, and the tokens of devices and programs.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { deviceName } from "../../kit/device-name.js";
import { dialog } from "../../kit/dialog.js";
import { form } from "../../kit/form.js";
import { ago, shortName, when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { getAll, part, send } from "../../kit/server.js";
import { methodName } from "../../kit/sign-in-method.js";

const pathOf = (item) => `tokens/${part(item.id)}`;
const listed = (items) => items.filter((item) => !isBeingDeleted(pathOf(item)));

export const browsers = (scope) => card(scope, {
  title: t("Signed-in browsers"),
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
      : empty(t("Browsers in which you sign in will appear here.")),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "quiet", onclick: endOthers }, t("End other sessions …"))),
  ],
});

function signedInText({ createdAt, begun }) {
  const time = when(createdAt);
  if (!begun) return rich("signed in {time}", { time });
  return rich("signed in {time} by {method} from {address}",
    { time, method: methodName(begun.method), address: begun.address });
}

function browserRow(scope, item) {
  const name = deviceName(item.begun?.userAgent) ?? item.name ?? t("Browser");
  const end = () => deleteWithUndo(
    pathOf(item), t("“{name}” will be signed out in ten seconds.", { name: shortName(name) }), "profile");
  const signOut = () => scope.signOut()
    .catch((error) => notice(t("You are still signed in: {reason}", { reason: error.message })));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", {}, name, item.isCurrent ? h("span", { class: "muted" }, " ", t("(this browser)")) : null),
      h("span", { class: "muted" }, signedInText(item),
        item.lastUsedAt ? [", ", t("last used {time}", { time: ago(item.lastUsedAt) })] : null)),
    item.isCurrent
      ? h("button", { type: "button", class: "quiet", "aria-label": t("Sign out of this browser"), onclick: signOut },
        t("Sign out"))
      : h("button", { type: "button", class: "quiet", "aria-label": t("Sign out of {name}", { name }), onclick: end },
        t("Sign out")));
}

const endOthers = () => dialog(t("End other sessions?"), (close) => [
  h("p", {}, t("All your other browsers are signed out at once. This browser stays signed in.")),
  form({
    submit: t("End other sessions"),
    danger: true,
    cancel: close,
    fields: h("label", { class: "check" }, h("input", { type: "checkbox", name: "tokens" }),
      h("span", {}, t("Disconnect all devices and tokens too"))),
    send: async ({ tokens: all }) => {
      await send("POST", "session/end-others", { tokens: all !== undefined });
      close();
      announce("profile");
      notice(all ? t("All other browsers, devices and tokens are signed out.")
        : t("All other browsers are signed out."));
    },
  }),
]);

const kindNames = { token: t("Program"), device: t("Device") };

function scopeNames(scopes) {
  if (scopes.length === 2) return t("record and read");
  return scopes[0] === "write" ? t("record only") : t("read only");
}

export const tokens = (scope) => card(scope, {
  title: t("Devices and tokens"),
  class: "full",
  size: "list",
  areas: ["profile"],
  more: { text: t("Connect a device"), href: "#/settings/connect" },
  load: () => getAll("tokens", {}, scope.signal),
  show: (items) => {
    const rows = listed(items).filter((item) => item.kind !== "browser");
    if (rows.length === 0) return empty(t("Apps, devices and programs that you connect will appear here."));
    return h("ul", { class: "rows" }, rows.map(tokenRow));
  },
});

function tokenRow(item) {
  const name = item.name || kindNames[item.kind];
  const used = item.lastUsedAt ? t("last used {time}", { time: ago(item.lastUsedAt) }) : t("never used");
  const disconnect = () => deleteWithUndo(
    pathOf(item), t("“{name}” will be disconnected in ten seconds.", { name: shortName(name) }), "profile");
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, name),
      h("span", { class: "muted" }, [kindNames[item.kind], scopeNames(item.scopes), used].join(", "),
        item.expiresAt ? [", ", rich("expires {time}", { time: when(item.expiresAt) })] : null)),
    h("button", { type: "button", class: "quiet", "aria-label": t("Disconnect {name}", { name }), onclick: disconnect },
      t("Disconnect")));
}
