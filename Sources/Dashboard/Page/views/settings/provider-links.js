// Accounts at the provider of single sign-on that sign the person in.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { ago, capital, shortName, when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { getAll, part } from "../../kit/server.js";
import { hasProvider, loadSession, providerAddress, whenFresh } from "../../kit/session.js";

const pathOf = (item) => `session/links/${part(item.id)}`;

/** Hidden on a server without a provider. */
export function providerLinks(scope) {
  const element = card(scope, {
    title: t("Single sign-on"),
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
          : empty(t("{provider} can sign you in. Link your account there.", { provider: capital(oidc.name) })),
        h("div", { class: "actions" }, h("button", { type: "button", onclick: link },
          linked.length > 0 ? t("Link another account") : t("Link {provider}", { provider: oidc.name }))),
      ];
    },
  });
  element.hidden = !hasProvider();
  return element;
}

function row(item) {
  const name = item.name ?? item.subject;
  const unlink = () => whenFresh(() => deleteWithUndo(
    pathOf(item), t("“{name}” will be unlinked in ten seconds.", { name: shortName(name) }), "credentials"));
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, name),
      h("span", { class: "muted" },
        rich("at {issuer}, linked {time}",
          { issuer: item.issuer.replace(/^https?:\/\//, ""), time: when(item.linkedAt) }), ", ",
        item.lastUsedAt ? t("last used {time}", { time: ago(item.lastUsedAt) }) : t("never used"))),
    h("button", { type: "button", class: "quiet", "aria-label": t("Unlink {name}", { name }), onclick: unlink },
      t("Unlink")));
}
