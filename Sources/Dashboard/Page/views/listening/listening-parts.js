// Shared by the views of Listening.

import { subnav } from "../../kit/subnav.js";

export const parts = (shown) => subnav("Listening", shown, [
  ["#/listening", "Overview"],
  ["#/listening/sessions", "Sessions"],
  ["#/listening/stories", "Stories"],
  ["#/listening/heroes", "Heroes"],
]);
