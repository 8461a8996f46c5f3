// Roles and accessible names of elements. Prepended to a test's script.

const roles = {
  button: "button, summary, [role=button], input[type=submit], input[type=button]",
  link: "a[href], [role=link]",
  textbox: "textarea, [role=textbox], input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=file])",
  combobox: "select, [role=combobox]",
  checkbox: "input[type=checkbox], [role=checkbox]",
  radio: "input[type=radio], [role=radio]",
  heading: "h1, h2, h3, h4, h5, h6, [role=heading]",
  dialog: "dialog[open], [role=dialog], [role=alertdialog]",
  tab: "[role=tab]",
  img: "img, [role=img]",
};

function isVisible(element) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return style.visibility === "visible" && style.display !== "none" && box.width > 0 && box.height > 0
    && !element.closest("[hidden], [inert], [aria-hidden=true]");
}

/** The text of an element without hidden parts. */
function contents(element) {
  if (element.nodeType === Node.TEXT_NODE) return element.data;
  if (element.nodeType !== Node.ELEMENT_NODE || element.getAttribute("aria-hidden") === "true") return "";
  if (getComputedStyle(element).display === "none") return "";
  if (element.hasAttribute("aria-label")) return element.getAttribute("aria-label");
  if (element.localName === "img") return element.getAttribute("alt") ?? "";
  if (element.localName === "svg") return element.querySelector(":scope > title")?.textContent ?? "";
  const isBlock = !getComputedStyle(element).display.startsWith("inline");
  const text = [...element.childNodes].map(contents).join("");
  return isBlock ? ` ${text} ` : text;
}

/** The text without the marks that isolate a title from the direction of the text around it. */
const plain = (text) => text.replace(/[\u2066-\u2069]/g, "");

function accessibleName(element) {
  if (!element) return "";
  const tidy = (text) => plain(text ?? "").replace(/\s+/g, " ").trim();
  const by = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const named = tidy(by.map((id) => document.getElementById(id)).filter(Boolean).map(contents).join(" "));
  if (named) return named;
  if (tidy(element.getAttribute("aria-label"))) return tidy(element.getAttribute("aria-label"));
  if (element.labels?.length) return tidy([...element.labels].map((label) => [...label.childNodes]
    .filter((node) => node !== element).map(contents).join("")).join(" "));
  const text = element.matches("input, select, textarea") ? element.value && element.type === "submit"
    ? element.value : "" : contents(element);
  return tidy(text) || tidy(element.getAttribute("alt")) || tidy(element.getAttribute("title"))
    || tidy(element.getAttribute("placeholder"));
}

function findByRole(role, isolatedName) {
  const name = plain(isolatedName);
  const fits = [...document.querySelectorAll(roles[role])].filter(isVisible);
  const open = [...document.querySelectorAll("dialog[open]")].pop();
  const reachable = open ? fits.filter((element) => open.contains(element)) : fits;
  return reachable.find((element) => accessibleName(element) === name)
    ?? reachable.find((element) => accessibleName(element).startsWith(name)) ?? null;
}

/** The number of Tab presses from here to the first element whose name begins so, or null. It is a guess. */
function tabsTo(name) {
  const within = [...document.querySelectorAll("dialog[open]")].pop() ?? document;
  const stops = [...within.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((element) => element.tabIndex >= 0 && !element.disabled && isVisible(element)
      && (element.type !== "radio" || element.checked || element === document.activeElement));
  const here = document.activeElement ?? document.body;
  const later = stops.filter((stop) => here === document.body
    || here.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING);
  const index = later.findIndex((stop) => accessibleName(stop).startsWith(name));
  return index < 0 ? null : index + 1;
}
