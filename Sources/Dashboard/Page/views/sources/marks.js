// A mark for each client, drawn for this page. None is a logo.

import { h } from "../../kit/dom.js";
import { drawn } from "../../kit/icons.js";

const shapes = {
  // A reader with lines of text.
  "koreader": "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM9.5 7.5h5M9.5 11h5M9.5 14.5h3",
  // A mast that sends.
  "antennapod": "M12 12v9M12 10a1.5 1.5 0 1 0 0 .01M7.8 14.5a5.5 5.5 0 1 1 8.4 0M4.8 17a9.5 9.5 0 1 1 14.4 0",
  // A book with headphones.
  "audiobookshelf": "M4 16v-4a8 8 0 0 1 16 0v4M4 14h2.5v5H5a1 1 0 0 1-1-1ZM20 14h-2.5v5H19a1 1 0 0 0 1-1Z"
    + "M12 12c-.8-.8-1.7-.9-2.5-.9v6c.8 0 1.7.1 2.5.9.8-.8 1.7-.9 2.5-.9v-6c-.8 0-1.7.1-2.5.9Z",
  // Two notes.
  "navidrome": "M9 17.5V6l10-2v11.5M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM19 15.5a2.5 2.5 0 1 1-5 0 "
    + "2.5 2.5 0 0 1 5 0ZM9 10l10-2",
  // A square watch.
  "health-auto-export": "M9 7l.7-4h4.6L15 7M9 17l.7 4h4.6L15 17M8.5 7h7A1.5 1.5 0 0 1 17 8.5v7a1.5 1.5 0 0 "
    + "1-1.5 1.5h-7A1.5 1.5 0 0 1 7 15.5v-7A1.5 1.5 0 0 1 8.5 7ZM12 10v2l1.5 1",
  // A round watch.
  "foldersync": "M12 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM9 7l.7-4h4.6L15 7M9 17l.7 4h4.6L15 17M12 9.5V12"
    + "l-1.5 1.5",
  // A house.
  "home-assistant": "M3.5 11.5 12 4l8.5 7.5M6 10v9.5h12V10M10 19.5V14h4v5.5",
};

/** The mark of a client on a tile of its kind's colour. */
export const mark = (id) => h("span", { class: "mark", "aria-hidden": "true" }, drawn(shapes[id] ?? shapes.koreader));
