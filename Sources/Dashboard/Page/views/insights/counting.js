// A large figure that counts up to its value once. It does not move with reduced motion.

import { h, reducedMotion } from "../../kit/dom.js";

const lastingMilliseconds = 900;

/** counting(26, (value) => "26 books"): the space and the text for screen readers are those of the final value. */
export function counting(value, format) {
  const text = format(value);
  if (reducedMotion() || !(value > 0)) return h("p", { class: "story-figure" }, text);
  const final = h("span", { class: "story-final" }, text);
  const moving = h("span", { class: "story-moving", "aria-hidden": "true" }, format(0));
  let began = null;
  function step(now) {
    began ??= now;
    const part = Math.min(1, (now - began) / lastingMilliseconds);
    if (part === 1 || !moving.isConnected) {
      moving.remove();
      final.classList.remove("story-final");
      return;
    }
    moving.textContent = format(Math.round(value * (1 - (1 - part) ** 3)));
    requestAnimationFrame(step);
  }
  requestAnimationFrame(() => requestAnimationFrame(step));
  return h("p", { class: "story-figure" }, final, moving);
}
