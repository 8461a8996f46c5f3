// The pages behind a set-up link and an invitation: they let a person in for the first time.

import { h } from "../../kit/dom.js";
import { field, form, newPasswordField } from "../../kit/form.js";
import { deviceName } from "../../kit/device-name.js";
import { browserZone } from "../../kit/first-zone.js";
import { t } from "../../kit/language.js";
import { addPasskey, hasPasskeys } from "../../kit/passkey.js";
import { explained, send } from "../../kit/server.js";
import { door } from "./sign-in.js";

const nameField = () => field({
  label: t("Your name"), name: "displayName", autocomplete: "name",
  hint: t("Shown on the page. You may leave it empty."),
});

const idField = (hint, required) => field({
  label: t("User id"), name: "userId", autocomplete: "username", autocapitalize: "none", spellcheck: "false", required,
  hint,
});

const setUpTexts = {
  401: t("This set-up link no longer works. The command waymark setup prints a new one."),
  404: t("This server has an admin already. Ask them for an invitation."),
};

const invitationTexts = {
  401: t("This invitation was used or replaced, or it has expired. Ask an admin for a new one."),
};

// Members that are empty are left out.
const filled = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** The page of the first admin. */
export function setUpPage({ code, signedIn }) {
  return door(t("Welcome to Waymark"),
    h("p", {}, t("You create the first account, which manages this server. You can invite other people later.")),
    form({
      label: t("Create the first account"),
      submit: t("Create the account"),
      fields: [
        idField(t("With it you sign in. Letters, digits and {symbols} are allowed.", { symbols: ". _ : @ | -" }), true),
        nameField(),
        newPasswordField(t("Password")),
      ],
      send: async ({ userId, displayName, password }) => {
        await explained(setUpTexts, () => send("POST", "setup", filled({
          code, userId: userId.trim(), displayName: displayName.trim(), password, timezone: browserZone(),
        })));
        await signedIn();
      },
    }));
}

/** The page of an invited person. */
export function invitationPage({ code, signedIn }) {
  return door(t("You are invited"),
    h("p", {}, t("Choose a password for your account on this server.")),
    form({
      label: t("Accept the invitation"),
      submit: t("Accept the invitation"),
      fields: [
        idField(t("With it you sign in. Leave it empty if you were given one already."), false), nameField(),
        newPasswordField(t("Password")),
      ],
      send: async ({ userId, displayName, password }) => {
        await explained(invitationTexts, () => send("POST", "session/invitation", filled({
          code, userId: userId.trim(), displayName: displayName.trim(), password, timezone: browserZone(),
        })));
        await signedIn();
      },
    }));
}

export const mayOfferPasskey = (session) => hasPasskeys() && session?.methods.includes("passkey");

/** Offers a passkey to a person who has just joined. `done` continues to the page. */
export const passkeyOfferPage = ({ done }) => door(t("Sign in without a password next time"),
  h("p", {}, t("A passkey signs you in with the fingerprint, the face or the PIN of your device. Nobody can guess it, "
    + "and you have nothing to remember. Your password still works.")),
  form({
    label: t("Add a passkey"),
    submit: t("Add a passkey"),
    fields: [],
    send: async () => {
      await addPasskey(deviceName(navigator.userAgent) ?? t("This device"));
      await done();
    },
  }),
  h("button", { type: "button", class: "quiet", onclick: done }, t("Not now")),
  h("p", { class: "hint" }, t("You can add one later in Settings, Security.")));
