// Shared by the views of Settings.

import { h, refill } from "../../kit/dom.js";
import { t } from "../../kit/language.js";
import { link } from "../../kit/route.js";
import { isAdmin, loadSession } from "../../kit/session.js";
import { subnav } from "../../kit/subnav.js";
import { openStep } from "../today/tracked.js";

/** The way back for a person who came from the first steps. */
export const backToSteps = () => (openStep()
  ? h("a", { class: "button", href: link("/welcome", { step: openStep() }) }, t("Back to the first steps")) : null);

/** Links between the views. Only admins see "People". */
export function parts(shown) {
  const links = () => subnav(t("Settings"), shown, [
    ["#/settings", t("Overview")],
    ["#/settings/security", t("Security")],
    ["#/sources", t("Sources")],
    ...(isAdmin() ? [["#/settings/people", t("People")]] : []),
  ]);
  const element = h("div", {}, links());
  const wasAdmin = isAdmin();
  loadSession().then(() => { if (isAdmin() !== wasAdmin) refill(element, links()); }, () => {});
  return element;
}
