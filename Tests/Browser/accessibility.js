// Checks the accessibility of a page and returns the problems. arguments[0]: whether the screen is a phone.

const isPhone = arguments[0];
const problems = [];
const most = 30;
const describe = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 140);

const shown = (element) => {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return style.visibility === "visible" && style.display !== "none" && box.width > 0 && box.height > 0
    && !element.closest("[hidden], [inert]");
};
const interactive = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], "
  + "[role=button], [role=link], [role=checkbox], [role=tab], [role=switch], [role=slider]";

const words = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
  return node.getAttribute("aria-label") ?? node.getAttribute("alt")
    ?? (node.localName === "svg" ? node.querySelector(":scope > title")?.textContent ?? "" : null)
    ?? [...node.childNodes].map(words).join("");
};
const named = (element) => {
  const by = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  if (by.some((id) => document.getElementById(id)?.textContent.trim())) return true;
  if (element.labels && [...element.labels].some((label) => words(label).trim())) return true;
  if (element.getAttribute("aria-label")?.trim() || element.getAttribute("title")?.trim()) return true;
  return !element.matches("input, select, textarea") && words(element).trim() !== "";
};

// The active part of the page: an open dialog makes the rest inactive.
const root = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;

// Names.
for (const element of root.querySelectorAll(interactive)) {
  const isPlace = element.matches("main, h1, h2, h3, [tabindex='-1']") && !element.matches("a, button, input, select");
  if (!shown(element) || isPlace || element.closest("[aria-hidden=true]")) continue;
  if (!named(element)) problems.push(`no name: ${describe(element)}`);
  if (Number(element.getAttribute("tabindex")) > 0) problems.push(`a positive tabindex: ${describe(element)}`);
}
for (const picture of root.querySelectorAll("img, svg[role=img]")) {
  if (shown(picture) && !picture.closest("[aria-hidden=true]") && !picture.hasAttribute("alt") && !named(picture)) {
    problems.push(`a picture without a name: ${describe(picture)}`);
  }
}

// Targets: 44 by 44 on phones. Links within a sentence, and cells reached by arrow keys, are exempt.
const isInSentence = (element) => {
  const parent = element.parentElement;
  return getComputedStyle(element).display === "inline"
    && [...parent.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
};
for (const element of isPhone ? root.querySelectorAll(interactive) : []) {
  if (!shown(element) || element.tabIndex < 0 || element.matches("main, section, div[tabindex]")) continue;
  if (isInSentence(element) || element.closest("table, [role=grid]")?.querySelector("[tabindex='-1']")) continue;
  const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
  const isHidden = getComputedStyle(element).opacity === "0" || element.closest(".skip, .spoken");
  if (isHidden && boxes.length === 1) continue;
  const fits = boxes.some((box) => box.width >= 43.5 && box.height >= 43.5);
  if (!fits) problems.push(`${Math.round(boxes[0].width)} × ${Math.round(boxes[0].height)}: ${describe(element)}`);
}

// Headings and landmarks.
const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(shown);
if (root === document.body) {
  const first = headings.filter((heading) => heading.localName === "h1");
  if (first.length !== 1) problems.push(`${first.length} headings of the first level`);
  const mains = [...document.querySelectorAll("main, [role=main]")].filter(shown);
  if (mains.length !== 1) problems.push(`${mains.length} landmarks "main"`);
  const landmarks = "main, nav, header, footer, aside, dialog, [role=status], [role=alert], [role=region], .skip";
  for (const child of document.querySelectorAll("body *")) {
    const text = [...child.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
    if (text && shown(child) && !child.closest(landmarks) && !child.matches("script, style, noscript")) {
      problems.push(`outside of every landmark: ${describe(child)}`);
    }
  }
  if (document.documentElement.lang === "") problems.push("the document has no language");
  if (document.title.trim() === "") problems.push("the document has no title");
}
headings.reduce((level, heading) => {
  const own = Number(heading.localName[1]);
  if (level > 0 && own > level + 1) problems.push(`level ${own} after ${level}: ${describe(heading)}`);
  return own;
}, root === document.body ? 0 : 1);

// Contrast of text with its background: 4.5 to 1, or 3 to 1 for large text.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const known = new Map();
const colour = (text) => {
  if (!known.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(text, [red, green, blue, alpha / 255]);
  }
  return known.get(text);
};
const over = (top, below) => top.slice(0, 3).map((part, index) => part * top[3] + below[index] * (1 - top[3]));
const behind = (element) => {
  const layers = [];
  for (let node = element; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== "none") return null;
    layers.push(colour(style.backgroundColor));
    if (layers.at(-1)[3] === 1) break;
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const paper = layers.at(-1)?.[3] === 1 ? layers.pop().slice(0, 3) : dark ? [18, 18, 18] : [255, 255, 255];
  return layers.reduceRight((below, layer) => over(layer, below), paper);
};
// Blends translucent backgrounds down to the opaque card.
const opacityOf = (element) => {
  let opacity = 1;
  for (let node = element; node; node = node.parentElement) opacity *= Number(getComputedStyle(node).opacity);
  return opacity;
};
const light = (parts) => {
  const [red, green, blue] = parts.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.parentElement;
  if (node.data.trim() === "") continue;
  if (element.closest("svg, script, style, noscript, :disabled, [aria-disabled=true]")) continue;
  if (!shown(element) || element.closest(".spoken, .skip")) continue;
  const style = getComputedStyle(element);
  const ground = behind(element);
  if (!ground || style.opacity === "0") continue;
  const [red, green, blue, alpha] = colour(style.color);
  const ink = over([red, green, blue, alpha * opacityOf(element)], ground);
  const [bright, dim] = [light(ink), light(ground)].sort((one, other) => other - one);
  const ratio = (bright + 0.05) / (dim + 0.05);
  const size = parseFloat(style.fontSize);
  const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
  if (ratio < (isLarge ? 2.99 : 4.49)) {
    problems.push(`contrast ${ratio.toFixed(2)}: “${node.data.trim().slice(0, 40)}” in ${describe(element)}`);
  }
}

// Nothing is wider than the screen.
const wide = document.documentElement.scrollWidth - innerWidth;
if (wide > 1) problems.push(`the page is ${wide} px wider than the screen`);

return [...new Set(problems)].slice(0, most);
