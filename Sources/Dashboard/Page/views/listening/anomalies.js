// Unusual values of recorded sessions, with an explanation.

import { h } from "../../kit/dom.js";
import { seconds, when } from "../../kit/format.js";
import { rich, t } from "../../kit/language.js";
import { link } from "../../kit/route.js";
import { storyTitle } from "./story-names.js";

const sentences = {
  durationCapped: (item) =>
    t("{given} were reported and {stored} were stored. A session counts at most 1.5 times the length of its story.",
      { given: seconds(item.given), stored: seconds(item.stored) }),
  durationExceedsSpan: (item) =>
    t("{stored} were reported and stored, which is longer than the time from start to end. Correct the "
      + "session if this is wrong.", { stored: seconds(item.stored) }),
};

export const anomalyRow = (item) => h("li", {}, h("div", { class: "row-text" },
  h("a", { class: "row-link", href: link("/listening/sessions", { story: item.storyId }) },
    h("span", { class: "clamp", dir: "auto" }, storyTitle(item.storyId))),
  h("span", {}, sentences[item.kind]?.(item) ?? t("Recorded with the remark “{remark}”.", { remark: item.kind })),
  h("span", { class: "muted" }, rich("noticed {time}", { time: when(item.recordedAt) }))));
