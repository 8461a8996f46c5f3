// A picture that the server draws, as wide as its place, in the page's theme.

import { fill, h } from "./dom.js";
import { getText, Away } from "./server.js";
import { failure } from "./card.js";
import { onChange } from "./live.js";
import { themeNow, onTheme } from "./theme.js";

const steps = 20;

/**
 * picture(scope, { path: "insights/rings.svg", query?, areas, ratio, onDrawn? }): `ratio` (width / height) holds the place
 * free while it loads. The element has `redraw()`; `onDrawn(svg)` may make parts of it answer to a person.
 */
export function picture(scope, options) {
  const element = h("figure", { class: "picture" });
  element.style.aspectRatio = String(options.ratio ?? 2);
  let turn = 0;
  let drawnWidth = 0;

  async function redraw() {
    const width = widthOf(element);
    if (width === 0) return;
    drawnWidth = width;
    const mine = (turn += 1);
    try {
      const query = typeof options.query === "function" ? options.query() : options.query;
      const text = await getText(options.path, { ...query, theme: themeNow(), width }, scope.signal);
      if (mine !== turn) return;
      const svg = parsed(text);
      element.style.aspectRatio = "";
      fill(element, svg);
      options.onDrawn?.(svg);
    } catch (error) {
      if (mine !== turn || scope.signal.aborted || error.status === 401) return;
      // A picture that is there stays: it says which figures it shows.
      if (!(error instanceof Away && element.firstChild)) fill(element, failure(error, redraw));
    }
  }

  const observer = new ResizeObserver(() => {
    const width = widthOf(element);
    if (width !== 0 && width !== drawnWidth) redraw();
  });
  observer.observe(element);
  scope.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  onChange((areas) => {
    if (areas.has("everything") || (options.areas ?? []).some((area) => areas.has(area))) redraw();
  }, scope.signal);
  onTheme(redraw, scope.signal);
  element.redraw = redraw;
  return element;
}

function widthOf(element) {
  const width = Math.floor(element.clientWidth / steps) * steps;
  return width === 0 ? 0 : Math.min(2000, Math.max(200, width));
}

/** The picture as nodes of this document: nothing in it can run, and its names are texts. */
export function parsed(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  if (svg.localName !== "svg") throw new Error("This is no picture.");
  return svg;
}
