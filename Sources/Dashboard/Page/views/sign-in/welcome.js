// The pages behind a set-up link and an invitation: they let a person in for the first time.

import { h } from "../../kit/dom.js";
import { field, form, newPasswordField } from "../../kit/form.js";
import { deviceName } from "../../kit/device-name.js";
import { browserZone } from "../../kit/first-zone.js";
import { addPasskey, hasPasskeys } from "../../kit/passkey.js";
import { explained, send } from "../../kit/server.js";
import { door } from "./sign-in.js";

const nameField = () => field({
  label: "Your name", name: "displayName", autocomplete: "name", hint: "Shown on the page. You may leave it empty.",
});

const idField = (hint, required) => field({
  label: "User id", name: "userId", autocomplete: "username", autocapitalize: "none", spellcheck: "false", required,
  hint,
});

const setUpTexts = {
  401: "This set-up link no longer works. The command waymark setup prints a new one.",
  404: "This server has an admin already. Ask them for an invitation.",
};

const invitationTexts = {
  401: "This invitation was used or replaced, or it has expired. Ask an admin for a new one.",
};

// Members that are empty are left out.
const filled = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** The page of the first admin. */
export function setUpPage({ code, signedIn }) {
  return door("Welcome to Waymark",
    h("p", {}, "You create the first account, which manages this server. You can invite other people later."),
    form({
      label: "Create the first account",
      submit: "Create the account",
      fields: [
        idField("With it you sign in. Letters, digits and . _ : @ | - are allowed.", true), nameField(),
        newPasswordField("Password"),
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
  return door("You are invited",
    h("p", {}, "Choose a password for your account on this server."),
    form({
      label: "Accept the invitation",
      submit: "Accept the invitation",
      fields: [
        idField("With it you sign in. Leave it empty if you were given one already.", false), nameField(),
        newPasswordField("Password"),
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
export const passkeyOfferPage = ({ done }) => door("Sign in without a password next time",
  h("p", {}, "A passkey signs you in with the fingerprint, the face or the PIN of your device. Nobody can guess it, "
    + "and you have nothing to remember. Your password still works."),
  form({
    label: "Add a passkey",
    submit: "Add a passkey",
    fields: [],
    send: async () => {
      await addPasskey(deviceName(navigator.userAgent) ?? "This device");
      await done();
    },
  }),
  h("button", { type: "button", class: "quiet", onclick: done }, "Not now"),
  h("p", { class: "hint" }, "You can add one later in Settings, Security."));
