// A picture drawn by the server, in the width of its container and the page's theme.

import { fill, h } from "./dom.js";
import { address, getText, Unavailable } from "./server.js";
import { failure, unavailableNote } from "./card.js";
import { keepResponse, keptResponse } from "./storage.js";
import { concerns, onChange } from "./changes.js";
import { loadLater } from "./live.js";
import { reserveHeight, isHeightKnown, textScale } from "./heights.js";
import { themeNow, onTheme } from "./theme.js";

const steps = 20;
/** The smallest width that the server draws. */
const narrowest = 200;

/** Approximately the margin inside a picture's frame. */
const margin = 24;
const lineHeight = 17;

/**
 * picture(scope, { path: "insights/rings.svg", query?, areas, ratio | height, bare?, onDrawn? }): `ratio` (width /
 * height) or `height` in px reserves the space while it loads. A bare picture has no frame, for use in a card. The
 * element has `redraw()`; `onDrawn(svg)` can make parts of the picture interactive.
 */
export function picture(scope, options) {
  const element = h("figure", { class: "picture" });
  const release = reserveHeight(element, `picture ${options.path}`, scope.signal);
  if (isHeightKnown(element)) element.style.aspectRatio = "";
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
    const name = `picture ${address(options.path).pathname} ${JSON.stringify(asked)}`;
    try {
      const text = await getText(options.path, asked, scope.signal);
      if (mine !== turn) return;
      keepResponse(name, text);
      put(text, query);
    } catch (error) {
      if (mine !== turn || scope.signal.aborted || error.status === 401) return;
      if (error instanceof Unavailable) loadLater();
      if (error instanceof Unavailable && (shows === JSON.stringify(query) || putKept(name, query))) return;
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

  // Shows the last picture for the same request while the server is unavailable.
  function putKept(name, query) {
    const last = keptResponse(name);
    if (!last) return false;
    put(last.value, query);
    element.append(h("figcaption", { class: "card-note" }, unavailableNote(last.at)));
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
  // With larger text, a smaller picture is requested and shown in the same width, so that its text is larger too.
  const width = Math.floor(element.clientWidth / textScale() / steps) * steps;
  return width === 0 ? 0 : Math.min(2000 - 2 * margin, Math.max(bare ? narrowest - 2 * margin : narrowest, width));
}

/** Removes the frame and the title, which the card already has. */
function unframe(svg) {
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const texts = [...svg.querySelectorAll(":scope > text")];
  const [title] = texts;
  // A narrow picture has a title of several lines.
  const sentence = texts.find((text) => text.getAttribute("font-size") !== title.getAttribute("font-size"));
  const left = Number(title?.getAttribute("x")) || margin;
  const top = sentence ? Number(sentence.getAttribute("y")) - lineHeight : left;
  svg.setAttribute("viewBox", `${left} ${top} ${width - 2 * left} ${height - top - left / 2}`);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  if (sentence) for (const line of texts.slice(0, texts.indexOf(sentence))) line.remove();
  svg.querySelector(":scope > rect")?.remove();
}

/** Parses a picture into nodes of this document. Nothing in it can run. */
export function parsed(text) {
  // The page's policy forbids inline styles: the picture inherits those of its container.
  const plain = text.replace(/^(<svg\b[^>]*?) style="[^"]*"/, "$1");
  const root = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new Error("The server's response is not an SVG picture.");
  return document.importNode(root, true);
}
