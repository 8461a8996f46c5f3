// The passkeys of the person: list, add, rename and remove them.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deviceName } from "../../kit/device-name.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { ago, shortName, when } from "../../kit/format.js";
import { deleteWithUndo, isBeingDeleted, notice } from "../../kit/notice.js";
import { addPasskey, hasPasskeys } from "../../kit/passkey.js";
import { getAll, part, send } from "../../kit/server.js";
import { loadSession, whenFresh } from "../../kit/session.js";

const pathOf = (item) => `passkeys/${part(item.id)}`;

export const passkeys = (scope) => card(scope, {
  title: "Passkeys",
  class: "wide",
  size: "small",
  areas: ["credentials"],
  load: () => Promise.all([loadSession(), getAll("passkeys", {}, scope.signal)]),
  show: ([{ methods }, all]) => {
    const items = all.filter((item) => !isBeingDeleted(pathOf(item)));
    return [
      items.length > 0 ? h("ul", { class: "rows" }, items.map(row))
        : empty("With a passkey you sign in with the fingerprint, the face or the PIN of your device."),
      adding(methods.includes("passkey")),
    ];
  },
});

function adding(isOffered) {
  if (!isOffered) return h("p", { class: "hint" }, "Passkeys cannot be used at this address. They need https.");
  if (!hasPasskeys()) return h("p", { class: "hint" }, "This browser cannot use passkeys.");
  return h("div", { class: "actions" },
    h("button", { type: "button", onclick: () => whenFresh(add) }, "Add a passkey …"));
}

function row(item) {
  const remove = () => whenFresh(() => deleteWithUndo(
    pathOf(item), `The passkey “${shortName(item.name)}” will be removed in ten seconds.`, "credentials"));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, item.name),
      h("span", { class: "muted" }, "added ", when(item.createdAt), ", ",
        item.lastUsedAt ? `last used ${ago(item.lastUsedAt)}` : "never used")),
    h("div", { class: "row-actions" },
      h("button", { type: "button", class: "link", "aria-label": `Rename ${item.name}`, onclick: () => rename(item) },
        "Rename"),
      h("button", { type: "button", class: "link", "aria-label": `Remove ${item.name}`, onclick: remove }, "Remove")));
}

const nameField = (value) => field({
  label: "Name", name: "name", value, required: true, maxlength: 500, dir: "auto", autocomplete: "off",
  hint: "Only you see it. Name the device, so that you recognise it later.",
});

const add = () => dialog("Add a passkey", (close) => form({
  submit: "Add passkey",
  cancel: close,
  fields: nameField(deviceName(navigator.userAgent) ?? ""),
  send: async ({ name }) => {
    await addPasskey(name.trim());
    close();
    announce("credentials");
    notice("The passkey is added. You can use it when you sign in next time.");
  },
}));

const rename = (item) => dialog("Rename the passkey", (close) => form({
  submit: "Save",
  cancel: close,
  fields: nameField(item.name),
  send: async ({ name }) => {
    await send("PATCH", pathOf(item), { name: name.trim() });
    close();
    announce("credentials");
    notice("Saved.");
  },
}));
