// A year or a month in review: cards to page through with buttons, arrow keys or swipes, and one to share at the end.

import { fill, h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { shortMonth } from "../../kit/format.js";
import { t } from "../../kit/language.js";
import { dayOf } from "../../kit/person.js";
import { go, here } from "../../kit/route.js";
import { add } from "../today/add.js";
import { parts } from "./insights-parts.js";
import { hasBegun, monthsOf, periodOf } from "./review-period.js";
import { reviewCards } from "./review-cards.js";

const shortestSwipe = 48;
/** The next card comes from the right, or from the left in a right-to-left language. */
const isMirrored = () => document.documentElement.dir === "rtl";

export function show(scope) {
  const period = periodOf(scope.parameters.period);
  if (!period) {
    return h("div", { class: "place" }, h("h1", { tabindex: -1 }, t("Year in review")),
      empty(t("This is not a valid year or month."),
        h("a", { class: "button", href: `#/insights/review/${dayOf().slice(0, 4)}` }, t("Go to this year"))));
  }
  const title = t("{period} in review", { period: period.name });
  scope.setTitle(title);
  let cards = [];
  let shown = cardIn(scope.query);
  let drawn = -1;
  const stage = h("div", { class: "story-stage" });
  const heard = h("p", { class: "spoken", role: "status" });
  const marks = h("div", { class: "story-marks", "aria-hidden": "true" });
  const back = h("button", { type: "button", onclick: () => turn(-1) }, t("review|Back"));
  const next = h("button", { type: "button", class: "primary", onclick: () => turn(1) }, t("review|Next"));
  const place = h("p", { class: "muted" });
  const story = h("div", { class: "story" }, marks, stage, h("div", { class: "turner" }, back, place, next), heard);

  const body = card(scope, {
    title, class: "reading story-card", size: "chart",
    areas: ["listening", "reading", "library", "rucks", "diversity", "catalogue", "profile"],
    path: `review/${period.text}`,
    show: (value) => {
      cards = reviewCards(scope, value, period);
      if (cards.length === 0) {
        return empty(period.isMonth
          ? t("No records in this month. Listening, reading and rucks will appear here.")
          : t("No records in this year. Listening, reading and rucks will appear here."),
        h("button", { type: "button", onclick: add }, t("Add something")));
      }
      draw();
      return story;
    },
  });

  scope.onQuery = (query) => {
    shown = cardIn(query);
    draw();
  };
  addEventListener("keydown", onKey, { signal: scope.signal });
  listenForSwipes(stage, turn);

  function draw() {
    const index = Math.min(shown, cards.length) - 1;
    if (index < 0) return;
    const { title: name, kind, isPlain, content } = cards[index];
    const from = drawn < 0 || drawn === index ? ""
      : (drawn < index) === isMirrored() ? "from-left" : "from-right";
    const isTurned = drawn >= 0 && drawn !== index;
    drawn = index;
    fill(stage, h("section", { class: `story-page ${kind} ${isPlain ? "is-plain" : "is-full"} ${from}` },
      h("h3", {}, name), content()));
    // As one text, because screen readers report the parts of a card in any order.
    if (isTurned) heard.textContent = wordsOf(stage);
    fill(marks, cards.map((_, at) => h("i", { class: at <= index ? "is-filled" : null })));
    place.textContent = t("{number} of {count}", { number: index + 1, count: cards.length });
    back.disabled = index === 0;
    next.disabled = index === cards.length - 1;
  }

  // Paging does not add to the history: "back" leaves the review.
  function turn(by) {
    const target = Math.min(cards.length, Math.max(1, Math.min(shown, cards.length) + by));
    if (target === shown) return;
    const focused = document.activeElement;
    go(here().path, { card: target === 1 ? null : target }, { replace: true });
    if (focused?.disabled) (focused === next ? back : next).focus();
  }

  function onKey(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea")) return;
    const right = isMirrored() ? -1 : 1;
    const by = { ArrowLeft: -right, ArrowRight: right, Home: -cards.length, End: cards.length }[event.key];
    if (by === undefined || cards.length === 0) return;
    event.preventDefault();
    turn(by);
  }

  return h("div", { class: "place insights reading" },
    h("div", { class: "place-head" },
      h("h1", { tabindex: -1 }, title),
      h("div", { class: "actions" },
        [period.before?.(), period.after?.()].filter((other) => other && hasBegun(other)).map((other) =>
          h("a", { class: "button quiet", href: `#/insights/review/${other.text}` }, other.name)))),
    parts(`#/insights/review/${period.text}`),
    body,
    choice(period));
}

/** The texts of an element that screen readers read. */
function wordsOf(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words = [];
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (!parentElement.closest("[aria-hidden=true]")) words.push(data.trim());
  }
  return words.filter(Boolean).join(" ");
}

// The year and its months. A year that has not begun has none.
function choice({ text, year }) {
  const months = monthsOf(year);
  const item = (other, shown) => h("li", {},
    h("a", { href: `#/insights/review/${other.text}`, "aria-label": other.name,
      "aria-current": other.text === text ? "page" : null }, shown));
  const label = t("Months of {year}", { year: String(year) });
  return months.length === 0 ? null : h("nav", { class: "subnav", "aria-label": label },
    h("ul", {}, item({ text: String(year), name: t("The year {year}", { year: String(year) }) }, String(year)),
      months.map((month) => item(month, shortMonth(month.text)))));
}

function cardIn(query) {
  const asked = Number(query.get("card"));
  return Number.isInteger(asked) && asked >= 1 ? asked : 1;
}

function listenForSwipes(element, turn) {
  let from = null;
  element.addEventListener("touchstart", (event) => {
    // The heat map scrolls to the side itself.
    from = event.touches.length === 1 && !event.target.closest(".heat") ? event.touches[0] : null;
  }, { passive: true });
  element.addEventListener("touchend", (event) => {
    if (!from) return;
    const to = event.changedTouches[0];
    const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
    from = null;
    if (Math.abs(across) < shortestSwipe || Math.abs(across) <= 1.5 * Math.abs(down)) return;
    turn((across < 0) === isMirrored() ? -1 : 1);
  }, { passive: true });
}
