// Arriving by a link: set-up, an invitation, the provider's redirect, or an app that signs in.

import { fill } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { link } from "../../kit/route.js";

/**
 * arriveBy(sent, page): `sent` holds the members of the address's fragment; `page` has the element `app` and the ways
 * `enter`, `showSignIn` and `currentSession`.
 */
export async function arriveBy(sent, page) {
  if (location.hash.startsWith("#app?")) {
    const { appRequest } = await import("./app.js");
    return showApp(page, appRequest(location.hash));
  }
  // Keeps the code out of history and bookmarks: it works only once.
  forgetFragment();
  const [setUp, invitation] = [sent.get("setup"), sent.get("invitation")];
  return setUp || invitation ? showWelcome(page, setUp, invitation) : showFailure(page, sent.get("signin"));
}

const forgetFragment = () => history.replaceState(null, "", `${location.pathname}${location.search}`);

/** Explains why the provider signed nobody in, or linked no account. */
async function showFailure({ enter, showSignIn, currentSession }, reason) {
  const session = await currentSession();
  if (session?.isSignedIn) {
    history.replaceState(null, "", link("/settings/security", { signin: reason }));
    return enter();
  }
  const { reasonText } = await import("./reasons.js");
  return showSignIn({ session, reason: reasonText(reason, session?.oidc?.name) });
}

async function showWelcome({ app, enter, currentSession }, setUp, invitation) {
  const { invitationPage, mayOfferPasskey, passkeyOfferPage, setUpPage } = await import("./welcome.js");
  const signedIn = async () => {
    if (!mayOfferPasskey(await currentSession())) return enter();
    fill(app, passkeyOfferPage({ done: () => enter() }));
    app.querySelector("h1").focus();
  };
  document.title = `${t("Welcome")} · Waymark`;
  const show = setUp ? setUpPage : invitationPage;
  fill(app, show({ code: setUp ?? invitation, signedIn }));
  app.querySelector("input")?.focus();
}

/** Signs an app in, with a person who is signed in here or signs in now. */
async function showApp(page, request, { isNew = false } = {}) {
  const { app, enter, showSignIn, currentSession } = page;
  const [{ appNote, appPage }, session] = await Promise.all([import("./app.js"), currentSession()]);
  const change = () => showSignIn({ note: appNote, signedIn: () => showApp(page, request, { isNew: true }) });
  if (!session?.isSignedIn) return change();
  const cancel = () => {
    forgetFragment();
    enter();
  };
  document.title = `${t("Sign in to the app")} · Waymark`;
  fill(app, appPage({ request, name: session.displayName ?? session.userId, change, cancel }));
  const button = app.querySelector("button");
  button.focus();
  // A person who has just signed in has decided already.
  if (isNew) button.click();
}
