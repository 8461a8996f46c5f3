// The medal of an achievement: one motif each, in the material of its rarity.

import { h } from "../../kit/dom.js";
import { drawn } from "../../kit/icons.js";

/** By the names that the server gives to the motifs. */
const motifs = {
  "book.fill": "M12 6.5c-1.8-1.8-4.5-1.8-8-1.8v12.5c3.5 0 6.2 0 8 1.8 1.8-1.8 4.5-1.8 8-1.8V4.7c-3.5 0-6.2 0-8 1.8Z"
    + "M12 6.5V19",
  "books.vertical.fill": "M4.5 5h3.5v14H4.5ZM10 5h3.5v14H10ZM15.7 5.9l3.3-.9 3.2 13-3.3.9ZM4.5 9H8M10 9h3.5",
  "text.book.closed.fill": "M7 3.5h11V17H7a2 2 0 0 0 0 4h11M7 3.5a2 2 0 0 0-2 2V19M9.5 8h5M9.5 11.5h3.5",
  "building.columns.fill": "M3 9.5 12 4l9 5.5ZM5 20h14M6 12v5.5M10 12v5.5M14 12v5.5M18 12v5.5",
  "crown.fill": "M4 18.5 3 8l5 4 4-7 4 7 5-4-1 10.5Z",
  "star.fill": "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6Z",
  "globe": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17",
  "map.fill": "M4 6.5l5-2 6 2 5-2v13l-5 2-6-2-5 2ZM9 4.5v13M15 6.5v13",
  "airplane": "M3 12.5l18-8-7 17-3-6.5ZM11 15l5-5.5",
  "trophy.fill": "M8 4h8v6a4 4 0 0 1-8 0ZM8 6H4c0 4 2 5 4 5M16 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
  "character.bubble.fill": "M4 5h16v11h-8l-4 4v-4H4ZM9.5 13l2.5-5.5 2.5 5.5M10.4 11h3.2",
  "scalemass.fill": "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.5a3 3 0 0 0 5 0ZM19 7l-2.5 6.5a3 3 0 0 0 5 0Z",
  "safari.fill": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM15.5 8.5l-2 5-5 2 2-5Z",
  "flame.fill": "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-2-1-5 1-9Z",
};

/** Decoration: the title and the rarity are always written next to it. A locked one is flat. */
export const medal = ({ icon, rarity, isUnlocked = true }) =>
  h("span", { class: `medal ${isUnlocked ? rarity : "is-locked"}`, "aria-hidden": "true" },
    h("span", {}, drawn(motifs[icon] ?? motifs["star.fill"])));
