// Reserves the last known height of each part of a view while it loads, so that nothing jumps. If the height is not
// known, the parts below it stay hidden until it is loaded.

import { keepHeights, keptHeights } from "./storage.js";
import { here } from "./route.js";

const most = 150;
const step = 60;
const pause = 500;
/** The parts below are shown after this time at the latest. */
const longestHidden = 4000;
const passing = "details[open], form[data-typed], [aria-expanded=true], .failure, .skeleton";

let heights = null;
let timer = null;
let arrivedAt = 0;

/** Called before another view is shown. */
export function arrive() {
  arrivedAt = performance.now();
}

/** Reserves the last height of `element`. Call the returned function when the content is loaded. */
export function reserveHeight(element, name, signal, mayHide = true) {
  heights ??= keptHeights();
  const last = heights.get(keyOf(name));
  if (last) element.style.minHeight = `${last}px`;
  const showBelow = last || !mayHide ? null : hideBelow(element);
  const observer = new ResizeObserver(() => keepHeight(element, name));
  signal?.addEventListener("abort", () => observer.disconnect(), { once: true });
  return () => {
    showBelow?.();
    element.style.minHeight = "";
    observer.observe(element);
  };
}

/** Hides everything below `element` in a new view until the returned function is called. */
export function hideBelow(element) {
  const rest = arrivedAt + longestHidden - performance.now();
  if (rest <= 0) return () => {};
  element.dataset.height = "unknown";
  const showBelow = () => delete element.dataset.height;
  setTimeout(showBelow, rest);
  return showBelow;
}

/** Drops the heights of a user who has signed out. */
export function discardHeights() {
  clearTimeout(timer);
  heights = null;
}

/** Whether the height of an element is known from an earlier visit. */
export const isHeightKnown = (element) => element.style.minHeight !== "";

// Skips an element with opened details or edited forms, which are closed on the next visit.
function keepHeight(element, name) {
  if (element.offsetHeight === 0 || element.querySelector(passing)) return;
  heights ??= keptHeights();
  const key = keyOf(name);
  if (heights.get(key) === element.offsetHeight) return;
  heights.delete(key);
  heights.set(key, element.offsetHeight);
  clearTimeout(timer);
  timer = setTimeout(() => keepHeights([...heights].slice(-most)), pause);
}

// All books share one key. Window width and text size change the height.
function keyOf(name) {
  const place = here().path.split("/").slice(1, 3).join("/");
  return `${place} ${name} ${Math.round(innerWidth / step)} ${textScale()}`;
}

/** The scale of the text: 2 at 200 %. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
