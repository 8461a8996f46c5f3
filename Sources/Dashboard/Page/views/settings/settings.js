// Settings: of the person, of this browser, and of what is connected.

import { h } from "../../kit/dom.js";
import { account, history } from "./data.js";
import { browser } from "./browser.js";
import { profile } from "./profile.js";
import { shares, tokens } from "./access.js";

export const show = (scope) => h("div", { class: "place" },
  h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, "Settings")),
  h("div", { class: "grid" },
    profile(scope), browser(scope), tokens(scope), shares(scope), history(scope), account(scope)));
