// The page's icons, drawn with a stroke of 2. An icon always has a visible word or an accessible name.

const shapes = {
  mark: "M3 19 9 6l4 8 3-5 5 10Z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19"
    + "M5 19l1.4-1.4M17.6 6.4 19 5",
  ear: "M4 15v-3a8 8 0 0 1 16 0v3M4 14h3v6H5a1 1 0 0 1-1-1ZM20 14h-3v6h2a1 1 0 0 0 1-1Z",
  book: "M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2ZM12 6v14",
  hill: "M3 19 9 7l4 7 2-3 6 8ZM16 5.5a1.5 1.5 0 1 0 0 .01",
  spark: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  dial: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  star: "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6Z",
  flame: "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-2-1-5 1-9Z",
  flag: "M6 21V4M6 5h11l-2 4 2 4H6",
  check: "M5 13l4 4L19 7",
  plus: "M12 5v14M5 12h14",
  pencil: "M4 20l1-5L16 4l4 4L9 19ZM13 7l4 4",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  play: "M8 5l11 7-11 7Z",
  stop: "M7 7h10v10H7Z",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6Z",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0ZM8 6H4c0 4 2 5 4 5M16 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2",
};

/** The icon as an element that is not read aloud. */
export const icon = (name) => drawn(shapes[name] ?? shapes.mark);

/** The lines of a path in the style of the icons. */
export function drawn(shape) {
  const space = "http://www.w3.org/2000/svg";
  const element = document.createElementNS(space, "svg");
  const attributes = { viewBox: "0 0 24 24", width: 24, height: 24, class: "icon-shape", "aria-hidden": "true" };
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", shape);
  element.append(path);
  return element;
}
