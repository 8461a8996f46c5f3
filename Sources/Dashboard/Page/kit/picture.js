// A picture that the server draws, as wide as its place, in the page's theme.

import { fill, h } from "./dom.js";
import { getText, Away } from "./server.js";
import { failure, moment } from "./card.js";
import { keepAnswer, keptAnswer } from "./keep.js";
import { concerns, onChange } from "./changes.js";
import { loadLater } from "./live.js";
import { holdRoom, isRoomKnown, textScale } from "./room.js";
import { themeNow, onTheme } from "./theme.js";

const steps = 20;
/** What the server draws at least. */
const narrowest = 200;

/** About the space that the server leaves inside a picture's frame. */
const margin = 24;
const lineHeight = 17;

/**
 * picture(scope, { path: "insights/rings.svg", query?, areas, ratio | height, bare?, onDrawn? }): `ratio` (width /
 * height) or a height in px holds the place free while it loads; a bare one has no frame, as it stands in a card. The
 * element has `redraw()`; `onDrawn(svg)` may make parts of it answer to a person.
 */
export function picture(scope, options) {
  const element = h("figure", { class: "picture" });
  const release = holdRoom(element, `picture ${options.path}`, scope.signal);
  if (isRoomKnown(element)) element.style.aspectRatio = "";
  else if (options.height) element.style.minHeight = `${options.height}px`;
  else element.style.aspectRatio = String(options.ratio ?? 2);
  let turn = 0;
  let drawnWidth = 0;
  let shows = null;

  async function redraw() {
    const width = widthOf(element, options);
    if (width === 0) return;
    drawnWidth = width;
    const mine = (turn += 1);
    const query = typeof options.query === "function" ? options.query() : options.query;
    const asked = { ...query, theme: themeNow(), width: width + (options.bare ? 2 * margin : 0) };
    const name = `picture ${options.path} ${JSON.stringify(asked)}`;
    try {
      const text = await getText(options.path, asked, scope.signal);
      if (mine !== turn) return;
      keepAnswer(name, text);
      put(text, query);
    } catch (error) {
      if (mine !== turn || scope.signal.aborted || error.status === 401) return;
      if (error instanceof Away) loadLater();
      if (error instanceof Away && (shows === JSON.stringify(query) || putKept(name, query))) return;
      shows = null;
      fill(element, failure(error, redraw));
    }
  }

  function put(text, query) {
    const svg = parsed(text);
    if (options.bare) unframe(svg);
    element.style.aspectRatio = "";
    fill(element, svg);
    release();
    shows = JSON.stringify(query);
    options.onDrawn?.(svg);
  }

  // What was drawn last for the same question, while the server is away.
  function putKept(name, query) {
    const last = keptAnswer(name);
    if (!last) return false;
    put(last.value, query);
    element.append(h("figcaption", { class: "card-note" }, `The server is away. This is as of ${moment(last.at)}.`));
    return true;
  }

  const observer = new ResizeObserver(() => {
    const width = widthOf(element, options);
    if (width !== 0 && width !== drawnWidth) redraw();
  });
  observer.observe(element);
  scope.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  onChange((areas) => {
    if (concerns(areas, options.areas)) redraw();
  }, scope.signal);
  onTheme(redraw, scope.signal);
  element.redraw = redraw;
  return element;
}

function widthOf(element, { bare }) {
  // Asked for smaller and shown as wide as before, where text is larger: so the text in it is as well.
  const width = Math.floor(element.clientWidth / textScale() / steps) * steps;
  return width === 0 ? 0 : Math.min(2000 - 2 * margin, Math.max(bare ? narrowest - 2 * margin : narrowest, width));
}

/** Takes the frame and the title away, which the card has already. */
function unframe(svg) {
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const texts = [...svg.querySelectorAll(":scope > text")];
  const [title] = texts;
  // A narrow picture has its title in several lines.
  const sentence = texts.find((text) => text.getAttribute("font-size") !== title.getAttribute("font-size"));
  const left = Number(title?.getAttribute("x")) || margin;
  const top = sentence ? Number(sentence.getAttribute("y")) - lineHeight : left;
  svg.setAttribute("viewBox", `${left} ${top} ${width - 2 * left} ${height - top - left / 2}`);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  if (sentence) for (const line of texts.slice(0, texts.indexOf(sentence))) line.remove();
  svg.querySelector(":scope > rect")?.remove();
}

/** The picture as nodes of this document: nothing in it can run, and its names are texts. */
export function parsed(text) {
  // The page allows no inline styles: the picture takes the figures of its place.
  const plain = text.replace(/^(<svg\b[^>]*?) style="[^"]*"/, "$1");
  const root = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new Error("This is no picture.");
  return document.importNode(root, true);
}
