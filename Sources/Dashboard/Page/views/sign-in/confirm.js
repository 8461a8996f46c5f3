// Asks again who is at the browser, before a change that needs a recent sign-in.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { field, form } from "../../kit/form.js";
import { t } from "../../kit/language.js";
import { hasPasskeys, provePasskey } from "../../kit/passkey.js";
import { explained, getAll, send } from "../../kit/server.js";
import { loadSession, providerAddress } from "../../kit/session.js";

/** Returns whether the person confirmed who they are. */
export async function askForPerson() {
  const { userId, hasPassword, oidc, methods } = await loadSession();
  const mayHavePasskeys = methods.includes("passkey") && hasPasskeys();
  const passkeys = mayHavePasskeys ? await getAll("passkeys") : [];
  const links = oidc ? await getAll("session/links") : [];
  let isConfirmed = false;
  await dialog(t("Confirm that it is you"), (close) => {
    const confirm = async (prove) => {
      await prove();
      isConfirmed = true;
      close();
    };
    const ways = [
      passkeys.length > 0 ? byPasskey(confirm) : null,
      hasPassword ? byPassword(userId, confirm, close) : null,
      links.length > 0 ? byProvider(oidc.name) : null,
    ].filter(Boolean);
    return [
      h("p", {}, t("This change needs a sign-in within the last ten minutes.")),
      ways.length > 0 ? ways
        : h("p", {},
          t("You have no password and no passkey yet. Sign out, sign in again, and then repeat the change.")),
    ];
  });
  return isConfirmed;
}

const byPasskey = (confirm) => form({
  label: t("Confirm with a passkey"),
  submit: t("Use a passkey"),
  fields: [],
  send: () => confirm(() => explained({ 401: t("This passkey is not yours, or it was removed. Choose another one.") },
    () => provePasskey("session/confirm"))),
});

const byPassword = (userId, confirm, close) => form({
  label: t("Confirm with the password"),
  submit: t("Confirm"),
  cancel: close,
  fields: [
    h("input", { type: "text", name: "userId", value: userId, autocomplete: "username", hidden: true }),
    field({
      label: t("Password"), name: "password", type: "password", autocomplete: "current-password", required: true,
    }),
  ],
  send: ({ password }) => confirm(() => explained({ 401: t("The password is wrong. Try again.") },
    () => send("POST", "session/confirm", { password }))),
});

const byProvider = (name) => h("div", { class: "actions" },
  h("a", { class: "button", href: providerAddress() }, t("Continue with {name}", { name })),
  h("p", { class: "hint" }, t("You return to this view. Then repeat the change.")));
