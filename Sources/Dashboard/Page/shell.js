// The frame around every view: navigation, the signed-in user, and a line while the server is unavailable.

import { fill, h } from "./kit/dom.js";
import { icon } from "./kit/icons.js";
import { t, withTexts } from "./kit/language.js";
import { notice } from "./kit/notice.js";
import { person } from "./kit/person.js";
import { waitingLine } from "./kit/waiting.js";
import { places } from "./places.js";

const writing = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range])";

/** "/" outside of a text field, or K with Ctrl or ⌘, opens the command palette. */
const opensPalette = ({ key, ctrlKey, metaKey, altKey, target }) => !altKey && (ctrlKey || metaKey
  ? key.toLowerCase() === "k" : key === "/" && !target.closest?.(writing));

/** { element, main, mark(place), update() } */
export function shell({ signOut, signal }) {
  const all = places();
  const main = h("main", { id: "main", tabindex: -1 });
  const links = new Map(all.map((place) => [place.name,
    h("a", { href: place.href, class: place.onPhone ? place.kind : `desktop-only ${place.kind}` },
      icon(place.icon), h("span", {}, place.text))]));
  const more = new Map(all.filter((place) => !place.onPhone).map((place) => [place.name,
    h("a", { class: "icon phone-only", href: place.href, "aria-label": place.text }, icon(place.icon))]));
  const name = h("span", { class: "user-name" });
  const outage = h("p", { class: "outage", role: "status" });
  const attemptSignOut = async () => {
    try {
      await signOut();
    } catch (error) {
      notice(t("You are still signed in: {reason}", { reason: error.message }));
    }
  };
  const search = async () => {
    if (document.querySelector("dialog[open]")) return;
    try {
      const { openPalette } = await withTexts("palette", () => import("./views/palette/palette.js"));
      await openPalette({ signOut: attemptSignOut });
    } catch (error) {
      notice(t("The search is not available: the server is unavailable."));
      console.error(error);
    }
  };
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !opensPalette(event)) return;
    event.preventDefault();
    search();
  }, { signal });
  const skip = (event) => {
    event.preventDefault();
    main.focus();
  };
  const element = h("div", { class: "shell" },
    h("a", { class: "skip", href: "#main", onclick: skip }, t("Skip to content")),
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#/today" }, icon("mark"), h("span", {}, "Waymark")),
      h("div", { class: "top-end" }, name,
        h("button", {
          class: "icon", type: "button", "aria-label": t("Search"), "aria-keyshortcuts": "/ Control+K Meta+K",
          onclick: search,
        }, icon("search")),
        [...more.values()],
        h("button", { class: "quiet desktop-only", type: "button", onclick: attemptSignOut }, t("Sign out")))),
    h("nav", { class: "places", "aria-label": t("Main") }, [...links.values()]),
    h("div", { class: "lines" }, outage, waitingLine(signal)),
    main);
  addEventListener("reachable", (event) => {
    fill(outage, event.detail ? "" : t("The server is unavailable. You see the last known values."));
  }, { signal });
  const update = () => { name.textContent = person()?.displayName ?? person()?.userId ?? ""; };
  update();
  return {
    element,
    main,
    update,
    mark(place) {
      for (const [key, item] of [...links, ...more]) {
        if (key !== place) {
          item.removeAttribute("aria-current");
          continue;
        }
        item.setAttribute("aria-current", "page");
        // With large text, a phone's navigation bar is wider than its screen.
        item.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    },
  };
}
