// A card loads its content and shows a skeleton of the final size, the content, or an error with a retry button.

import { fill, freshID, h, refill } from "./dom.js";
import { t } from "./language.js";
import { get as request, address, Unavailable } from "./server.js";
import { keepResponse, keptResponse } from "./storage.js";
import { ago, capital } from "./format.js";
import { timeNow } from "./now.js";
import { concerns, onChange } from "./changes.js";
import { loadLater } from "./live.js";
import { reserveHeight } from "./heights.js";

/**
 * card(scope, {
 *   title, level?, size?: "small" | "rows" | "list" | "chart" | "tall" | "tiles" …, class?,
 *   areas: ["listening", …]        a change in one of these reloads the card
 *   path, query                    the request, or
 *   load: async (get) => value     for several requests: `get(path, query)`
 *   show: (value, again) => nodes  the content; `again()` reloads
 *   more?: { text, href }          a link to the full view
 *   controls?: nodes               inputs that change the request; they stay visible after an error
 *   waits?: true                   loads when the card is near the visible part of the page
 * })
 * `query` may be a function, so that a control can change it and call `element.reload()`.
 */
export function card(scope, options) {
  const heading = freshID("card");
  const body = h("div", { class: `card-body size-${options.size ?? "small"}` });
  const note = h("p", { class: "card-note", role: "status", hidden: true });
  const element = h(
    "section",
    { class: ["card", options.class].filter(Boolean).join(" "), "aria-labelledby": heading },
    h("header", { class: "card-head" },
      h(`h${options.level ?? 2}`, { id: heading }, options.title),
      options.more ? h("a", { href: options.more.href, class: "card-more" }, options.more.text) : null),
    options.controls,
    body,
    note,
  );
  const release = reserveHeight(body, options.title, scope.signal, !options.waits);

  let turn = 0;
  let state = options.waits ? "waiting" : "new";

  // Typed text is never lost: a card with an edited form reloads after the form is sent.
  const isTyped = () => body.querySelector("form[data-typed]") !== null;

  async function load({ isAutomatic = false } = {}) {
    const mine = (turn += 1);
    if (state === "waiting" || state === "new") {
      fill(body, skeleton());
      state = "loading";
    }
    element.setAttribute("aria-busy", "true");
    const asked = [];
    const kept = [];
    const get = async (path, query) => {
      const url = address(path, query);
      const name = url.pathname + url.search;
      try {
        const value = await request(path, query, scope.signal);
        asked.push([name, value]);
        return value;
      } catch (error) {
        const last = error instanceof Unavailable ? keptResponse(name) : null;
        if (!last) throw error;
        kept.push(last.at);
        return last.value;
      }
    };
    try {
      const value = await (options.load ? options.load(get) : get(options.path, resolved(options.query)));
      if (mine !== turn || scope.signal.aborted) return;
      for (const [name, response] of asked) keepResponse(name, response);
      if (isAutomatic && isTyped()) return;
      refill(body, options.show(value, load));
      body.classList.add("is-shown");
      release();
      state = kept.length > 0 ? "kept" : "shown";
      if (state === "kept") loadLater();
      showNote(kept.length > 0 ? unavailableNote(Math.min(...kept)) : null);
    } catch (error) {
      if (mine !== turn || scope.signal.aborted) return;
      if (error.status === 401 || (isAutomatic && isTyped())) return;
      state = "failed";
      if (error instanceof Unavailable) loadLater();
      fill(body, failure(error, load));
      showNote(null);
    } finally {
      if (mine === turn) element.removeAttribute("aria-busy");
    }
  }

  function showNote(text) {
    note.hidden = text === null;
    note.textContent = text ?? "";
    element.classList.toggle("is-kept", text !== null);
  }

  onChange((areas) => {
    if (isTyped()) return;
    if (state !== "waiting" && (concerns(areas, options.areas) || state === "failed")) load({ isAutomatic: true });
  }, scope.signal);

  element.reload = load;
  if (options.waits) whenNear(element, scope.signal, load);
  else load();
  return element;
}

/** So that a keyboard finds the next card loaded. */
const nearMargin = "64px";

function whenNear(element, signal, action) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    action();
  }, { rootMargin: nearMargin });
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}

const resolved = (query) => (typeof query === "function" ? query() : query);

/** Grey lines where the content will be. */
export const skeleton = () => h("div", { class: "skeleton", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** States the error, what is safe, and offers a retry. */
export function failure(error, again) {
  const text = error instanceof Unavailable
    ? t("The server is unavailable. Your records are safe. This reloads when the server is back.")
    : error.status === 400 ? t("This link is not valid. Choose another view.")
      : error.status ? capital(error.message) : t("This could not be displayed. Try again.");
  if (!error.status && !(error instanceof Unavailable)) console.error(error);
  return h("div", { class: "failure", role: "alert" },
    h("p", {}, text),
    h("button", { class: "quiet", type: "button", onclick: again }, t("Try again")));
}

/** The content of an empty card: what will appear here, and how to start. */
export const empty = (text, ...actions) => h("div", { class: "empty" }, h("p", {}, text), actions);

/** The note under values that were kept from an earlier response: "from 5 minutes ago", "from yesterday". */
export function unavailableNote(milliseconds) {
  // Both times are the device's, even if its clock is wrong.
  const age = Date.now() - milliseconds;
  return t("The server is unavailable. Values from {age}.", { age: ago(timeNow() - age) });
}
