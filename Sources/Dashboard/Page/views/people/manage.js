// Everything that an admin can do for one person.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { capital, shortName } from "../../kit/format.js";
import { notice } from "../../kit/notice.js";
import { person } from "../../kit/person.js";
import { go } from "../../kit/route.js";
import { part, send } from "../../kit/server.js";
import { typedConfirmation } from "../../kit/typed-confirmation.js";
import { showInvitation } from "./invite.js";

export const nameOf = (item) => item.displayName ?? item.userId;

const pathOf = (item) => `people/${part(item.userId)}`;

export const managePerson = (item) => dialog(shortName(nameOf(item)), (close) => [
  h("p", { class: "muted" }, "User id: ", h("span", { dir: "auto" }, item.userId)),
  renaming(item, close),
  h("ul", { class: "rows" }, actionsFor(item).map((action) => actionRow(action, close))),
]);

const renaming = (item, close) => form({
  label: "Name",
  submit: "Save name",
  fields: field({ label: "Name", name: "displayName", value: item.displayName ?? "", required: true, maxlength: 500,
    autocomplete: "off", dir: "auto" }),
  send: async ({ displayName }) => {
    await patch(item, { displayName: displayName.trim() }, "Saved.");
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
      title: "Invitation",
      text: item.state === "invited"
        ? "A new invitation link replaces the previous one."
        : "A new invitation link resets a lost password, and ends the person's other sessions when it is used.",
      button: "New invitation link",
      run: async () => {
        const invitation = await send("POST", `${pathOf(item)}/invitation`);
        return () => showInvitation(nameOf(item), invitation);
      },
    } : null,
    item.role === "admin" ? {
      title: "Role: admin",
      text: isSelf ? "As a member, you can no longer open this page." : "A member manages only their own account.",
      button: "Make member",
      run: async () => {
        await patch(item, { role: "member" }, `${name} is a member now.`);
        if (isSelf) go("/settings");
      },
    } : {
      title: "Role: member",
      text: "An admin can invite, disable and delete people, you included, but sees nothing that others record.",
      button: "Make admin",
      run: () => patch(item, { role: "admin" }, `${name} is an admin now.`),
    },
    isSelf ? null : mayEnter ? {
      title: `State: ${item.state}`,
      text: "A disabled person is signed out everywhere and cannot sign in. Nothing is deleted.",
      button: "Disable",
      run: () => patch(item, { state: "disabled" }, `${name} is disabled.`),
    } : {
      title: "State: disabled",
      text: "The person can sign in again. Devices, tokens and public links work again too.",
      button: "Enable",
      run: () => patch(item, { state: "active" }, `${name} is enabled.`),
    },
    isSelf ? null : {
      title: "Account",
      text: "Deletes the account and everything in it.",
      button: "Delete …",
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

const askDeletion = (item) => dialog(`Delete ${shortName(nameOf(item))}?`, (close) => [
  h("p", {}, "All sessions, books, rucks, goals, achievements, links and tokens of ",
    h("strong", { dir: "auto" }, item.userId), " will be deleted immediately. This cannot be undone."),
  typedConfirmation({
    userId: item.userId,
    label: "Delete the person",
    submit: "Delete everything",
    cancel: close,
    send: async () => {
      await send("DELETE", pathOf(item), { userId: item.userId });
      close();
      announce("people");
      notice(`${shortName(nameOf(item))} is deleted.`);
    },
  }),
]);
