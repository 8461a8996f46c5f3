// Public links to pictures.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/deletion.js";
import { rich, t } from "../../kit/language.js";
import { getAll, part } from "../../kit/server.js";
import { when } from "../../kit/format.js";

const pictureNames = {
  radar: t("Diversity radar"), activity: t("Activity"), timeline: t("Reading timeline"), rings: t("Rings"),
  rucks: t("Rucks by week"), achievement: t("Achievement"), review: t("Year in review"), badge: t("Badge"),
};

export const shares = (scope) => card(scope, {
  title: t("Public links"),
  size: "list",
  areas: ["shares"],
  load: (get) => getAll("shares", {}, null, undefined, get),
  show: (items) => {
    const rows = items.filter((item) => !isBeingDeleted(`shares/${part(item.id)}`));
    if (rows.length === 0) {
      return empty(t("Public links to your pictures will appear here. You can revoke them here."),
        h("a", { class: "button", href: "#/insights" }, t("Go to Insights")));
    }
    return h("ul", { class: "rows" }, rows.map(shareRow));
  },
});

function shareRow(item) {
  const name = item.options?.month ? t("Month in review") : pictureNames[item.picture] ?? item.picture;
  const revoke = () => deleteWithUndo(
    `shares/${part(item.id)}`, t("The link will be revoked in ten seconds."), "shares");
  return h("li", {},
    h("div", { class: "row-text" },
      h("span", {}, name),
      h("span", { class: "muted" }, rich("since {time}", { time: when(item.createdAt) }),
        item.expiresAt ? [", ", rich("until {time}", { time: when(item.expiresAt) })] : null)),
    h("button",
      { type: "button", class: "quiet", "aria-label": t("Revoke the link to {name}", { name }), onclick: revoke },
      t("Revoke")));
}
