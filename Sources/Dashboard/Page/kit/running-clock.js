// A clock that counts from the server's elapsed time, so that a wrong clock of the device has no effect.

import { h } from "./dom.js";
import { clock } from "./format.js";

/** { element, elapsed() } for a timer from a response that has just arrived: { elapsedSeconds }. */
export function runningClock(scope, active) {
  const began = Date.now() - active.elapsedSeconds * 1000;
  const elapsed = () => Math.max(0, (Date.now() - began) / 1000);
  const element = h("p", { class: "clock", role: "timer" });
  const tick = () => { element.textContent = clock(elapsed()); };
  tick();
  const beat = setInterval(tick, 500);
  scope.signal.addEventListener("abort", () => clearInterval(beat), { once: true });
  element.stop = () => clearInterval(beat);
  return { element, elapsed };
}
