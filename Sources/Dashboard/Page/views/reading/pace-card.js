// The pace of a book's sessions, oldest first. A session is chosen with the pointer, a finger or the arrow keys.

import { h } from "../../kit/dom.js";
import { card, empty } from "../../kit/card.js";
import { capital, minutes, nearDay, number } from "../../kit/format.js";
import { plural, t } from "../../kit/language.js";

const most = 60;
const least = 2;
/** The widest bar, in rem. A few bars do not fill the card. */
const widest = 4;
const narrowest = 16;

export const paceCard = (scope, id) => card(scope, {
  title: t("Pace"),
  size: "chart",
  class: "reading full",
  areas: ["reading"],
  path: "reading/sessions",
  query: { workId: id, limit: most },
  show: ({ items, nextCursor }) => {
    const sessions = items.filter((session) => session.readingPace !== null).reverse();
    if (sessions.length < least) return empty(t("After two sessions, your pace in this book will appear here."));
    return [h("p", { class: "answer" }, sentence(sessions, nextCursor === null)), paceChart(sessions)];
  },
});

/** "38 pages per hour in the latest session, 35 on average." */
function sentence(sessions, isAll) {
  const pages = sessions.reduce((sum, session) => sum + session.pagesRead, 0);
  const hours = sessions.reduce((sum, session) => sum + session.pagesRead / session.readingPace, 0);
  const pace = number(sessions.at(-1).readingPace);
  if (pages === 0) return t("{pace} pages per hour in the latest session.", { pace });
  const average = number(pages / hours);
  return isAll
    ? t("{pace} pages per hour in the latest session, {average} on average.", { pace, average })
    : t("{pace} pages per hour in the latest session, {average} in the last {count}.",
      { pace, average, count: sessions.length });
}

function paceChart(sessions) {
  const highest = Math.max(...sessions.map((session) => session.readingPace), 1);
  const last = sessions.length - 1;
  const words = h("p", { class: "muted", "aria-hidden": "true" });
  const bars = sessions.map((session) => {
    const bar = h("i", {});
    bar.style.height = `${Math.round((session.readingPace / highest) * 1000) / 10}%`;
    return bar;
  });
  const element = h("div", {
    class: "pace-bars", role: "slider", tabindex: 0, "aria-label": t("Session"), "aria-valuemin": 1,
    "aria-valuemax": sessions.length,
  }, bars);
  let at = last;

  function move(to) {
    bars[at].classList.remove("is-chosen");
    at = Math.min(last, Math.max(0, to));
    bars[at].classList.add("is-chosen");
    const { date, readingPace, pagesRead, durationMinutes } = sessions[at];
    const text = plural(pagesRead, {
      one: "{day}: {pace} pages per hour, {count} page in {time}",
      other: "{day}: {pace} pages per hour, {count} pages in {time}",
    }, { day: capital(nearDay(date)), pace: number(readingPace), time: minutes(durationMinutes) });
    words.textContent = text;
    element.setAttribute("aria-valuenow", at + 1);
    element.setAttribute("aria-valuetext", text);
  }

  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = {
      ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  });
  const follow = ({ clientX }) => {
    const nearest = bars.map((bar, index) => {
      const box = bar.getBoundingClientRect();
      return [Math.abs((box.left + box.right) / 2 - clientX), index];
    }).sort(([one], [other]) => one - other);
    move(nearest[0][1]);
  };
  element.addEventListener("pointerdown", follow);
  element.addEventListener("pointermove", follow);
  move(last);
  const chart = h("div", { class: "pace-chart" }, words, element,
    h("p", { class: "pace-ends muted", "aria-hidden": "true" },
      h("span", {}, nearDay(sessions[0].date)), h("span", {}, nearDay(sessions[last].date))));
  chart.style.maxWidth = `${Math.max(narrowest, widest * sessions.length)}rem`;
  return chart;
}
