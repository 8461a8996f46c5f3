// Adds a person, and shows the link that lets a person in.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { shortName, when } from "../../kit/format.js";
import { linkField } from "../../kit/link-field.js";
import { qrPicture } from "../../kit/qr.js";
import { send } from "../../kit/server.js";

export const roleField = () => field({
  label: "Role", name: "role", value: "member", options: [["member", "Member"], ["admin", "Admin"]],
  hint: "An admin can invite, disable and delete people.",
});

export const addPerson = () => dialog("Add a person", (close) => form({
  submit: "Add person",
  cancel: close,
  draft: "person",
  fields: [
    field({
      label: "User id", name: "userId", required: true, autocomplete: "off", autocapitalize: "none",
      spellcheck: "false", hint: "The person signs in with it. It cannot be changed later.",
    }),
    field({ label: "Name", name: "displayName", maxlength: 500, autocomplete: "off", dir: "auto",
      hint: "You may leave it empty. The person can change it." }),
    roleField(),
  ],
  send: async ({ userId, displayName, role }) => {
    const added = await send("POST", "people", {
      userId: userId.trim(), role, ...(displayName.trim() ? { displayName: displayName.trim() } : {}),
    });
    close();
    announce("people");
    showInvitation(added.displayName ?? added.userId, added.invitation);
  },
}));

/** Shows a new link. `name` is the person, or null for an open invitation. */
export const showInvitation = (name, { url, expiresAt }) =>
  dialog(name ? `Invitation for ${shortName(name)}` : "Open invitation", () => [
    h("p", {}, name ? "Send this link to the person." : "Send this link to one person, who chooses the user id.",
      " It works once, until ", when(expiresAt), "."),
    linkField({ label: "Invitation link", url }),
    h("p", { class: "muted" }, "Or let the person scan this code."),
    h("div", { class: "qr" }, qrPicture(url, "QR code of the invitation link")),
  ]);
