// Signs an app in: the person signs in here, and the app receives a code.

import { fill, h } from "../../kit/dom.js";
import { capital, isolated } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { send } from "../../kit/server.js";
import { door } from "./sign-in.js";

export const appNote = t("An app asks you to sign in. After that, you return to the app.");

/** The request of an app in the fragment "#app?app=…&codeChallenge=…&state=…", or null. */
export function appRequest(hash) {
  if (!hash.startsWith("#app?")) return null;
  const query = new URLSearchParams(hash.slice("#app?".length));
  const members = ["app", "codeChallenge", "state"].map((name) => [name, query.get(name)]);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

/**
 * Asks whether the app may sign in as this person. `change` lets another person sign in, and `cancel` shows the page.
 */
export function appPage({ request, name, change, cancel }) {
  const page = door(t("Sign in to the app"),
    h("p", {}, rich("The app at {address} asks to use your records. Continue only if you are signing in to it.",
      { address: h("code", {}, request.app ?? "") })));
  const line = h("p", { class: "field-error", role: "alert" });
  const button = h("button", { type: "button", class: "primary", onclick: async () => {
    button.disabled = true;
    line.textContent = "";
    try {
      await finish(page, request);
    } catch (error) {
      line.textContent = capital(error.message);
    } finally {
      button.disabled = false;
    }
  } }, t("Continue as {name}", { name: isolated(name) }));
  page.append(button, h("button", { type: "button", class: "quiet", onclick: change }, t("Sign in as another person")),
    h("button", { type: "button", class: "quiet", onclick: cancel }, t("Cancel")), line);
  return page;
}

/** Goes back to the app. A browser may ask first, so the link stays. */
async function finish(page, request) {
  const { url } = await send("POST", "session/app", request);
  fill(page, ...door(t("You are signed in"),
    h("p", {}, t("Return to the app. You can close this page.")),
    h("a", { class: "button primary", href: url }, t("Return to the app"))).childNodes);
  page.querySelector("h1").focus();
  location.assign(url);
}
