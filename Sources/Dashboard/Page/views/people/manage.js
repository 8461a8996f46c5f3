// Everything that an admin can do for one person.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { capital, shortName } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { person } from "../../kit/person.js";
import { go } from "../../kit/route.js";
import { part, send } from "../../kit/server.js";
import { typedConfirmation } from "../../kit/typed-confirmation.js";
import { showInvitation } from "./invite.js";

export const nameOf = (item) => item.displayName ?? item.userId;

const pathOf = (item) => `people/${part(item.userId)}`;

export const managePerson = (item) => dialog(shortName(nameOf(item)), (close) => [
  h("p", { class: "muted" }, rich("User id: {userId}", { userId: h("span", { dir: "auto" }, item.userId) })),
  renaming(item, close),
  h("ul", { class: "rows" }, actionsFor(item).map((action) => actionRow(action, close))),
]);

const renaming = (item, close) => form({
  label: t("Name"),
  submit: t("Save name"),
  fields: field({ label: t("Name"), name: "displayName", value: item.displayName ?? "", required: true, maxlength: 500,
    autocomplete: "off", dir: "auto" }),
  send: async ({ displayName }) => {
    await patch(item, { displayName: displayName.trim() }, t("Saved."));
    close();
  },
});

/** One action with its explanation. Its error appears next to it. `run` may return what follows the dialog. */
function actionRow({ title, text, button, isDanger, run }, close) {
  const line = h("span", { class: "field-error", role: "alert" });
  const element = h("button", { type: "button", class: isDanger ? "danger" : "quiet", onclick: async () => {
    element.disabled = true;
    line.textContent = "";
    try {
      const next = await run();
      close();
      next?.();
    } catch (error) {
      line.textContent = capital(error.message);
    } finally {
      element.disabled = false;
    }
  } }, button);
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" }, h("span", {}, title), h("p", { class: "muted" }, text), line), element);
}

function actionsFor(item) {
  const name = shortName(nameOf(item));
  const isSelf = item.userId === person().userId;
  const mayEnter = item.state !== "disabled";
  return [
    mayEnter && !isSelf ? {
      title: t("Invitation"),
      text: item.state === "invited"
        ? t("A new invitation link replaces the previous one.")
        : t("A new invitation link resets a lost password, and ends the person's other sessions when it is used."),
      button: t("New invitation link"),
      run: async () => {
        const invitation = await send("POST", `${pathOf(item)}/invitation`);
        return () => showInvitation(nameOf(item), invitation);
      },
    } : null,
    item.role === "admin" ? {
      title: t("Role: admin"),
      text: isSelf ? t("As a member, you can no longer open this page.")
        : t("A member manages only their own account."),
      button: t("Make member"),
      run: async () => {
        await patch(item, { role: "member" }, t("{name} is a member now.", { name }));
        if (isSelf) go("/settings");
      },
    } : {
      title: t("Role: member"),
      text: t("An admin can invite, disable and delete people, you included, but sees nothing that others record."),
      button: t("Make admin"),
      run: () => patch(item, { role: "admin" }, t("{name} is an admin now.", { name })),
    },
    isSelf ? null : mayEnter ? {
      title: item.state === "invited" ? t("State: invited") : t("State: active"),
      text: t("A disabled person is signed out everywhere and cannot sign in. Nothing is deleted."),
      button: t("Disable"),
      run: () => patch(item, { state: "disabled" }, t("{name} is disabled.", { name })),
    } : {
      title: t("State: disabled"),
      text: t("The person can sign in again. Devices, tokens and public links work again too."),
      button: t("Enable"),
      run: () => patch(item, { state: "active" }, t("{name} is enabled.", { name })),
    },
    isSelf ? null : {
      title: t("Account"),
      text: t("Deletes the account and everything in it."),
      button: t("Delete …"),
      isDanger: true,
      run: () => () => askDeletion(item),
    },
  ].filter(Boolean);
}

async function patch(item, change, text) {
  await send("PATCH", pathOf(item), change);
  announce("people");
  notice(text);
}

const askDeletion = (item) => dialog(t("Delete {name}?", { name: shortName(nameOf(item)) }), (close) => [
  h("p", {}, rich("All sessions, books, rucks, goals, achievements, links and tokens of {name} will be deleted "
    + "immediately. This cannot be undone.", { name: h("strong", { dir: "auto" }, item.userId) })),
  typedConfirmation({
    userId: item.userId,
    label: t("Delete the person"),
    submit: t("Delete everything"),
    cancel: close,
    send: async () => {
      await send("DELETE", pathOf(item), { userId: item.userId });
      close();
      announce("people");
      notice(t("{name} is deleted.", { name: shortName(nameOf(item)) }));
    },
  }),
]);
