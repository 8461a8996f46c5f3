// Adds a person, and shows the link that lets a person in.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { shortName, when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { linkField } from "../../kit/link-field.js";
import { qrPicture } from "../../kit/qr.js";
import { send } from "../../kit/server.js";

export const roleField = () => field({
  label: t("Role"), name: "role", value: "member", options: [["member", t("Member")], ["admin", t("Admin")]],
  hint: t("An admin can invite, disable and delete people."),
});

export const addPerson = () => dialog(t("Add a person"), (close) => form({
  submit: t("Add person"),
  cancel: close,
  draft: "person",
  fields: [
    field({
      label: t("User id"), name: "userId", required: true, autocomplete: "off", autocapitalize: "none",
      spellcheck: "false", hint: t("The person signs in with it. It cannot be changed later."),
    }),
    field({ label: t("Name"), name: "displayName", maxlength: 500, autocomplete: "off", dir: "auto",
      hint: t("You may leave it empty. The person can change it.") }),
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
  dialog(name ? t("Invitation for {name}", { name: shortName(name) }) : t("Open invitation"), () => [
    h("p", {},
      name ? t("Send this link to the person.") : t("Send this link to one person, who chooses the user id."), " ",
      rich("It works once, until {time}.", { time: when(expiresAt) })),
    linkField({ label: t("Invitation link"), url }),
    h("p", { class: "muted" }, t("Or let the person scan this code.")),
    h("div", { class: "qr" }, qrPicture(url, t("QR code of the invitation link"))),
  ]);
