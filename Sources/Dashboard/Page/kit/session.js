// The current session: the person, the method, and the ways to sign in at this address.

import { t } from "./language.js";
import { address, confirmPerson, get } from "./server.js";
import { notice } from "./notice.js";
import { person } from "./person.js";

/** The last response, also for a person who is not signed in. */
let known = null;

export async function loadSession() {
  known = await get("session");
  return known;
}

/** Whether the signed-in person is an admin, as far as this page knows without a request. */
export const isAdmin = () => known?.role === "admin" && known.userId === person()?.userId;

/** Whether this server has a provider, as far as this page knows without a request. */
export const hasProvider = () => Boolean(known?.oidc);

/** The address that leads to the provider and back to this view. With `link`, it links the signed-in person. */
export const providerAddress = (link) =>
  address("session/oidc", { to: `${location.pathname}${location.hash}`, link: link ? 1 : null }).href;

/** Runs an action that needs a recent sign-in. If the last one is too old, the person confirms it first. */
export async function whenFresh(action) {
  try {
    const { isFresh } = await loadSession();
    if (isFresh || await confirmPerson()) await action();
  } catch (error) {
    notice(t("Nothing was changed: {reason}", { reason: error.message }));
  }
}
