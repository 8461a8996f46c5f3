// Signs an app in: the person signs in here, and the app receives a code.

import { fill, h } from "../../kit/dom.js";
import { capital, isolated } from "../../kit/format.js";
import { send } from "../../kit/server.js";
import { door } from "./sign-in.js";

export const appNote = "An app asks you to sign in. After that, you return to the app.";

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
  const page = door("Sign in to the app",
    h("p", {}, "The app at ", h("code", {}, request.app ?? ""), " asks to use your records. Continue only if you are "
      + "signing in to it."));
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
  } }, `Continue as ${isolated(name)}`);
  page.append(button, h("button", { type: "button", class: "quiet", onclick: change }, "Sign in as another person"),
    h("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel"), line);
  return page;
}

/** Goes back to the app. A browser may ask first, so the link stays. */
async function finish(page, request) {
  const { url } = await send("POST", "session/app", request);
  fill(page, ...door("You are signed in",
    h("p", {}, "Return to the app. You can close this page."),
    h("a", { class: "button primary", href: url }, "Return to the app")).childNodes);
  page.querySelector("h1").focus();
  location.assign(url);
}
