// Looks a new book up by title, author or ISBN, and fills the form with the chosen candidate.

import { pages } from "../../kit/counts.js";
import { fill, freshID, h } from "../../kit/dom.js";
import { capital, isolated, languageName } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { Unavailable, get } from "../../kit/server.js";

/** A work has at most this many ISBNs. */
const mostNumbers = 50;

/**
 * { element, identifiers() }: the element is a part of the form, whose fields a chosen candidate fills. `identifiers()`
 * returns the members of a work that identify the candidate, unless the title was changed after the choice.
 */
export function lookUpField() {
  const id = freshID("look-up");
  let chosen = null;
  let running = null;
  const input = h("input", { id, enterkeyhint: "search", autocomplete: "off", dir: "auto", maxlength: 200,
    "aria-describedby": `${id}-hint` });
  const status = h("p", { class: "hint", role: "status" });
  const list = h("ul", { class: "rows look-up-found" });
  const search = h("button", { type: "button", class: "quiet", onclick: () => find() }, t("Look up"));
  const element = h("div", { class: "field look-up" },
    h("label", { for: id }, t("Find the book")),
    h("div", { class: "look-up-line" }, input, search),
    h("p", { class: "hint", id: `${id}-hint` }, t("Title, author or ISBN. Or fill in the form yourself.")),
    status, list);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    // The form must not be sent.
    event.preventDefault();
    find();
  });

  async function find() {
    const typed = input.value.trim();
    if (typed === "") {
      status.textContent = t("Enter a title, an author or an ISBN.");
      return input.focus();
    }
    running?.abort();
    const mine = new AbortController();
    running = mine;
    fill(list);
    status.textContent = t("Looking it up …");
    try {
      const query = queryOf(typed);
      const { candidates } = await get("lookup", query, mine.signal);
      if (running !== mine) return;
      // An ISBN names one edition.
      if (query.isbn && candidates.length === 1) return choose(candidates[0]);
      status.textContent = candidates.length > 0 ? t("Choose one:")
        : t("No book was found. Try other words, or fill in the form yourself.");
      fill(list, candidates.map((candidate) => candidateRow(candidate, () => choose(candidate))));
    } catch (error) {
      if (running === mine) status.textContent = messageOf(error);
    }
  }

  function choose(candidate) {
    const form = element.closest("form");
    chosen = candidate;
    for (const [name, value] of Object.entries(valuesOf(candidate))) {
      if (value === null) continue;
      const one = form.elements.namedItem(name);
      one.value = value;
      one.dispatchEvent(new Event("input", { bubbles: true }));
    }
    fill(list);
    status.textContent =
      t("The form contains {title}. You can correct it.", { title: isolated(candidate.title) });
    form.elements.namedItem("title").focus();
  }

  const identifiers = () => {
    const title = element.closest("form")?.elements.namedItem("title").value.trim();
    if (!chosen || title !== chosen.title.trim()) return {};
    const { source, sourceId, isbn13 } = chosen;
    return { identifiers: {
      ...(isbn13.length > 0 ? { isbn: isbn13.slice(0, mostNumbers) } : {}),
      ...(source === "openlibrary" ? { openlibrary: sourceId } : {}),
    } };
  };
  return { element, identifiers };
}

/** Ten or thirteen digits are an ISBN. */
function queryOf(typed) {
  const digits = typed.replace(/[\s-]/g, "");
  return /^(\d{9}[\dXx]|97[89]\d{10})$/.test(digits) ? { isbn: digits } : { q: typed };
}

const valuesOf = ({ title, authors, pageCount, publishedYear, language }) => ({
  title, authors: authors.length > 0 ? authors.join("\n") : null, pageCount, publishedYear, language,
});

function candidateRow({ title, authors, publishedYear, pageCount, language }, choose) {
  const facts = [authors.join(", "), publishedYear, pageCount ? pages(pageCount) : null,
    language ? languageName(language) : null].filter(Boolean).join(", ");
  return h("li", {}, h("button", { type: "button", class: "look-up-one", onclick: choose },
    h("span", { dir: "auto" }, title), h("span", { class: "muted", dir: "auto" }, facts)));
}

function messageOf(error) {
  if (error instanceof Unavailable && !error.detail) {
    return t("Books cannot be looked up at the moment. Fill in the form yourself.");
  }
  const reason = error.detail ?? [...error.fields?.values() ?? []][0] ?? error.message;
  return t("{reason}. Fill in the form yourself.", { reason: capital(reason) });
}
