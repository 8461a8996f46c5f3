// Returns the texts that are not in the brackets of the test language, so that their translation is missing. Names that
// people give must have no Latin letters. arguments[0]: selectors of elements with texts of the server.

const known = /\b(Waymark|[A-Z]{2,}|[A-Z][a-z]+\/[A-Z]\w+|km|mi|kg|lb|kB|MB|kcal)\b|°C|https:\/\/\S+/g;
const skipped = [
  "script, style, noscript, svg, code, pre, .secret, .user-name, [translate=no], datalist", ...arguments[0],
].join(", ");
const found = new Set();
const root = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;

/** The text outside of brackets, which may contain others. `depth` continues that of the text before. */
function outside(text, depth = 0) {
  let rest = "";
  for (const letter of text) {
    if (letter === "[") depth += 1;
    else if (letter === "]") depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += letter;
  }
  return { rest, depth };
}

function check(text, element, depth) {
  const { rest, depth: after } = outside(text, depth);
  if (/\p{Script=Latin}/u.test(rest.replace(known, ""))) {
    found.add(`${element.localName}.${element.className}: ${text.trim()}`);
  }
  return after;
}

// A text with elements as values is in several nodes, so the depth continues from one to the next.
let depth = 0;
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (!node.parentElement.closest(skipped)) depth = check(node.data, node.parentElement, depth);
}
for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) {
  for (const element of root.querySelectorAll(`[${name}]`)) {
    if (!element.closest(skipped)) check(element.getAttribute(name), element);
  }
}
return [...found].slice(0, 30);
