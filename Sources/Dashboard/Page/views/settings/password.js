// The password: set, change and remove it.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { form, newPasswordField } from "../../kit/form.js";
import { rich, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { send } from "../../kit/server.js";
import { whenFresh } from "../../kit/session.js";

export const password = (scope) => card(scope, {
  title: t("Password"),
  size: "small",
  areas: ["credentials"],
  path: "session",
  show: ({ userId, hasPassword }) => [
    h("p", {}, hasPassword
      ? rich("You sign in as {userId} with your password.", { userId: h("strong", { dir: "auto" }, userId) })
      : rich("You have no password. With one you can sign in as {userId} in any browser.",
        { userId: h("strong", { dir: "auto" }, userId) })),
    h("div", { class: "actions" },
      h("button", { type: "button", onclick: () => whenFresh(() => change(userId, hasPassword)) },
        hasPassword ? t("Change password …") : t("Set a password …")),
      hasPassword
        ? h("button", { type: "button", class: "quiet", onclick: () => whenFresh(remove) }, t("Remove password …"))
        : null),
  ],
});

const titleOf = (hasPassword) => (hasPassword ? t("Change the password") : t("Set a password"));

const change = (userId, hasPassword) => dialog(titleOf(hasPassword), (close) => [
  h("p", {}, t("This signs out all your other browsers. Apps and devices stay connected.")),
  form({
    submit: t("Save password"),
    cancel: close,
    fields: [
      h("input", { type: "text", name: "userId", value: userId, autocomplete: "username", hidden: true }),
      newPasswordField(t("New password")),
    ],
    send: async ({ password: typed }) => {
      await send("PUT", "account/password", { password: typed });
      close();
      announce("credentials", "profile");
      notice(t("Your password is saved. All your other browsers are signed out."));
    },
  }),
]);

const remove = () => dialog(t("Remove the password?"), (close) => [
  h("p", {}, t("You then sign in only with a passkey or single sign-on.")),
  form({
    submit: t("Remove password"),
    danger: true,
    cancel: close,
    fields: [],
    send: async () => {
      await send("DELETE", "account/password");
      close();
      announce("credentials");
      notice(t("Your password is removed."));
    },
  }),
]);
