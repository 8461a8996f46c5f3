// Public links to pictures.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { deleteWithUndo, isBeingDeleted } from "../../kit/notice.js";
import { getAll, part } from "../../kit/server.js";
import { when } from "../../kit/format.js";

const pictureNames = {
  radar: "Diversity radar", activity: "Activity", timeline: "Reading timeline", rings: "Rings", rucks: "Rucks by week",
  achievement: "Achievement", review: "Year in review", badge: "Badge",
};

export const shares = (scope) => card(scope, {
  title: "Public links",
  size: "list",
  areas: ["shares"],
  load: (get) => getAll("shares", {}, null, undefined, get),
  show: (items) => {
    const rows = items.filter((item) => !isBeingDeleted(`shares/${part(item.id)}`));
    if (rows.length === 0) {
      return empty("Public links to your pictures will appear here. You can revoke them here.",
        h("a", { class: "button", href: "#/insights" }, "Go to Insights"));
    }
    return h("ul", { class: "rows" }, rows.map(shareRow));
  },
});

function shareRow(item) {
  const name = item.options?.month ? "Month in review" : pictureNames[item.picture] ?? item.picture;
  const revoke = () => deleteWithUndo(
    `shares/${part(item.id)}`, "The link will be revoked in ten seconds.", "shares");
  return h("li", {},
    h("div", { class: "row-text" },
      h("span", {}, name),
      h("span", { class: "muted" }, "since ", when(item.createdAt),
        item.expiresAt ? [", until ", when(item.expiresAt)] : null)),
    h("button", { type: "button", class: "quiet", "aria-label": `Revoke the link to ${name}`, onclick: revoke },
      "Revoke"));
}
