// Long names are shown in a few lines: the whole of one is its title, and a press opens it where it leads nowhere else.

const shortened = ".clamp, .one-line, .user-name, .book-title";
const leading = "a, button, label, summary";

const isCut = (name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1;

/** For all names of the page, also those that are shown later. */
export function showWholeNames() {
  document.addEventListener("pointerover", ({ target }) => {
    const name = target.closest(shortened);
    if (!name) return;
    if (isCut(name)) name.title = name.textContent;
    else name.removeAttribute("title");
  });
  document.addEventListener("click", ({ target }) => {
    const name = target.closest(shortened);
    // A part that is being selected to be copied stays where it is.
    if (!name || target.closest(leading) || !getSelection().isCollapsed) return;
    if (isCut(name) || name.classList.contains("is-whole")) name.classList.toggle("is-whole");
  });
}
