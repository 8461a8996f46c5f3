// Returns the elements that the Tab key has reached: names, positions, and whether their focus is visible. Appended to
// naming.js. The first call starts recording; each later call returns the elements since the last one. If the page has
// replaced one of them meanwhile, nothing can be said about it: `isReplaced` means that the walk must begin again.

const marks = (node) => {
  if (!node) return "";
  const style = getComputedStyle(node);
  const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
    ? `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}` : "none";
  return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecorationLine].join("|");
};
// The focus may be drawn on a neighbour, for example the label of a radio button.
const drawn = (element) => [element, element.nextElementSibling, element.parentElement].map(marks).join(" ");

if (!window.stops) {
  document.activeElement?.blur();
  scrollTo(0, 0);
  window.stops = { reached: [], reported: 0, parts: new Map() };
  // Recorded now, because Firefox shows the focus of the keyboard, but not that of a script.
  window.stops.listen = ({ target }) => window.stops.reached.push({ element: target, focused: drawn(target) });
  addEventListener("focusin", window.stops.listen, true);
  return null;
}

const { reached, parts, listen } = window.stops;
removeEventListener("focusin", listen, true);

function stopAt({ element, focused }) {
  const box = element.getBoundingClientRect();
  const part = element.closest("form, nav, header, dialog, section, ul, ol, table, main") ?? document.body;
  if (!parts.has(part)) parts.set(part, `part ${parts.size}`);
  return {
    name: accessibleName(element) || element.outerHTML.slice(0, 120), part: parts.get(part),
    isShown: focused !== drawn(element), top: box.top + scrollY, bottom: box.bottom + scrollY,
  };
}

const last = document.activeElement;
const isFirst = ({ element }, index) => reached.findIndex((stop) => stop.element === element) === index;
const again = reached.findIndex((stop, index) => !isFirst(stop, index));
const end = again < 0 ? reached.length : again;
const fresh = reached.slice(window.stops.reported, end);
if (fresh.some(({ element }) => !element.isConnected)) {
  delete window.stops;
  return { stops: [], isDone: true, isReplaced: true };
}
last.blur();
const stops = fresh.map(stopAt);
const isDone = again >= 0 || fresh.length === 0;
if (isDone) {
  delete window.stops;
} else {
  window.stops.reported = end;
  last.focus({ preventScroll: true });
  addEventListener("focusin", listen, true);
}
return { stops, isDone };
