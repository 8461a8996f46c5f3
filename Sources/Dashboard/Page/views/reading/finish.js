// Celebrates a finished book: its place in the year, a rating, one line, and what to read next.

import { h } from "../../kit/dom.js";
import { celebrateOnce } from "../../kit/celebrated.js";
import { wrote } from "../../kit/changes.js";
import { field } from "../../kit/form.js";
import { isolated, number } from "../../kit/format.js";
import { language, plural, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { dayOf, daysBetween } from "../../kit/person.js";
import { go } from "../../kit/route.js";
import { get, getAll, part, send } from "../../kit/server.js";
import { cover } from "./cover.js";
import { ratingField } from "./rating.js";
import { beginReading, timeInSessions } from "./reads.js";
import { bookPath } from "./timer.js";

const areas = ["library", "reading", "diversity"];
const longestNote = 500;
const ratingPause = 500;

const endings = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });

/** 27 → "27th". The other catalogues have the sign of an ordinal in their texts. */
const ordinal = (count) => number(count) + (language === "en" ? endings[rules.select(count)] : "");

/** Celebrates each finished read of a book once. */
export async function finished(work, entry) {
  const isFirst = entry.readCount <= 1;
  const [place, next] = await Promise.all([placeInYear(entry), nextBook(work.id)]);
  const parts = finishParts(work, entry, { place, next, isFirst });
  await celebrateOnce(`finished ${work.id}${isFirst ? "" : ` ${entry.readCount}`}`, {
    title: isFirst ? t("celebration|Finished") : t("celebration|Finished again"),
    kind: "reading",
    content: parts.content,
    button: t("Done"),
  });
  await parts.save();
}

/** "Your 27th book this year", or null if the book was finished in another year or the count is unavailable. */
async function placeInYear({ finishedOn }) {
  if (finishedOn?.slice(0, 4) !== dayOf().slice(0, 4)) return null;
  const { goals } = await get("goals").catch(() => ({ goals: [] }));
  const count = goals.find((goal) => goal.type === "annualReading")?.current ?? 0;
  return count > 0 ? t("Your {ordinal} book this year.", { ordinal: ordinal(count) }) : null;
}

const nextBook = (id) => get("library", { status: "wantToRead", limit: 2 })
  .then(({ items }) => items.find((item) => item.workId !== id) ?? null, () => null);

function factsOf(entry, isFirst) {
  const isDay = (date) => date?.length === 10;
  const days = isDay(entry.startedOn) && isDay(entry.finishedOn)
    ? daysBetween(entry.startedOn, entry.finishedOn) + 1 : null;
  // The entry's minutes are those of all reads.
  const read = isFirst ? entry.totalReadingMinutes : 0;
  return [
    isFirst ? null : plural(entry.readCount, { one: "read {count} time", other: "read {count} times" }),
    read > 0 ? timeInSessions(read, entry.sessionCount) : null,
    days > 0 ? plural(days, { one: "over {count} day", other: "over {count} days" }) : null,
  ].filter(Boolean).join(", ");
}

/** { content, save() }: `save` writes the line that was typed. */
function finishParts(work, entry, { place, next, isFirst }) {
  const facts = factsOf(entry, isFirst);
  const line = field({ label: t("One line about it"), name: "note", maxlength: longestNote, autocomplete: "off",
    dir: "auto" });
  const content = [
    h("div", { class: "finished-cover" }, cover({ workId: work.id, title: work.title })),
    h("p", { class: "answer clamp" }, work.title),
    place ? h("p", { class: "finished-place" }, place) : null,
    facts ? h("p", { class: "muted" }, facts) : null,
    ratingField({ value: entry.rating, changed: rates(work.id) }),
    h("div", { class: "finished-line" }, line),
    next ? nextPart(next) : null,
  ];
  const save = async () => {
    const note = line.querySelector("input").value.trim();
    if (!note) return;
    await saveNote(work.id, note).catch((error) =>
      notice(t("Your line was not saved: {reason}", { reason: error.message })));
  };
  return { content, save };
}

/** Waits for the last step of a held arrow key. */
function rates(id) {
  let timer = null;
  return (rating) => {
    clearTimeout(timer);
    timer = setTimeout(() => send("PATCH", `library/${part(id)}`, { rating })
      .then(() => wrote("library"),
        (error) => notice(t("Your rating was not saved: {reason}", { reason: error.message }))), ratingPause);
  };
}

/** The line belongs to the latest read. */
async function saveNote(id, note) {
  const reads = await getAll(`library/${part(id)}/reads`);
  const read = reads.findLast((item) => item.status === "finished");
  if (!read) return;
  await send("PATCH", `library/${part(id)}/reads/${part(read.id)}`, { note });
  wrote("library");
}

function nextPart(next) {
  const begin = async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      await beginReading(next.workId, next);
      wrote(...areas);
      button.closest("dialog")?.close();
      go(bookPath(next.workId));
    } catch (error) {
      button.disabled = false;
      notice(t("The book was not begun: {reason}", { reason: error.message }));
    }
  };
  return h("div", { class: "finished-next" },
    h("p", { class: "muted" }, t("Next on your list")),
    h("p", { class: "clamp" }, isolated(next.title)),
    h("button", { type: "button", onclick: begin }, t("Begin it")));
}
