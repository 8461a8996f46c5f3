// The effect of an answer: completeness, points, and the radar.

import { h } from "../../kit/dom.js";
import { celebrate } from "../../kit/celebrated.js";
import { percent } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { smallRadar } from "./small-radar.js";

/** Celebrates an answer; `before` are the radar's axes before it. */
export function celebrateAnswer(result, label, before) {
  return celebrate({
    title: t("{name} saved", { name: label }),
    kind: "reading",
    content: [
      h("p", { class: "figure" }, fromTo(result)),
      h("p", { class: "figure-label" }, t("of your library's diversity data is complete")),
      h("p", {}, pointsText(result)),
      smallRadar(result.radar.axes, before),
    ],
  });
}

/** "75 % → 80 %"; screen readers read the arrow as "to". */
export function fromTo({ completionBefore, completionAfter }) {
  const [from, to] = [percent(completionBefore), percent(completionAfter)];
  if (from === to) return to;
  return [from, h("span", { "aria-hidden": "true" }, " → "), h("span", { class: "spoken" }, ` ${t("range|to")} `), to];
}

export const totalText = ({ curatorPoints }) => t("{points} points in total", { points: curatorPoints });

export const pointsText = ({ pointsAwarded, curatorPoints }) => pointsAwarded > 0
  ? t("+{points} points, {total} in total", { points: pointsAwarded, total: curatorPoints })
  : totalText({ curatorPoints });
