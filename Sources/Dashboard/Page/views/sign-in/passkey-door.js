// Signing in with a passkey: by a button, or by choosing one in the field for the user id.

import { h } from "../../kit/dom.js";
import { capital } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { offersPasskeys, provePasskey } from "../../kit/passkey.js";

// A challenge of the server lasts five minutes.
const offerMilliseconds = 4 * 60_000;
const rejected = t("This server does not accept this passkey. Choose another one, or sign in in another way.");

/** { element, stop() }: the button. Until `stop` is called, the browser offers passkeys in the field as well. */
export function passkeyDoor(signedIn) {
  const line = h("p", { class: "field-error", role: "alert" });
  let offer = null;
  const stop = () => offer?.abort();
  const report = (error) => { line.textContent = error.status === 401 ? rejected : capital(error.message); };
  const begin = () => {
    offer = new AbortController();
    keepOffering(offer.signal, signedIn, report);
  };
  const button = h("button", { type: "button", onclick: async () => {
    button.disabled = true;
    line.textContent = "";
    // A browser handles one request at a time.
    stop();
    try {
      await prove();
      await signedIn();
    } catch (error) {
      report(error);
      begin();
    } finally {
      button.disabled = false;
    }
  } }, t("Sign in with a passkey"));
  begin();
  return { element: h("div", { class: "field" }, button, line), stop };
}

const prove = (options) => provePasskey("session/passkey", options);

async function keepOffering(signal, signedIn, report) {
  if (!await offersPasskeys()) return;
  while (!signal.aborted) {
    await visible(signal);
    const round = AbortSignal.any([signal, AbortSignal.timeout(offerMilliseconds)]);
    try {
      await prove({ signal: round, isOffered: true });
      return await signedIn();
    } catch (error) {
      if (round.aborted) continue;
      // The person did not ask for this, so only a rejected passkey is reported. The button still works.
      if (error.status !== 401) return;
      report(error);
    }
  }
}

/** Resolves when the page is visible. */
const visible = (signal) => new Promise((done) => {
  if (document.visibilityState === "visible") return done();
  document.addEventListener("visibilitychange", done, { once: true, signal });
});
