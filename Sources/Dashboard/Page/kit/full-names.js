// Long names are cut to a few lines. The full name is the tooltip, and a click expands a name that is not a link.

const shortened = ".clamp, .one-line, .user-name, .book-title";
const leading = "a, button, label, summary";

const isCut = (name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1;

/** Handles all names on the page, including those that are added later. */
export function showFullNames() {
  document.addEventListener("pointerover", ({ target }) => {
    const name = target.closest(shortened);
    if (!name) return;
    if (isCut(name)) name.title = name.textContent;
    else name.removeAttribute("title");
  });
  document.addEventListener("click", ({ target }) => {
    const name = target.closest(shortened);
    // Does not collapse a name while its text is being selected.
    if (!name || target.closest(leading) || !getSelection().isCollapsed) return;
    if (isCut(name) || name.classList.contains("is-full")) name.classList.toggle("is-full");
  });
}
