// Covers of books and stories: the stored picture, or the one that the server draws. Until a book's picture
// is loaded, a placeholder shows its title in the colour of its drawn cover.

import { h } from "../../kit/dom.js";
import { shortName } from "../../kit/format.js";
import { address, part } from "../../kit/server.js";

/** The number of colours that the server uses for the covers that it draws. */
const hues = 12;
const mostLetters = 48;

/** Decoration: the title is always written next to it. Its colour is that of the server's cover. */
export const cover = ({ workId, title }) =>
  h("div", { class: `cover cover-${hueOf(workId)}`, "aria-hidden": "true" },
    h("span", { dir: "auto" }, shortName(title ?? "", mostLetters)),
    title ? overlay(workId) : null);

/** The picture that replaces the drawn cover when it is loaded. */
function overlay(workId) {
  const picture = coverPicture(workId);
  picture.addEventListener("error", () => picture.remove());
  return picture;
}

/** A hash of the id (FNV-1a), as in the server's `CoverPicture`. */
const hueOf = (id) => (new TextEncoder().encode(id)
  .reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), 2_166_136_261) >>> 16) % hues;

const pathOf = (workId) => address(`works/${part(workId)}/cover`).href;

// It is loaded when it is near the visible part of the page.
const picture = (src) =>
  h("img", { class: "cover-picture", src, alt: "", width: 400, height: 600, loading: "lazy" });

/** The stored cover, or the one that the server draws. */
export const coverPicture = (workId) => picture(pathOf(workId));

/** The small cover of a story in a list, stored or drawn. */
export const storyCover = (storyId) => h("div", { class: "cover-small", "aria-hidden": "true" },
  picture(address(`stories/${part(storyId)}/cover`).href));

/** The cover after a change of the book. Browsers keep covers for a day, so this asks the server for a newer one. */
export async function renewedCover(workId) {
  // Without a response, the kept cover is shown.
  await fetch(pathOf(workId), { cache: "no-cache", credentials: "same-origin" }).catch(() => {});
  return coverPicture(workId);
}
