// What has the focus: its name and place, and whether it can be seen to have it. Put behind naming.js.

const element = document.activeElement;
if (!element || element === document.body) return null;

const marks = (node) => {
  if (!node) return "";
  const style = getComputedStyle(node);
  const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0
    ? `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}` : "none";
  return [outline, style.boxShadow, style.borderColor, style.backgroundColor, style.textDecorationLine].join("|");
};
// What is drawn for an element may be drawn beside it: on the label of a radio button, say.
const drawn = () => [element, element.nextElementSibling, element.parentElement].map(marks).join(" ");
const focused = drawn();
element.blur();
const plain = drawn();
element.focus({ preventScroll: true });
const box = element.getBoundingClientRect();
const part = element.closest("form, nav, header, dialog, section, ul, ol, table, main") ?? document.body;
window.parts ??= new Map();
if (!window.parts.has(part)) window.parts.set(part, `part ${window.parts.size}`);
const seen = window.seenStops ??= new Set();
const isFirst = seen.has(element);
seen.add(element);
return {
  name: accessibleName(element) || element.outerHTML.slice(0, 120),
  part: window.parts.get(part),
  isShown: focused !== plain,
  isFirst,
  top: box.top + scrollY,
  bottom: box.bottom + scrollY,
};
