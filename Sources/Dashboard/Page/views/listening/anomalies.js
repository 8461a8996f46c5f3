// Unusual values of recorded sessions, with an explanation.

import { h } from "../../kit/dom.js";
import { seconds, when } from "../../kit/format.js";
import { link } from "../../kit/route.js";
import { storyTitle } from "./story-names.js";

const sentences = {
  durationCapped: (item) =>
    `${seconds(item.given)} were reported and ${seconds(item.stored)} were stored. A session counts at most 1.5 times `
    + "the length of its story.",
  durationExceedsSpan: (item) =>
    `${seconds(item.stored)} were reported and stored, which is longer than the time from start to end. Correct the `
    + "session if this is wrong.",
};

export const anomalyRow = (item) => h("li", {}, h("div", { class: "row-text" },
  h("a", { class: "row-link", href: link("/listening/sessions", { story: item.storyId }) },
    h("span", { class: "clamp", dir: "auto" }, storyTitle(item.storyId))),
  h("span", {}, (sentences[item.kind] ?? (() => `Recorded with the remark “${item.kind}”.`))(item)),
  h("span", { class: "muted" }, "noticed ", when(item.recordedAt))));
