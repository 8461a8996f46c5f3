// Invitations for people who choose their user id themselves.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { timeNow } from "../../kit/now.js";
import { getAll, part, send } from "../../kit/server.js";
import { whenFresh } from "../../kit/session.js";
import { roleField, showInvitation } from "./invite.js";

const pathOf = (item) => `invitations/${part(item.id)}`;
const dayMilliseconds = 86_400_000;

export const openInvitations = (scope) => card(scope, {
  title: t("Open invitations"),
  size: "small",
  areas: ["people"],
  load: () => getAll("invitations", {}, scope.signal),
  show: (all) => {
    const items = all.filter((item) => !isBeingDeleted(pathOf(item)));
    return [
      items.length > 0 ? h("ul", { class: "rows" }, items.map(row))
        : empty(t("An open invitation lets one person join, who chooses the user id.")),
      h("div", { class: "actions" },
        h("button", { type: "button", onclick: () => whenFresh(create) }, t("Create open invitation …"))),
    ];
  },
});

function row(item) {
  const withdraw = () => whenFresh(() => deleteWithUndo(
    pathOf(item), t("The invitation will be withdrawn in ten seconds."), "people"));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", {}, item.role === "admin" ? t("For an admin") : t("For a member")),
      h("span", { class: "muted" },
        rich("created {start}, ends {end}", { start: when(item.createdAt), end: when(item.expiresAt) }))),
    h("button", { type: "button", class: "quiet", onclick: withdraw }, t("Withdraw")));
}

const create = () => dialog(t("Create an open invitation"), (close) => form({
  submit: t("Create invitation"),
  cancel: close,
  fields: [
    h("p", {}, t("Anyone who has the link can join, so send it to one person only.")),
    roleField(),
    field({ label: t("Works for"), name: "days", value: "7",
      options: [["1", t("One day")], ["7", t("One week")], ["30", t("30 days")]] }),
  ],
  send: async ({ role, days }) => {
    const expiresAt = new Date(timeNow() + Number(days) * dayMilliseconds).toISOString();
    const made = await send("POST", "invitations", { role, expiresAt });
    close();
    announce("people");
    showInvitation(null, made);
  },
}));
