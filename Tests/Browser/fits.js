// Returns layout problems: text that is cut off without a full title, leaves the screen or its card, or overlaps other
// text. Appended to naming.js.

const most = 30;
const slack = 1.5;
const problems = new Set();
const shortened = (text) => `“${[...text.trim().replace(/\s+/g, " ")].slice(0, 60).join("")}”`;
const described = (element) => `${element.localName}.${[...element.classList].join(".")}`;
const report = (what, element, text) => problems.add(`${what}: ${described(element)} ${shortened(text)}`);

const root = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;

// Cut text must have its full text as tooltip.
for (const element of root.querySelectorAll("*")) {
  const style = getComputedStyle(element);
  const isClipped = /hidden|clip/.test(style.overflowX + style.overflowY);
  if (!isClipped || style.clipPath !== "none" || element.closest("svg, canvas, .spoken")) continue;
  if (!isVisible(element)) continue;
  const isCut = element.scrollWidth > element.clientWidth + slack
    || element.scrollHeight > element.clientHeight + slack;
  if (!isCut || element.textContent.trim() === "") continue;
  element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  const title = element.closest("[title]")?.title ?? "";
  if (!title.includes(element.textContent.trim())) report("cut", element, element.textContent);
}

// Each piece of text with its visible box and its scroll container.
const scrolls = (style) => /auto|scroll/.test(style.overflowX + style.overflowY);
const layerOf = (element) => {
  for (let node = element; node && node !== root; node = node.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(node).position)) return node;
  }
  return root;
};
const isInline = (element) => getComputedStyle(element).display === "inline";

function visiblePart(box, element) {
  let { left, right, top, bottom } = box;
  for (let node = element; node && node !== root.parentElement; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (node !== document.body && /hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY)) {
      const clip = node.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
  }
  return right - left > 0 && bottom - top > 0 ? { left, right, top, bottom } : null;
}

/** Letters are lower than their line and than the box that the browser reports. */
function inked(box, element) {
  const half = Math.min(box.height, parseFloat(getComputedStyle(element).fontSize)) / 2;
  const middle = (box.top + box.bottom) / 2;
  return { left: box.left, right: box.right, top: middle - half, bottom: middle + half };
}

const pieces = [];
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.parentElement;
  if (node.data.trim() === "" || element.closest("svg, script, style, noscript, option, .spoken, .skip")) continue;
  // Skips closed details, whose content has a box.
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[hidden], [inert]")) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  const layer = layerOf(element);
  const card = element.closest(".card, dialog");
  const isScrolled = element.closest(".scrolls, .heat, .picker-found, .days-table, .places, .import-problems") !== null;
  for (const box of range.getClientRects()) {
    const seen = visiblePart(inked(box, element), element);
    if (!seen || box.width < 1) continue;
    if (!isScrolled && (seen.left < -slack || seen.right > innerWidth + slack)) {
      report("off the screen", element, node.data);
    }
    const edge = card?.getBoundingClientRect();
    if (edge && !isScrolled && (seen.left < edge.left - slack || seen.right > edge.right + slack)) {
      report("out of its card", element, node.data);
    }
    pieces.push({ ...seen, element, layer, text: node.data });
  }
}

// Lines of one text touch. An overlap is more than a sliver.
const sliver = 3;
pieces.sort((one, other) => one.top - other.top);
pieces.forEach((one, index) => {
  for (let next = index + 1; next < pieces.length && pieces[next].top < one.bottom - sliver; next += 1) {
    const other = pieces[next];
    if (other.element === one.element || other.layer !== one.layer) continue;
    const isFlow = isInline(one.element) && one.element.parentElement.contains(other.element)
      || isInline(other.element) && other.element.parentElement.contains(one.element);
    if (isFlow) continue;
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (width > sliver && height > sliver) report(`on ${shortened(other.text)}`, one.element, one.text);
  }
});

const wide = document.documentElement.scrollWidth - innerWidth;
if (wide > 1) problems.add(`the page is ${wide} px wider than the screen`);

return [...problems].slice(0, most);
