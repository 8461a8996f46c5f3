// The view of the person's credentials, sessions and recent sign-ins.

import { h } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { loadSession } from "../../kit/session.js";
import { reasonText } from "../sign-in/reasons.js";
import { parts } from "./settings-parts.js";
import { password } from "./password.js";
import { passkeys } from "./passkeys.js";
import { providerLinks } from "./provider-links.js";
import { browsers, tokens } from "./devices.js";
import { signIns } from "./sign-ins.js";

export function show(scope) {
  const reason = scope.query.get("signin");
  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, t("Security")),
      h("p", {}, t("How you sign in, and where you are signed in.")))),
    parts("#/settings/security"),
    reason ? failedLink(reason) : null,
    h("div", { class: "grid" },
      password(scope), passkeys(scope), providerLinks(scope), browsers(scope), tokens(scope), signIns(scope)));
}

/** Explains why the provider linked no account. */
function failedLink(reason) {
  const line = h("p", { class: "failure", role: "alert" }, reasonText(reason));
  loadSession().then(({ oidc }) => { line.textContent = reasonText(reason, oidc?.name); }, () => {});
  return line;
}
