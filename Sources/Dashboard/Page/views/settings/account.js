// The account: download all data, and delete the account.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { rich, t } from "../../kit/language.js";
import { person } from "../../kit/person.js";
import { address } from "../../kit/server.js";
import { typedConfirmation } from "../../kit/typed-confirmation.js";

const copy = (text) =>
  h("a", { class: "button quiet", download: "waymark-account.json", href: address("account/export").href }, text);

export const account = (scope) => h("section", { class: "card", "aria-labelledby": "account" },
  h("header", { class: "card-head" }, h("h2", { id: "account" }, t("Your account"))),
  h("p", {}, t("Download all your data in one file. You can import it again, here or on another server.")),
  h("div", { class: "actions" }, copy(t("Download everything")),
    h("button", { type: "button", class: "quiet", onclick: () => ask(scope) }, t("Delete account …"))));

/** Requires the user's name, so that the account cannot be deleted by mistake. */
function ask(scope) {
  const name = person().userId;
  dialog(t("Delete the account?"), (close) => [
    h("p", {}, rich("All sessions, books, rucks, goals, achievements, links and tokens of {name} will be deleted "
      + "immediately, on every device. This cannot be undone.", { name: h("strong", { dir: "auto" }, name) })),
    h("div", { class: "actions" }, copy(t("Download everything first"))),
    typedConfirmation({
      userId: name,
      label: t("Delete the account"),
      submit: t("Delete everything"),
      cancel: close,
      send: scope.deleteAccount,
    }),
  ]);
}
