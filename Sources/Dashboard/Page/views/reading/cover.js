// A drawn cover of a book without a picture: its title on the colour of reading, with a shape that its id selects.

import { h } from "../../kit/dom.js";
import { shortName } from "../../kit/format.js";

const shapes = 6;
const mostLetters = 48;

/** Decoration: the title is always written next to it. */
export const cover = ({ workId, title }) =>
  h("div", { class: `cover cover-${shapeOf(workId)}`, "aria-hidden": "true" },
    h("span", { dir: "auto" }, shortName(title ?? "", mostLetters)));

const shapeOf = (id) => [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7) % shapes;
