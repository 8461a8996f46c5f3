// Light, dark, or the system's theme.

import { choice, choose } from "./storage.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set();

/** "auto", "light" or "dark": the choice in this browser. */
export const chosenTheme = () => choice("theme", "auto");

/** "light" or "dark": the theme in effect. */
export function themeNow() {
  const chosen = chosenTheme();
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

export function chooseTheme(name) {
  choose("theme", name);
  applyTheme();
}

export function applyTheme() {
  document.documentElement.dataset.theme = themeNow();
  for (const action of [...listeners]) action();
}

export function onTheme(action, signal) {
  listeners.add(action);
  signal?.addEventListener("abort", () => listeners.delete(action), { once: true });
}

dark.addEventListener("change", applyTheme);
