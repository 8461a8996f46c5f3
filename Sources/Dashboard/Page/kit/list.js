// A list from the server, loaded page by page.

import { fill, freshID, h, refill } from "./dom.js";
import { plural, t } from "./language.js";
import { entries } from "./counts.js";
import { Unavailable, address, get, getUpTo } from "./server.js";
import { empty, failure, skeleton, unavailableNote } from "./card.js";
import { keepResponse, keptResponse } from "./storage.js";
import { concerns, onChange } from "./changes.js";
import { loadLater } from "./live.js";
import { reserveHeight } from "./heights.js";
import { waitingRows } from "./waiting.js";

/**
 * pagedList(scope, { path, query?, areas, row: (item) => li, none, label, pageSize?, brief? }): shows t("Show more")
 * while there are more items, unless it is brief. A change reloads as many items as are shown. `shape: () => class` may
 * replace the class of the list, which `element.redraw()` applies.
 * `waits: true` shows the waiting entries that the list will contain above it.
 * `prepare: async (items) => items` may add data that the rows need.
 */
export function pagedList(scope, options) {
  const list = h("ul", { class: "rows", "aria-label": options.label });
  const foot = h("div", { class: "list-foot" });
  const waiting = skeleton();
  const unsent = options.waits ? waitingRows(scope, [options.path], () => query()) : null;
  const found = h("p", { class: "spoken", role: "status" });
  const element = h("div", { class: "list", "aria-busy": "true" }, unsent, waiting, list, foot, found);
  const release = reserveHeight(element, options.label, scope.signal);
  let items = [];
  let next = null;
  let turn = 0;
  let shownAt = 0;
  /** Whether a filter was chosen whose result is not reported yet. */
  let isFiltering = false;
  const query = () => (typeof options.query === "function" ? options.query() : options.query);

  async function load(more) {
    const mine = (turn += 1);
    element.setAttribute("aria-busy", "true");
    try {
      let page;
      if (more) {
        page = await get(options.path, { ...query(), limit: options.pageSize ?? 30, cursor: next }, scope.signal);
      } else {
        page = await first(Math.max(items.length, options.pageSize ?? 30));
      }
      if (options.prepare) page = { ...page, items: await options.prepare(page.items) };
      if (mine !== turn || scope.signal.aborted) return;
      const focusFrom = more ? items.length : null;
      items = more ? [...items, ...page.items] : page.items;
      next = page.nextCursor;
      shownAt = Date.now();
      draw(focusFrom);
      if (!more) keepResponse(keptName(), items.slice(0, options.pageSize ?? 30));
    } catch (error) {
      if (mine !== turn || scope.signal.aborted || error.status === 401) return;
      if (error instanceof Unavailable) loadLater();
      if (error instanceof Unavailable && !more && (drawAgain() || drawKept())) return;
      waiting.remove();
      fill(foot, failure(error, () => load(more)));
    } finally {
      if (mine === turn) element.removeAttribute("aria-busy");
    }
  }

  // Redraws the loaded items, without those that are being deleted.
  function drawAgain() {
    if (items.length === 0) return false;
    draw(null);
    foot.append(asOf(shownAt));
    return true;
  }

  const keptName = () => `list ${address(options.path).pathname} ${JSON.stringify(query() ?? {})}`;

  // Draws the items of the last response if the server is unavailable and nothing is loaded yet.
  function drawKept() {
    const last = items.length === 0 ? keptResponse(keptName()) : null;
    if (!last) return false;
    next = null;
    waiting.remove();
    drawRows(last.value);
    fill(foot, asOf(last.at));
    return true;
  }

  function drawRows(shown) {
    if (options.shape) list.className = options.shape();
    refill(list, shown.map(options.row));
  }

  async function first(count) {
    return count <= 200
      ? get(options.path, { ...query(), limit: count }, scope.signal)
      : getUpTo(count, options.path, query(), scope.signal);
  }

  function draw(focusFrom) {
    waiting.remove();
    drawRows(items);
    fill(foot);
    if (list.childElementCount === 0) {
      fill(foot, typeof options.none === "string" ? empty(options.none) : options.none());
    }
    if (next && !options.brief) {
      foot.append(h("button", { type: "button", class: "quiet", onclick: () => load(true) }, t("Show more")));
    }
    if (isFiltering) report();
    release();
    if (focusFrom !== null) list.children[focusFrom]?.querySelector("a, button")?.focus();
  }

  // The focus stays in the filter, so a screen reader would not notice the result.
  function report() {
    isFiltering = false;
    found.textContent = list.childElementCount === 0 ? foot.querySelector("p")?.textContent ?? ""
      : next ? plural(items.length, { one: "{count} entry, and more", other: "{count} entries, and more" })
        : entries(items.length);
  }

  onChange((areas) => {
    if (concerns(areas, options.areas)) load(false);
  }, scope.signal);
  element.redraw = () => {
    if (items.length > 0) draw(null);
    else if (list.childElementCount > 0) drawKept();
  };
  element.reload = () => {
    items = [];
    isFiltering = true;
    found.textContent = "";
    unsent?.update();
    load(false);
  };
  load(false);
  return element;
}

const asOf = (at) =>
  h("p", { class: "card-note", role: "status" }, unavailableNote(at));

/** A card around a list: `more` is { text, href } or null. */
export function cardOfList(title, kind, more, list) {
  const id = freshID("list");
  return h("section", { class: `card ${kind}`, "aria-labelledby": id },
    h("header", { class: "card-head" }, h("h2", { id }, title),
      more ? h("a", { href: more.href, class: "card-more" }, more.text) : null),
    list);
}
