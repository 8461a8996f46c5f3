// The heights along a route. A place on the line is chosen with the pointer, a finger or the arrow keys.

import { h } from "../../kit/dom.js";
import { distance, height, seconds } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { shape } from "./track.js";

const [width, tall] = [600, 160];
const margin = 12;
/** A flat walk does not look like a mountain. */
const leastRange = 30;
const bigStep = 10;

/** elevationChart(profile, (place) => {}): the function gets each chosen place, at first the highest one. */
export function elevationChart(profile, choose) {
  const heights = profile.map((place) => place.height);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const bottom = low - Math.max(0, leastRange - (high - low)) / 2;
  const range = Math.max(leastRange, high - low);
  const across = (index) => index / (profile.length - 1);
  const down = (index) => (margin + (tall - 2 * margin) * (1 - (heights[index] - bottom) / range)) / tall;
  const line = heights.map((_, index) => `${round(across(index) * width)} ${round(down(index) * tall)}`).join("L");
  const picture = shape("svg", {
    viewBox: `0 0 ${width} ${tall}`, preserveAspectRatio: "none", class: "elevation-lines", "aria-hidden": "true",
  });
  picture.append(
    shape("path", { class: "elevation-ground", d: `M${line}L${width} ${tall}L0 ${tall}Z` }),
    shape("path", { class: "track-line", d: `M${line}` }));
  const stem = h("i", { class: "elevation-stem" });
  const dot = h("i", { class: "elevation-dot" });
  const words = h("p", { class: "elevation-place", "aria-hidden": "true" });
  const last = profile.length - 1;
  let at = heights.indexOf(high);

  const element = h("div", {
    class: "elevation", role: "slider", tabindex: 0, "aria-label": t("Place on the route"), "aria-valuemin": 0,
    "aria-valuemax": last,
  }, picture, stem, dot);

  function move(to) {
    at = Math.min(last, Math.max(0, to));
    const place = profile[at];
    const values = { height: height(place.height), distance: distance(place.metres, 2), time: seconds(place.seconds) };
    const text = place.seconds > 0
      ? t("{height} at {distance}, after {time}", values) : t("{height} at {distance}", values);
    words.textContent = text;
    element.setAttribute("aria-valuenow", at);
    element.setAttribute("aria-valuetext", text);
    for (const mark of [stem, dot]) mark.style.left = `${across(at) * 100}%`;
    dot.style.top = `${down(at) * 100}%`;
    choose(place);
  }

  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = {
      ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, PageUp: at + bigStep,
      PageDown: at - bigStep, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  });
  const follow = (event) => {
    const box = element.getBoundingClientRect();
    move(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  element.addEventListener("pointerdown", follow);
  element.addEventListener("pointermove", follow);
  move(at);
  return h("div", { class: "elevation-chart" }, words, element,
    h("p", { class: "elevation-ends muted", "aria-hidden": "true" },
      h("span", {}, t("route|Start")), h("span", {}, distance(profile[last].metres, 2))));
}

const round = (value) => Math.round(value * 10) / 10;
