// Elements without a template: what comes from people is always text, never markup.

/** h("button", { class: "quiet", onclick: f, "aria-label": "Close" }, "×"): children are nodes, texts, lists. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

/** Changes one attribute: a function becomes a listener, null and false take the attribute away. */
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

/** Puts new children in place of the old ones. */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

const reachable = "a[href], button, input, select, textarea, [tabindex]";

/** The same, and what had the focus has it again: a card that loads anew must not throw a person out of it. */
export function refill(element, ...children) {
  const before = [...element.querySelectorAll(reachable)];
  const index = before.indexOf(document.activeElement);
  const name = index < 0 ? null : nameOf(before[index]);
  fill(element, ...children);
  if (index < 0) return element;
  const after = [...element.querySelectorAll(reachable)];
  const same = after.filter((item) => nameOf(item) === name);
  const behind = same.find((item) => after.indexOf(item) >= index);
  const next = behind ?? same.at(-1) ?? after[Math.min(index, after.length - 1)];
  next?.focus({ preventScroll: true });
  keepFocus();
  return element;
}

const nameOf = (item) => item.getAttribute("aria-label") ?? item.textContent;

/** Puts the focus back to the head of the place where what had it is gone. */
export function keepFocus() {
  if (document.activeElement === document.body) document.querySelector("main h1")?.focus({ preventScroll: true });
}

let count = 0;

/** An id that no other element of the page has: for labels and descriptions. */
export const freshID = (name) => `${name}-${(count += 1)}`;

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** One of several facts in a line: it goes to the next line as a whole. */
export const besides = (text) => [", ", h("span", { class: "whole" }, text)];

/** What only those hear who do not see the page. */
export const spoken = (text) => h("span", { class: "spoken" }, text);
