// The sign-in page: with a password, a passkey, the provider, a token, or the code of a sign-in link.

import { h } from "../../kit/dom.js";
import { field, form } from "../../kit/form.js";
import { icon } from "../../kit/icons.js";
import { rich, t } from "../../kit/language.js";
import { letsIn } from "../../kit/route.js";
import { hasPasskeys } from "../../kit/passkey.js";
import { explained, send } from "../../kit/server.js";
import { providerAddress } from "../../kit/session.js";
import { passkeyDoor } from "./passkey-door.js";

/** Goes to the provider if the server is set up that way. Returns whether it does. */
export function goesToProvider(session) {
  if (!session?.oidc?.auto || new URLSearchParams(location.search).has("here")) return false;
  location.replace(providerAddress());
  return true;
}

/** The frame of all pages without a signed-in person. */
export const door = (title, ...content) => h("main", { class: "alone door" },
  h("p", { class: "brand" }, icon("mark"), h("span", {}, "Waymark")), h("h1", { tabindex: -1 }, title), content);

/**
 * signInPage({ session, reason?, note?, signedIn }): `session` is the response of `GET /session`, or null if the server
 * is unavailable. `reason` is why the person is not signed in, `note` any other sentence.
 */
export function signInPage({ session, reason, note, signedIn }) {
  const offers = (method) => session?.methods.includes(method) ?? ["password", "token"].includes(method);
  const passkeys = offers("passkey") && hasPasskeys() ? passkeyDoor(signedIn) : null;
  // The browser handles one request at a time, and a link that is opened in this tab signs in without one.
  const stopOffer = () => {
    removeEventListener("hashchange", follow);
    passkeys?.stop();
  };
  const follow = () => { if (letsIn(location.hash)) stopOffer(); };
  addEventListener("hashchange", follow);
  const enter = () => {
    stopOffer();
    return signedIn();
  };
  const ways = [passkeys?.element, offers("oidc") && session.oidc ? provider(session.oidc.name) : null].filter(Boolean);
  return door(t("Sign in"),
    note ? h("p", { role: "status" }, note) : null,
    reason ? h("p", { class: "failure", role: "alert" }, reason) : null,
    session?.isSetUp === false ? h("p", {},
      rich("This server has no admin yet. Open the set-up link that {up} and {setup} print.",
        { up: h("code", {}, "waymark up"), setup: h("code", {}, "waymark setup") })) : null,
    offers("password") ? passwordForm(enter, passkeys !== null) : null,
    ways.length > 0 ? h("div", { class: "ways" }, ways) : null,
    offers("token") ? tokenForm(enter) : null,
    h("details", {}, h("summary", {}, t("I run this server")),
      h("p", {}, t("This command prints a link that signs in a browser. It works once and expires after ten minutes.")),
      h("pre", {}, "waymark sign-in --user NAME")));
}

const passwordForm = (enter, hasPasskey) => form({
  label: t("Sign in"),
  submit: t("Sign in"),
  fields: [
    field({
      label: t("User id"), name: "userId", autocomplete: hasPasskey ? "username webauthn" : "username",
      autocapitalize: "none", spellcheck: "false", required: true,
    }),
    field({
      label: t("Password"), name: "password", type: "password", autocomplete: "current-password", required: true,
    }),
  ],
  send: async ({ userId, password }) => {
    await explained({ 401: t("The user id or the password is wrong. Check both and try again.") },
      () => send("POST", "session", { userId: userId.trim(), password }));
    await enter();
  },
});

const provider = (name) => h("a", { class: "button", href: providerAddress() }, t("Continue with {name}", { name }));

const tokenForm = (enter) => h("details", {}, h("summary", {}, t("Use a token")), form({
  label: t("Sign in with a token"),
  submit: t("Sign in with the token"),
  fields: [field({
    label: t("Token"), name: "token", type: "password", autocomplete: "off", required: true,
    hint: t("A person who runs this server can create a token or a sign-in link for you."),
  })],
  send: async ({ token }) => {
    await explained({ 401: t("The token is wrong, or it has expired or been revoked.") },
      () => send("POST", "session", { token: token.trim() }));
    await enter();
  },
}));
