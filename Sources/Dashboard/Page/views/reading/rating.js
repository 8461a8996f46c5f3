// A rating in quarter stars: a slider for the keyboard and screen readers, stars for touch.

import { freshID, h } from "../../kit/dom.js";
import { icon } from "../../kit/icons.js";
import { number } from "../../kit/format.js";
import { t } from "../../kit/language.js";

const stars = 5;

/** Five stars that show a rating. Screen readers skip them, because the rating is also shown as text. */
export function starsOf(rating) {
  const full = h("span", { class: "stars-full" }, row());
  full.style.width = `${((rating ?? 0) / stars) * 100}%`;
  return h("span", { class: "stars", "aria-hidden": "true" }, h("span", { class: "stars-none" }, row()), full);
}

const row = () => Array.from({ length: stars }, () => icon("star"));

export const ratingText = (rating) => (rating === null
  ? t("not rated") : t("{rating} of {count} stars", { rating: number(rating, 2), count: stars }));

/** ratingField({ value: 3.5 | null, changed(value) }): arrows change it by a quarter of a star, Delete removes it. */
export function ratingField({ value, changed }) {
  const id = freshID("rating");
  const shown = h("span", { class: "rating-stars" });
  // Screen readers read the value of the slider already.
  const text = h("output", { class: "muted", for: id, "aria-live": "off" });
  const input = h("input", { type: "range", id, min: 0, max: stars, step: 0.25, "aria-label": t("Rating") });
  const removeRating = () => { give(null); input.focus(); };
  const clear = h("button", { type: "button", class: "link", onclick: removeRating }, t("Remove"));
  let rating = value;

  function draw() {
    input.value = rating ?? 0;
    input.setAttribute("aria-valuetext", ratingText(rating));
    shown.replaceChildren(starsOf(rating));
    text.textContent = ratingText(rating);
    clear.hidden = rating === null;
  }

  function give(next) {
    rating = next;
    draw();
    changed(rating);
  }

  input.addEventListener("input", () => give(Number(input.value)));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    give(null);
  });
  // Uses the star under the pointer: the slider's own rounding can be off. A finger is not precise enough for quarters.
  input.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const box = input.getBoundingClientRect();
    input.focus();
    const steps = event.pointerType === "touch" ? 2 : 4;
    const at = Math.ceil(((event.clientX - box.left) / box.width) * stars * steps) / steps;
    give(Math.min(stars, Math.max(1 / steps, at)));
  });
  draw();
  return h("div", { class: "rating" }, h("span", { class: "rating-box" }, shown, input), text, clear);
}
