// The people of this server, for admins.

import { fill, h } from "../../kit/dom.js";
import { failure, skeleton } from "../../kit/card.js";
import { t } from "../../kit/language.js";
import { cardOfList, pagedList } from "../../kit/list.js";
import { loadSession, whenFresh } from "../../kit/session.js";
import { parts } from "../settings/settings-parts.js";
import { addPerson } from "./invite.js";
import { openInvitations } from "./open-invitations.js";
import { personRow } from "./person-row.js";

export function show(scope) {
  const holder = h("div", { class: "place" }, skeleton());
  load(holder, scope);
  return h("div", { class: "place" },
    h("div", { class: "place-head" }, h("div", {}, h("h1", { tabindex: -1 }, t("People")),
      h("p", {},
        t("Admins decide who may sign in. They see names, times and sizes, but not what other people record.")))),
    parts("#/settings/people"),
    holder);
}

async function load(holder, scope) {
  try {
    const { role, method } = await loadSession();
    if (scope.signal.aborted) return;
    if (role !== "admin") return fill(holder, h("p", {}, t("Only an admin of this server can manage people.")));
    if (method === "token") {
      return fill(holder, h("p", {}, t("You signed in with a token. To manage people, sign in in another way.")));
    }
    fill(holder, lists(scope));
  } catch (error) {
    fill(holder, failure(error, () => load(holder, scope)));
  }
}

const lists = (scope) => [
  h("div", { class: "actions" },
    h("button", { type: "button", class: "primary", onclick: () => whenFresh(addPerson) }, t("Add a person …"))),
  cardOfList(t("Everyone"), "", null, pagedList(scope, {
    path: "people", areas: ["people", "profile"], label: t("People"), row: personRow,
    none: t("People will appear here."),
  })),
  openInvitations(scope),
];
