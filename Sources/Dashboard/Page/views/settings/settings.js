// Settings of the user, this browser and the account.

import { h } from "../../kit/dom.js";
import { account } from "./account.js";
import { history } from "./data.js";
import { browser } from "./browser.js";
import { t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { profile } from "./profile.js";
import { shares } from "./shares.js";
import { parts } from "./settings-parts.js";

const signOut = (scope) => scope.signOut()
  .catch((error) => notice(t("You are still signed in: {reason}", { reason: error.message })));

export const show = (scope) => h("div", { class: "place" },
  h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Settings")),
    h("button", { type: "button", class: "quiet phone-only", onclick: () => signOut(scope) }, t("Sign out"))),
  parts("#/settings"),
  h("div", { class: "grid" },
    h("div", { class: "column" }, profile(scope)),
    h("div", { class: "column" }, browser(scope), shares(scope)),
    h("div", { class: "column last settings-data" }, history(), account(scope))));
