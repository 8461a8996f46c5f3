// What stays around every place: the navigation, who is signed in, and whether the server answers.

import { fill, h } from "./kit/dom.js";
import { icon } from "./kit/icons.js";
import { notice } from "./kit/notice.js";
import { person } from "./kit/person.js";
import { places } from "./places.js";

/** { element, main, mark(place), update() } */
export function shell({ signOut, signal }) {
  const main = h("main", { id: "main", tabindex: -1 });
  const links = new Map(places.map((place) => [place.name,
    h("a", { href: place.href, class: place.onPhone ? place.kind : `desk-only ${place.kind}` },
      icon(place.icon), h("span", {}, place.text))]));
  const more = new Map(places.filter((place) => !place.onPhone).map((place) => [place.name,
    h("a", { class: "icon phone-only", href: place.href, "aria-label": place.text }, icon(place.icon))]));
  const name = h("span", { class: "user-name" });
  const away = h("p", { class: "away", role: "status" });
  const attemptSignOut = async () => {
    try {
      await signOut();
    } catch (error) {
      notice(`Still signed in: ${error.message}`);
    }
  };
  const skip = (event) => {
    event.preventDefault();
    main.focus();
  };
  const element = h("div", { class: "shell" },
    h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
    h("header", { class: "top" },
      h("a", { class: "brand", href: "#/today" }, icon("mark"), h("span", {}, "Waymark")),
      h("div", { class: "top-end" }, name,
        [...more.values()],
        h("button", { class: "quiet desk-only", type: "button", onclick: attemptSignOut }, "Sign out"))),
    h("nav", { class: "places", "aria-label": "Places" }, [...links.values()]),
    away,
    main);
  addEventListener("reachable", (event) => {
    fill(away, event.detail ? "" : "The server is away. What you see is what was known last.");
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
        // With large text the bar of a phone is wider than its screen.
        item.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    },
  };
}
