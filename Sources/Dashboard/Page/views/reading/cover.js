// Covers of books: the picture of the server, and a drawn one for Today, which loads no pictures.

import { h } from "../../kit/dom.js";
import { shortName } from "../../kit/format.js";
import { address, part } from "../../kit/server.js";

const shapes = 6;
const mostLetters = 48;

/** Decoration: the title is always written next to it. Its shape is selected by the book's id. */
export const cover = ({ workId, title }) =>
  h("div", { class: `cover cover-${shapeOf(workId)}`, "aria-hidden": "true" },
    h("span", { dir: "auto" }, shortName(title ?? "", mostLetters)));

const shapeOf = (id) => [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7) % shapes;

const pathOf = (workId) => address(`works/${part(workId)}/cover`).href;

/** The stored cover, or the one that the server draws. It is loaded when it is near the visible part of the page. */
export const coverPicture = (workId) => h("img", {
  class: "cover-picture", src: pathOf(workId), alt: "", width: 400, height: 600,
  loading: "lazy",
});

/** The cover after a change of the book. Browsers keep covers for a day, so this asks the server for a newer one. */
export async function renewedCover(workId) {
  // Without an answer, the kept cover is shown.
  await fetch(pathOf(workId), { cache: "no-cache", credentials: "same-origin" }).catch(() => {});
  return coverPicture(workId);
}
