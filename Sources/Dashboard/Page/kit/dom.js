// Creates elements. User input is always text, never markup.

/** h("button", { class: "quiet", onclick: f, "aria-label": "Close" }, "×"): children are nodes, texts or lists. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

/** Sets one attribute: a function becomes a listener, null and false remove the attribute. */
export function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** Replaces the children. */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

const reachable = "a[href], button, input, select, textarea, [tabindex]";

/** Replaces the children and restores the focus, so that a reload does not move a keyboard user. */
export function refill(element, ...children) {
  const before = [...element.querySelectorAll(reachable)];
  const index = before.indexOf(document.activeElement);
  const name = index < 0 ? null : nameOf(before[index]);
  fill(element, ...children);
  if (index < 0) return element;
  const after = [...element.querySelectorAll(reachable)];
  const same = after.filter((item) => nameOf(item) === name);
  const following = same.find((item) => after.indexOf(item) >= index);
  const next = following ?? same.at(-1) ?? after[Math.min(index, after.length - 1)];
  next?.focus({ preventScroll: true });
  keepFocus();
  return element;
}

const nameOf = (item) => item.getAttribute("aria-label") ?? item.textContent;

/** Returns a function that restores the focus of an element, or of the one that has replaced it: by name and order. */
export function focusOf(element) {
  const name = element && nameOf(element);
  const named = () => [...document.querySelectorAll(element.localName)]
    .filter((item) => item.matches(reachable) && nameOf(item) === name);
  const place = name ? named().indexOf(element) : -1;
  return () => {
    if (place >= 0 && document.activeElement === document.body && !element.isConnected) {
      const same = named();
      (same[place] ?? same.at(-1))?.focus({ preventScroll: true });
    }
    keepFocus();
  };
}

/** Focuses the view's heading if the focused element was removed. */
export function keepFocus() {
  if (document.activeElement === document.body) document.querySelector("main h1")?.focus({ preventScroll: true });
}

let count = 0;

/** A unique element id for labels and descriptions. */
export const freshID = (name) => `${name}-${(count += 1)}`;

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** One more fact of a line, which wraps to the next line as a whole. */
export const nextFact = (text) => [", ", h("span", { class: "no-wrap" }, text)];

/** Text for screen readers only. */
export const spoken = (text) => h("span", { class: "spoken" }, text);
