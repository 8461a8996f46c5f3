// What looked odd when a session was recorded, in a sentence that explains it.

import { h } from "../../kit/dom.js";
import { seconds, when } from "../../kit/format.js";
import { link } from "../../kit/route.js";
import { storyTitle } from "./story-names.js";

const sentences = {
  durationCapped: (item) =>
    `${seconds(item.given)} were reported, and ${seconds(item.stored)} kept: a session counts at most one and a half `
    + "times as long as its story lasts.",
  durationExceedsSpan: (item) =>
    `${seconds(item.stored)} were reported, more than passed between start and end. They were kept; correct the `
    + "session if that is wrong.",
};

export const anomalyRow = (item) => h("li", {}, h("div", { class: "row-text" },
  h("a", { class: "row-link", href: link("/listening/sessions", { story: item.storyId }) },
    h("span", { class: "clamp", dir: "auto" }, storyTitle(item.storyId))),
  h("span", {}, (sentences[item.kind] ?? (() => `Recorded with a remark: ${item.kind}.`))(item)),
  h("span", { class: "muted" }, "noticed ", when(item.recordedAt))));
