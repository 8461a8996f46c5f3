// "Fill missing data": one question after another, with progress and undo of the last answer.

import { append, fill, h, keepFocus } from "../../kit/dom.js";
import { empty, failure, skeleton } from "../../kit/card.js";
import { celebrate } from "../../kit/celebrated.js";
import { field } from "../../kit/form.js";
import { isolated, percent } from "../../kit/format.js";
import { onChange, wrote } from "../../kit/changes.js";
import { plural, t } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { bar } from "../../kit/progress.js";
import { change, link } from "../../kit/route.js";
import { discardAnswer, submit } from "../../kit/queue.js";
import { get, part, send } from "../../kit/server.js";
import { isWaiting } from "../../kit/waiting.js";
import { aboutAnswer, dimensions } from "./ask.js";
import { countLacking, lacking } from "./missing.js";
import { question } from "./question.js";
import { fromTo, pointsText, totalText } from "./saved.js";
import { smallRadar } from "./small-radar.js";

export function show(scope) {
  const stage = h("section", { class: "card reading wide fill-stage", "aria-label": t("Questions") }, skeleton());
  const side = h("section", { class: "card reading fill-side", "aria-label": t("Effect of your answers") }, skeleton());
  const choice = h("div", { class: "fill-choice" });
  let round = null;
  let failed = false;

  async function begin() {
    round?.stop();
    failed = false;
    fill(stage, skeleton());
    try {
      const all = await dimensions();
      const asked = scope.query.get("dimension");
      const dimension = all.some((item) => item.dimension === asked && !item.isDerived) ? asked : null;
      fill(choice, chooser(all, dimension));
      round = fillRound(scope, { all, dimension, stage, side });
      await round.begin();
    } catch (error) {
      if (scope.signal.aborted || error.status === 401) return;
      failed = true;
      fill(stage, failure(error, begin));
      fill(side);
    }
  }
  onChange((areas) => {
    if (failed && areas.has("everything")) begin();
  }, scope.signal);
  scope.onQuery = (query) => { scope.query = query; begin(); };
  scope.signal.addEventListener("abort", () => round?.stop(), { once: true });
  begin();
  return h("div", { class: "place reading" },
    h("div", { class: "place-head" }, h("h1", { tabindex: -1 }, t("Fill missing data")),
      h("a", { class: "button quiet", href: "#/diversity" }, t("Go to radar"))),
    choice,
    h("div", { class: "grid" }, stage, side));
}

function chooser(all, dimension) {
  const options = [["", t("All missing data")],
    ...all.filter((item) => !item.isDerived).map((item) => [item.dimension, item.label])];
  return field({
    label: t("Ask about"), name: "dimension", options, value: dimension ?? "",
    onchange: (event) => change({ dimension: event.target.value }),
  });
}

/** One pass over the missing data: { begin(), stop() }. */
function fillRound(scope, { all, dimension, stage, side }) {
  const aborted = new AbortController();
  const { signal } = aborted;
  const aboutOf = new Map(all.map((item) => [item.dimension, item]));
  const books = lacking(dimension, all, signal);
  const answered = [];
  const complete = h("p", { class: "figure" });
  const effect = h("p", { role: "status" });
  let waiting = [];
  let current = null;
  let total = 0;
  let skipped = 0;
  let axes = null;
  let isEmpty = false;
  let checking = false;
  let isDue = false;
  // While this page sends an answer, changes that the stream reports are its own.
  let isSending = false;

  async function begin() {
    const [count, radar, completion] = await Promise.all([
      countLacking(dimension, signal), get("diversity/radar", {}, signal), get("diversity/completion", {}, signal),
    ]);
    total = count;
    axes = radar.axes;
    isEmpty = completion.dimensions.every((item) => item.total === 0);
    drawSide(percent(completion.overall), totalText(completion), null);
    await next(false);
  }

  async function next(focus = true) {
    if (waiting.length === 0) {
      let book;
      try {
        book = (await books.next()).value;
      } catch (error) {
        // The answers are saved; only the next question could not be loaded.
        if (!signal.aborted) fill(stage, failure(error, again));
        return;
      }
      const names = (book?.missing ?? []).filter((name) => dimension === null || name === dimension);
      waiting = names.map((name) => ({ book, name }));
    }
    if (signal.aborted) return;
    current = waiting.shift() ?? null;
    draw(focus);
  }

  function draw(focus) {
    if (!current) return end(focus);
    const at = Math.min(answered.length + skipped + 1, Math.max(total, 1));
    const about = aboutOf.get(current.name);
    const asked = question({
      text: about.question,
      options: about.options,
      answer: give,
      skip: async () => { current = null; skipped += 1; await next(); },
    });
    asked.querySelector(".question-text").setAttribute("aria-describedby", "fill-book");
    fill(stage,
      h("p", { class: "fill-count" }, t("{number} of {count}", { number: at, count: total })),
      bar((at - 1) / Math.max(total, 1), t("{number} of {count} done", { number: at - 1, count: total })),
      h("a",
        { class: "row-link fill-book", id: "fill-book", href: link(`/reading/books/${part(current.book.workId)}`) },
        h("span", { class: "clamp" }, current.book.title)),
      asked, undoLine());
    if (focus) asked.begin();
  }

  async function give(value, label) {
    const { book, name } = current;
    const path = `diversity/works/${part(book.workId)}/${name}`;
    let result;
    try {
      const about = { ...aboutAnswer(aboutOf.get(name), book), answer: value };
      result = await sending(() => submit({ kind: "answer", verb: "PUT", path, body: { value }, about }));
    } catch (error) {
      if (error.status !== 404) throw error;
      notice(t("This book was deleted on another device."));
      waiting = [];
      total -= 1;
      return next();
    }
    answered.push({ book, name, path, label });
    current = null;
    // It waits for the network.
    if (!result) return next();
    const before = axes;
    axes = result.radar.axes;
    drawSide(fromTo(result), t("{dimension}: {value}. {points}.", {
      dimension: aboutOf.get(name).label, value: label, points: pointsText(result),
    }), before);
    wrote("diversity");
    await next();
    check();
  }

  async function sending(action) {
    isSending = true;
    try {
      return await action();
    } finally {
      isSending = false;
    }
  }

  function undoLine() {
    const last = answered.at(-1);
    if (!last) return null;
    return h("div", { class: "fill-undo" },
      h("span", { class: "muted clamp" },
        t("Last: {dimension}, {value}, of {title}", {
          dimension: aboutOf.get(last.name).label, value: last.label, title: isolated(last.book.title),
        })),
      h("button", { type: "button", class: "link", onclick: undo }, t("Undo")));
  }

  async function undo() {
    const last = answered.at(-1);
    try {
      await sending(async () => {
        if (!isWaiting() || !(await discardAnswer(last.path))) await send("DELETE", last.path);
      });
    } catch (error) {
      return notice(t("The answer was not undone: {reason}", { reason: error.message }));
    }
    answered.pop();
    if (current) waiting.unshift(current);
    current = { book: last.book, name: last.name };
    wrote("diversity");
    const [radar, completion] = await Promise.all([
      get("diversity/radar", {}, signal), get("diversity/completion", {}, signal),
    ]);
    const points = t("Answer undone. You keep the points: {points} in total.", { points: completion.curatorPoints });
    const before = axes;
    axes = radar.axes;
    drawSide(percent(completion.overall), points, before);
    draw(true);
  }

  // The line of the effect stays in the page, so that a screen reader reports each change.
  function drawSide(figure, text, before) {
    if (!effect.isConnected) {
      fill(side,
        h("h2", { class: "spoken" }, t("Effect of your answers")),
        complete,
        h("p", { class: "figure-label" }, t("of your library's diversity data is complete")),
        effect);
    }
    fill(complete, figure);
    effect.textContent = text;
    while (effect.nextSibling) effect.nextSibling.remove();
    append(side, [smallRadar(axes, before)]);
  }

  function end(focus) {
    if (isEmpty) {
      return fill(stage, empty(t("Your library has no books yet. Add a book to fill in its missing data here."),
        h("a", { class: "button", href: "#/reading" }, t("Go to library"))));
    }
    const done = skipped === 0;
    const words = total === 0 && answered.length === 0
      ? t("No data is missing.")
      : skipped > 0
        ? plural(answered.length, {
          one: "{count} question answered, {skipped} skipped.", other: "{count} questions answered, {skipped} skipped.",
        }, { skipped })
        : plural(answered.length, { one: "{count} question answered.", other: "{count} questions answered." });
    fill(stage, empty(words,
      done ? null : h("button", { type: "button", class: "primary", onclick: again }, t("Show skipped questions")),
      h("a", { class: "button", href: "#/diversity" }, t("Go to radar"))), undoLine());
    if (focus) stage.querySelector("button, a")?.focus();
    if (done && answered.length > 0) {
      celebrate({ title: t("All data is complete"), content: h("p", {}, words), kind: "reading" }).then(keepFocus);
    }
  }

  const again = () => scope.onQuery(scope.query);

  // Another device may have answered the current question and the next ones.
  async function check() {
    isDue = true;
    if (checking) return;
    checking = true;
    while (isDue && current && !isSending) {
      isDue = false;
      const mine = current;
      const known = await get(`diversity/works/${part(mine.book.workId)}`, {}, signal).catch((error) => error);
      if (signal.aborted) return;
      if (isSending || current !== mine || !(known.status === 404 || known.values?.[mine.name] !== undefined)) continue;
      total -= 1;
      current = null;
      isDue = true;
      await next(stage.contains(document.activeElement)).catch(console.error);
    }
    checking = false;
  }
  onChange((areas) => {
    if (areas.has("diversity") || areas.has("library") || areas.has("everything")) check();
  }, signal);

  stage.onkeydown = (event) => {
    if (event.key.toLowerCase() !== "u" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (answered.length === 0) return;
    event.preventDefault();
    undo();
  };
  return { begin, stop: () => aborted.abort() };
}
