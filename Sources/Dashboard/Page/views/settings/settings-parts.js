// Shared by the views of Settings.

import { h, refill } from "../../kit/dom.js";
import { isAdmin, loadSession } from "../../kit/session.js";
import { subnav } from "../../kit/subnav.js";

/** Links between the views. Only admins see "People". */
export function parts(shown) {
  const links = () => subnav("Settings", shown, [
    ["#/settings", "Overview"],
    ["#/settings/security", "Security"],
    ["#/sources", "Sources"],
    ...(isAdmin() ? [["#/settings/people", "People"]] : []),
  ]);
  const element = h("div", {}, links());
  const wasAdmin = isAdmin();
  loadSession().then(() => { if (isAdmin() !== wasAdmin) refill(element, links()); }, () => {});
  return element;
}
