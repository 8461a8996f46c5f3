// How high each part of a place was when it was last shown here: while it loads it keeps that room, so nothing jumps.
// What was never shown here has no height yet: what stands below it is shown once it is there, from the top down.

import { keepHeights, keptHeights } from "./keep.js";
import { here } from "./route.js";

const most = 150;
const step = 60;
const pause = 500;
/** After this what stands below is shown all the same. */
const longestHidden = 4000;
const passing = "details[open], form[data-typed], [aria-expanded=true], .failure, .skeleton";

let heights = null;
let timer = null;
let arrivedAt = 0;

/** Another place is about to be shown. */
export function arrive() {
  arrivedAt = performance.now();
}

/** Holds the room that `element` had. The function that it gives lets it go, once the content is there. */
export function holdRoom(element, name, signal) {
  heights ??= new Map(keptHeights());
  const last = heights.get(keyOf(name));
  if (last) element.style.minHeight = `${last}px`;
  const showBelow = last ? null : hideBelow(element);
  const observer = new ResizeObserver(() => keepHeight(element, name));
  signal?.addEventListener("abort", () => observer.disconnect(), { once: true });
  return () => {
    showBelow?.();
    element.style.minHeight = "";
    observer.observe(element);
  };
}

/** While a place arrives, nothing below `element` is shown until the function that this gives is called. */
export function hideBelow(element) {
  const rest = arrivedAt + longestHidden - performance.now();
  if (rest <= 0) return () => {};
  element.dataset.room = "new";
  const showBelow = () => delete element.dataset.room;
  setTimeout(showBelow, rest);
  return showBelow;
}

/** What is not kept yet belongs to someone who is gone. */
export function discardHeights() {
  clearTimeout(timer);
  heights = null;
}

/** Whether its height of another time is known. */
export const isRoomKnown = (element) => element.style.minHeight !== "";

// What a person opened in it is closed the next time.
function keepHeight(element, name) {
  if (element.offsetHeight === 0 || element.querySelector(passing)) return;
  heights ??= new Map(keptHeights());
  const key = keyOf(name);
  if (heights.get(key) === element.offsetHeight) return;
  heights.delete(key);
  heights.set(key, element.offsetHeight);
  clearTimeout(timer);
  timer = setTimeout(() => keepHeights([...heights].slice(-most)), pause);
}

// All books have one page; a narrow window has another height, and so has larger text.
function keyOf(name) {
  const place = here().path.split("/").slice(1, 3).join("/");
  return `${place} ${name} ${Math.round(innerWidth / step)} ${textScale()}`;
}

/** How much larger the text is than at first: 2 at 200 %. */
export const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
