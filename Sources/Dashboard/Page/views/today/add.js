// "Add": one button for a listening session, a reading session or a ruck. Their forms are loaded when they are chosen.

import { h } from "../../kit/dom.js";
import { icon } from "../../kit/icons.js";
import { t, withTexts } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { isTracked } from "./tracked.js";

const kinds = [
  ["listening", "ear", t("Listening"), t("A story you heard"),
    () => withTexts("listening", () => import("../listening/session-dialogs.js"))
      .then((dialogs) => dialogs.logSession())],
  ["reading", "book", t("Reading"), t("Pages of a book"),
    () => withTexts("reading", () => import("../reading/log-reading.js")).then((dialogs) => dialogs.logReading())],
  ["rucks", "hill", t("Ruck"), t("A walk with a pack"),
    () => withTexts("rucks", () => import("../rucks/ruck-dialogs.js")).then((dialogs) => dialogs.logRuck())],
];

export async function add() {
  let chosen = null;
  const { dialog } = await import("../../kit/dialog.js");
  await dialog(t("What do you want to add?"), (close) => h("div", { class: "add-kinds" },
    kinds.filter(([kind]) => isTracked(kind)).map(([kind, shape, name, text, open]) => h("button", {
      type: "button", class: kind, autofocus: true, onclick: () => {
        chosen = open;
        close();
      },
    }, icon(shape), h("span", {}, h("b", {}, name), h("span", { class: "muted" }, text))))));
  await chosen?.().catch((error) => notice(error.message));
}
