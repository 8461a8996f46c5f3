// A card loads by itself: a skeleton of its final size, its content, or what went wrong and a way to try again.

import { fill, freshID, h, refill } from "./dom.js";
import { get as ask, address, Away } from "./server.js";
import { keepAnswer, keptAnswer } from "./keep.js";
import { capital, timeOfDay, nearDay } from "./format.js";
import { dayOf } from "./person.js";
import { concerns, onChange } from "./changes.js";
import { loadLater } from "./live.js";
import { holdRoom } from "./room.js";

/**
 * card(scope, {
 *   title, level?, size?: "small" | "rows" | "list" | "chart" | "tall" | "tiles" …, class?,
 *   areas: ["listening", …]        changes of these load it again
 *   path, query                    what to ask for, or
 *   load: async (get) => value     where it takes more than one question: `get(path, query)`
 *   show: (value, again) => nodes  what to make of it; `again()` loads anew
 *   more?: { text, href }          where to read on
 *   controls?: nodes               what changes the question: stays when it fails
 * })
 * `query` may be a function, so that a control can change it and call `element.reload()`.
 */
export function card(scope, options) {
  const heading = freshID("card");
  const body = h("div", { class: `card-body size-${options.size ?? "small"}` });
  const note = h("p", { class: "card-note", role: "status", hidden: true });
  const element = h(
    "section",
    { class: ["card", options.class].filter(Boolean).join(" "), "aria-labelledby": heading, "aria-busy": "true" },
    h("header", { class: "card-head" },
      h(`h${options.level ?? 2}`, { id: heading }, options.title),
      options.more ? h("a", { href: options.more.href, class: "card-more" }, options.more.text) : null),
    options.controls,
    body,
    note,
  );
  fill(body, skeleton());
  const release = holdRoom(body, options.title, scope.signal);

  let turn = 0;
  let state = "loading";

  async function load() {
    const mine = (turn += 1);
    element.setAttribute("aria-busy", "true");
    const asked = [];
    const kept = [];
    const get = async (path, query) => {
      const url = address(path, query);
      const name = url.pathname + url.search;
      try {
        const value = await ask(path, query, scope.signal);
        asked.push([name, value]);
        return value;
      } catch (error) {
        const last = error instanceof Away ? keptAnswer(name) : null;
        if (!last) throw error;
        kept.push(last.at);
        return last.value;
      }
    };
    try {
      const value = await (options.load ? options.load(get) : get(options.path, resolved(options.query)));
      if (mine !== turn || scope.signal.aborted) return;
      for (const [name, answer] of asked) keepAnswer(name, answer);
      refill(body, options.show(value, load));
      body.classList.add("is-shown");
      release();
      state = kept.length > 0 ? "kept" : "shown";
      if (state === "kept") loadLater();
      showNote(kept.length > 0 ? `The server is away. This is as of ${moment(Math.min(...kept))}.` : null);
    } catch (error) {
      if (mine !== turn || scope.signal.aborted) return;
      if (error.status === 401) return;
      state = "failed";
      if (error instanceof Away) loadLater();
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
    // What is being typed is never lost: it is loaded again once it was sent.
    if (element.querySelector("form[data-typed]")) return;
    if (concerns(areas, options.areas) || state === "failed") load();
  }, scope.signal);

  element.reload = load;
  load();
  return element;
}

const resolved = (query) => (typeof query === "function" ? query() : query);

/** Grey lines where the content will be. */
export const skeleton = () => h("div", { class: "skeleton", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** What happened, what is safe and what to do. */
export function failure(error, again) {
  const text = error instanceof Away
    ? "The server does not answer. What you have recorded is safe; this loads by itself when it is back."
    : error.status === 400 ? "The address asks for something that there is not."
      : error.status ? capital(error.message) : "This could not be shown.";
  if (!error.status && !(error instanceof Away)) console.error(error);
  return h("div", { class: "failure", role: "alert" },
    h("p", {}, text),
    h("button", { class: "quiet", type: "button", onclick: again }, "Try again"));
}

/** An empty card says what will be here, and how it begins. */
export const empty = (text, ...actions) => h("div", { class: "empty" }, h("p", {}, text), actions);

/** When something was known, as it is said. */
export function moment(milliseconds) {
  const instant = new Date(milliseconds);
  const day = dayOf(instant);
  return day === dayOf() ? timeOfDay(instant) : `${nearDay(day)}, ${timeOfDay(instant)}`;
}
