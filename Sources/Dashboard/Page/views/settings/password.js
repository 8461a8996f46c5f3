// The password: set, change and remove it.

import { h } from "../../kit/dom.js";
import { announce } from "../../kit/changes.js";
import { card } from "../../kit/card.js";
import { dialog } from "../../kit/dialog.js";
import { form, newPasswordField } from "../../kit/form.js";
import { notice } from "../../kit/notice.js";
import { send } from "../../kit/server.js";
import { whenFresh } from "../../kit/session.js";

export const password = (scope) => card(scope, {
  title: "Password",
  size: "small",
  areas: ["credentials"],
  path: "session",
  show: ({ userId, hasPassword }) => [
    h("p", {}, hasPassword
      ? ["You sign in as ", h("strong", { dir: "auto" }, userId), " with your password."]
      : ["You have no password. With one you can sign in as ", h("strong", { dir: "auto" }, userId),
        " in any browser."]),
    h("div", { class: "actions" },
      h("button", { type: "button", onclick: () => whenFresh(() => change(userId, hasPassword)) },
        hasPassword ? "Change password …" : "Set a password …"),
      hasPassword
        ? h("button", { type: "button", class: "quiet", onclick: () => whenFresh(remove) }, "Remove password …")
        : null),
  ],
});

const change = (userId, hasPassword) => dialog(hasPassword ? "Change the password" : "Set a password", (close) => [
  h("p", {}, "This signs out all your other browsers. Apps and devices stay connected."),
  form({
    submit: "Save password",
    cancel: close,
    fields: [
      h("input", { type: "text", name: "userId", value: userId, autocomplete: "username", hidden: true }),
      newPasswordField("New password"),
    ],
    send: async ({ password: typed }) => {
      await send("PUT", "account/password", { password: typed });
      close();
      announce("credentials", "profile");
      notice("Your password is saved. All your other browsers are signed out.");
    },
  }),
]);

const remove = () => dialog("Remove the password?", (close) => [
  h("p", {}, "You then sign in only with a passkey or single sign-on."),
  form({
    submit: "Remove password",
    danger: true,
    cancel: close,
    fields: [],
    send: async () => {
      await send("DELETE", "account/password");
      close();
      announce("credentials");
      notice("Your password is removed.");
    },
  }),
]);
