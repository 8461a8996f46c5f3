// The passkeys of the person: list, add, rename and remove them.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { deviceName } from "../../kit/device-name.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { ago, shortName, when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { addPasskey, hasPasskeys } from "../../kit/passkey.js";
import { getAll, part, send } from "../../kit/server.js";
import { loadSession, whenFresh } from "../../kit/session.js";

const pathOf = (item) => `passkeys/${part(item.id)}`;

export const passkeys = (scope) => card(scope, {
  title: t("Passkeys"),
  class: "wide",
  size: "small",
  areas: ["credentials"],
  load: () => Promise.all([loadSession(), getAll("passkeys", {}, scope.signal)]),
  show: ([{ methods }, all]) => {
    const items = all.filter((item) => !isBeingDeleted(pathOf(item)));
    return [
      items.length > 0 ? h("ul", { class: "rows" }, items.map(row))
        : empty(t("With a passkey you sign in with the fingerprint, the face or the PIN of your device.")),
      adding(methods.includes("passkey")),
    ];
  },
});

function adding(isOffered) {
  if (!isOffered) return h("p", { class: "hint" }, t("Passkeys cannot be used at this address. They need https."));
  if (!hasPasskeys()) return h("p", { class: "hint" }, t("This browser cannot use passkeys."));
  return h("div", { class: "actions" },
    h("button", { type: "button", onclick: () => whenFresh(add) }, t("Add a passkey …")));
}

function row(item) {
  const remove = () => whenFresh(() => deleteWithUndo(
    pathOf(item), t("The passkey “{name}” will be removed in ten seconds.", { name: shortName(item.name) }),
    "credentials"));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, item.name),
      h("span", { class: "muted" }, rich("added {time}", { time: when(item.createdAt) }), ", ",
        item.lastUsedAt ? t("last used {time}", { time: ago(item.lastUsedAt) }) : t("never used"))),
    h("div", { class: "row-actions" },
      h("button", { type: "button", class: "link", "aria-label": t("Rename {name}", { name: item.name }),
        onclick: () => rename(item) }, t("Rename")),
      h("button", { type: "button", class: "link", "aria-label": t("Remove {name}", { name: item.name }),
        onclick: remove }, t("Remove"))));
}

const nameField = (value) => field({
  label: t("Name"), name: "name", value, required: true, maxlength: 500, dir: "auto", autocomplete: "off",
  hint: t("Only you see it. Name the device, so that you recognise it later."),
});

const add = () => dialog(t("Add a passkey"), (close) => form({
  submit: t("Add passkey"),
  cancel: close,
  fields: nameField(deviceName(navigator.userAgent) ?? ""),
  send: async ({ name }) => {
    await addPasskey(name.trim());
    close();
    announce("credentials");
    notice(t("The passkey is added. You can use it when you sign in next time."));
  },
}));

const rename = (item) => dialog(t("Rename the passkey"), (close) => form({
  submit: t("Save"),
  cancel: close,
  fields: nameField(item.name),
  send: async ({ name }) => {
    await send("PATCH", pathOf(item), { name: name.trim() });
    close();
    announce("credentials");
    notice(t("Saved."));
  },
}));
