// Accounts at the provider of single sign-on that sign the person in.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { ago, capital, shortName, when } from "../../kit/format.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/notice.js";
import { getAll, part } from "../../kit/server.js";
import { hasProvider, loadSession, providerAddress, whenFresh } from "../../kit/session.js";

const pathOf = (item) => `session/links/${part(item.id)}`;

/** Hidden on a server without a provider. */
export function providerLinks(scope) {
  const element = card(scope, {
    title: "Single sign-on",
    class: "full",
    size: "small",
    areas: ["credentials"],
    load: async () => {
      const { oidc } = await loadSession();
      return { oidc, items: oidc ? await getAll("session/links", {}, scope.signal) : [] };
    },
    show: ({ oidc, items }) => {
      element.hidden = oidc === null;
      if (oidc === null) return null;
      const linked = items.filter((item) => !isBeingDeleted(pathOf(item)));
      const link = () => whenFresh(() => location.assign(providerAddress(true)));
      return [
        linked.length > 0 ? h("ul", { class: "rows" }, linked.map(row))
          : empty(`${capital(oidc.name)} can sign you in. Link your account there.`),
        h("div", { class: "actions" }, h("button", { type: "button", onclick: link },
          linked.length > 0 ? "Link another account" : `Link ${oidc.name}`)),
      ];
    },
  });
  element.hidden = !hasProvider();
  return element;
}

function row(item) {
  const name = item.name ?? item.subject;
  const unlink = () => whenFresh(() => deleteWithUndo(
    pathOf(item), `“${shortName(name)}” will be unlinked in ten seconds.`, "credentials"));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, name),
      h("span", { class: "muted" }, `at ${item.issuer.replace(/^https?:\/\//, "")}, linked `, when(item.linkedAt), ", ",
        item.lastUsedAt ? `last used ${ago(item.lastUsedAt)}` : "never used")),
    h("button", { type: "button", class: "quiet", "aria-label": `Unlink ${name}`, onclick: unlink }, "Unlink"));
}
