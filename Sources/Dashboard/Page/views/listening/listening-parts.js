// Shared by the views of Listening.

import { t } from "../../kit/language.js";
import { subnav } from "../../kit/subnav.js";

export const parts = (shown) => subnav(t("Listening"), shown, [
  ["#/listening", t("Overview")],
  ["#/listening/sessions", t("Sessions")],
  ["#/listening/stories", t("Stories")],
  ["#/listening/heroes", t("Heroes")],
]);
