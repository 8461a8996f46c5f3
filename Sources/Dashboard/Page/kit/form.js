// Labelled fields with errors next to them. Typed values stay when the server rejects them.

import { append, freshID, h } from "./dom.js";
import { capital } from "./format.js";
import { t } from "./language.js";
import { person } from "./person.js";
import { Unavailable, Problem } from "./server.js";

/**
 * field({ label, name, type?, value?, hint?, …attributes }): the label, the input (type "lines" has several lines), its
 * hint and its error.
 */
export function field({ label, name, hint, type = "text", options, value, ...attributes }) {
  const id = freshID(name);
  const described = [hint ? `${id}-hint` : null, `${id}-error`].filter(Boolean).join(" ");
  const common = { id, name, "aria-describedby": described, ...attributes };
  const input = options
    ? h("select", common, options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)))
    : type === "lines" ? h("textarea", { ...common, rows: 2, value: value ?? "" })
      : h("input", { ...common, type, value: value ?? "" });
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    input,
    hint ? h("p", { class: "hint", id: `${id}-hint` }, hint) : null,
    h("p", { class: "field-error", id: `${id}-error`, role: "alert" }));
}

/** The field of a new password, for people and for password managers. */
export const newPasswordField = (label) => field({
  label, name: "password", type: "password", autocomplete: "new-password", required: true, minlength: 10,
  hint: t("At least ten characters. A few words that only you combine are a good password."),
});

/** A choice of `since` for a changed setting: `choices` are [value, text, what happens to the past]. */
export function sinceField({ label = t("Counts"), choices, value = "now" }) {
  const effectOf = (chosen) => choices.find(([key]) => key === chosen)[2];
  const element = field({ label, name: "since", value, hint: effectOf(value),
    options: choices.map(([key, text]) => [key, text]),
    oninput: ({ target }) => { element.querySelector(".hint").textContent = effectOf(target.value); } });
  return element;
}

/**
 * form({ fields, submit: "Save", send: async (values) => {}, cancel?, draft? }): `send` may throw a Problem, whose
 * errors appear next to the fields they name. `draft` names a copy of the typed values, which survives closing the
 * dialog.
 */
export function form({ fields, submit, send, cancel, label, danger = false, draft }) {
  const general = h("p", { class: "field-error", role: "alert" });
  const button = h("button", { class: danger ? "danger" : "primary", type: "submit" }, submit);
  const element = h("form", { novalidate: true, "aria-label": label ?? submit },
    fields, general,
    h("div", { class: "actions" }, button,
      cancel ? h("button", { type: "button", class: "quiet", onclick: cancel }, t("Cancel")) : null));
  const kept = draft ? `${person()?.userId} ${draft}` : null;
  if (kept) keepDraft(element, kept);
  element.addEventListener("input", (event) => {
    element.dataset.typed = "";
    clearOne(event.target, general);
  });
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    clear(element, general);
    if (!allValid(element)) return;
    button.disabled = true;
    try {
      await send(Object.fromEntries(new FormData(element)), element);
      drafts.delete(kept);
      delete element.dataset.typed;
    } catch (error) {
      if (!error.status && error.name !== "Error") console.error(error);
      place(element, general, error);
    } finally {
      button.disabled = false;
    }
  });
  return element;
}

// Drafts by user id and name.
const drafts = new Map();

function keepDraft(element, name) {
  for (const input of drafts.has(name) ? element.elements : []) {
    if (!input.name || !drafts.get(name).has(input.name)) continue;
    if (input.type === "checkbox") input.checked = drafts.get(name).get(input.name);
    else input.value = drafts.get(name).get(input.name);
    // Other fields may depend on a choice.
    if (input.localName === "select") input.dispatchEvent(new Event("change"));
  }
  element.addEventListener("input", () => {
    const named = [...element.elements].filter((input) => input.name && !["radio", "hidden"].includes(input.type));
    const typed = (input) => (input.type === "checkbox" ? input.checked : input.value);
    drafts.set(name, new Map(named.map((input) => [input.name, typed(input)])));
  });
}

function clear(element, general) {
  general.textContent = "";
  for (const input of element.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  for (const line of element.querySelectorAll(".field-error")) line.textContent = "";
}

// An error disappears when its field is corrected.
function clearOne(input, general) {
  general.textContent = "";
  if (input.getAttribute?.("aria-invalid") !== "true" || !input.validity?.valid) return;
  input.removeAttribute("aria-invalid");
  const line = document.getElementById(`${input.id}-error`);
  if (line) line.textContent = "";
}

// Shows the errors that the browser finds before anything is sent.
function allValid(element) {
  const wrong = [...element.elements].filter((input) => input.willValidate && !input.validity.valid);
  for (const input of wrong) mark(input, reasonOf(input));
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** The browser's own message may be in another language than the page. */
function reasonOf({ validity, min, max, minLength, maxLength, type }) {
  const limit = (value) => (type === "number" ? value : value.replace("T", " "));
  if (validity.valueMissing) return t("Fill in this field.");
  if (validity.badInput) return type === "number" ? t("Enter a number.") : t("Enter a complete date and time.");
  if (validity.rangeUnderflow) return t("The value must be greater than or equal to {limit}.", { limit: limit(min) });
  if (validity.rangeOverflow) return t("The value must be less than or equal to {limit}.", { limit: limit(max) });
  if (validity.tooShort) return t("Enter at least {count} characters.", { count: minLength });
  if (validity.tooLong) return t("Enter at most {count} characters.", { count: maxLength });
  if (validity.stepMismatch) return t("Enter a whole number.");
  return t("This value is not valid.");
}

function place(element, general, error) {
  let first = null;
  const elsewhere = [];
  for (const [name, message] of error instanceof Problem ? error.fields : []) {
    const input = element.elements.namedItem(name);
    if (input instanceof HTMLElement) {
      mark(input, message);
      first ??= focusable(input);
    } else {
      elsewhere.push(message);
    }
  }
  if (first === null || elsewhere.length > 0) general.textContent = capital(elsewhere.join(" ") || messageOf(error));
  first?.focus();
}

/** The value of a picker is hidden, and its search field takes the focus. */
const focusable = (input) => (input.type === "hidden"
  ? input.closest("fieldset")?.querySelector("input:not([type=hidden])") ?? input : input);

function messageOf(error) {
  if (error.status === 404) return t("This was deleted on another device. Close this form and reload the page.");
  if (error instanceof Unavailable) {
    return t("The server is unavailable. Your input is kept here. Try again in a moment.");
  }
  return error.message;
}

function mark(input, message) {
  input.closest("details:not([open])")?.setAttribute("open", "");
  input.setAttribute("aria-invalid", "true");
  const line = document.getElementById(`${input.id}-error`);
  if (line) line.textContent = capital(message);
}

/** A choice among a few options: segments({ label, value, options: [["week", "Week"]], choose }). */
export function segments({ label, value, options, choose }) {
  const name = freshID("segments");
  const element = h("fieldset", { class: "segments" }, h("legend", { class: "spoken" }, label));
  return append(element, options.map(([key, text]) => h("label", {},
    h("input", { type: "radio", name, value: key, checked: key === value, onchange: () => choose(key) }),
    h("span", {}, text))));
}
