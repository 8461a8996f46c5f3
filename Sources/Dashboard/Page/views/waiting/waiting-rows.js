// Rows of entries that wait for the network, with their state and the buttons to edit, send again and discard.

import { pages } from "../../kit/counts.js";
import { h, nextFact, refill } from "../../kit/dom.js";
import { capital, distance, isolated, onDay, timeOfDay, weight } from "../../kit/format.js";
import { t, withTexts } from "../../kit/language.js";
import { notice } from "../../kit/notice.js";
import { dayOf } from "../../kit/person.js";
import { discard, edit, restore, sendAgain } from "../../kit/queue.js";
import { asSession, listed } from "../../kit/queue-rules.js";
import { allEntries } from "../../kit/queue-store.js";

/** Shows the entries that lists with these paths and this query will contain, the newest first. */
export async function fillRows(element, paths, query) {
  const entries = await allEntries();
  const found = paths.flatMap((path) => listed(entries, path, query, dayOf)).sort((one, other) => other.id - one.id);
  element.hidden = found.length === 0;
  refill(element, found.length === 0 ? null : rowsOf(found));
}

export const rowsOf = (entries) =>
  h("ul", { class: "rows waiting-rows", "aria-label": t("Waiting for the network") }, entries.map(row));

function row(entry) {
  const { title, facts } = textOf(entry);
  const name = [title, facts[0]].filter(Boolean).join(", ");
  const isRejected = entry.state === "rejected";
  return h("li", { class: "stacks" },
    h("div", { class: "row-text" },
      h("span", { class: "clamp", dir: "auto" }, title),
      h("span", { class: "muted" }, facts.map((fact, index) => (index === 0 ? fact : nextFact(fact)))),
      h("span", { class: "waiting-mark" }, isRejected
        ? `${t("Not accepted.")} ${problemText(entry.problem)}`
        : entry.isRemoval ? t("Discarded. It is removed if it has arrived.") : t("Waits for the network"))),
    entry.isRemoval ? null : h("div", { class: "row-actions" },
      editorOf(entry) ? button(t("Edit"), name, () => change(entry)) : null,
      isRejected && !entry.problem.isGone ? button(t("Send again"), name, () => sendAgain(entry.id)) : null,
      button(t("Discard"), name, () => remove(entry))));
}

const button = (text, name, action) => h("button", {
  type: "button", class: "link", "aria-label": `${text}: ${name}`,
  onclick: () => action().catch((error) => notice(error.message)),
}, text);

async function remove(entry) {
  const removed = await discard(entry.id);
  notice(t("Entry discarded."), removed ? { text: t("Undo"), run: () => restore(removed) } : undefined);
}

/** { title, facts } of an entry. */
function textOf({ kind, body, about, ...rest }) {
  if (kind === "stop") return textOf({ ...asSession({ ...rest, kind, body, about }) });
  const title = about.title ?? (kind === "listening" ? t("Story") : t("Book"));
  if (kind === "discard") return { title, facts: [t("discard the timer")] };
  if (kind === "answer" || kind === "prompt") {
    const option = about.options?.find(({ value }) => value === about.answer);
    return { title, facts: [`${about.label}: ${option ? isolated(option.label) : about.answer ?? t("skipped")}`] };
  }
  const times = `${timeOfDay(body.startedAt)} – ${timeOfDay(body.endedAt)}`;
  const at = h("span", { class: "no-wrap" }, onDay(dayOf(new Date(body.startedAt))), ` ${times}`);
  if (kind === "listening") return { title, facts: [at, body.completed ? null : t("not finished")].filter(Boolean) };
  if (kind === "reading") return { title, facts: [at, pages(Math.max(0, body.endPage - body.startPage))] };
  return {
    title: [distance(body.distance, 2), body.name ? ` · ${body.name}` : ""].join(""),
    facts: [at, t("{weight} load", { weight: weight(body.loadWeight) })],
  };
}

const fieldNames = {
  startedAt: t("field|Started at"), endedAt: t("field|Ended at"), startPage: t("field|Start page"),
  endPage: t("field|End page"), distance: t("Distance"), loadWeight: t("field|Load weight"),
  movingTime: t("Moving time"), calories: t("Calories"), storyId: t("Story"), value: t("field|Value"),
};

/** The errors of the members: "End page: must not exceed 200". */
function problemText({ message, errors }) {
  const words = (name) => fieldNames[name] ?? capital(name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`));
  const sentence = (text) => `${capital(text).replace(/\.$/, "")}.`;
  return errors.length === 0 ? sentence(message)
    : errors.map((error) => sentence(`${words(error.field)}: ${error.message}`)).join(" ");
}

// --- Editing, with the form that made the entry.

const editors = {
  listening: async ({ body, about }, waiting) => {
    const { logSession } = await withTexts("listening", () => import("../listening/session-dialogs.js"));
    return logSession([body.storyId, about.title ?? t("Story")], waiting);
  },
  reading: editReading,
  ruck: async (_, waiting) => (await withTexts("rucks", () => import("../rucks/ruck-dialogs.js"))).logRuck(waiting),
  stop: editStop,
  answer: editAnswer,
  prompt: editAnswer,
};

const editorOf = (entry) =>
  (entry.kind === "prompt" && entry.about.answer === null ? null : editors[entry.kind] ?? null);

function change(entry) {
  const save = (body, about) => edit(entry.id, body, { about: { ...entry.about, ...about } });
  const note = entry.state === "rejected"
    ? h("p", { class: "field-error", role: "alert" }, problemText(entry.problem)) : null;
  return editorOf(entry)(entry, { body: entry.body, save, note });
}

async function editReading({ body, about }, waiting) {
  const { logSession } = await withTexts("reading", () => import("../reading/session-form.js"));
  return logSession({ work: { id: body.workId, title: about.title, pageCount: about.pageCount } }, waiting);
}

/** The timer's start stays, unless the timer is gone: the entry then becomes a session that is entered by hand. */
async function editStop(entry, { note }) {
  if (entry.problem?.isGone) {
    const { kind, verb, path, body } = asSession(entry);
    const save = (edited) => edit(entry.id, edited, { kind, verb, path });
    return editReading({ body, about: entry.about }, { body, save, note });
  }
  const { stopForm } = await withTexts("reading", () => import("../reading/stop-form.js"));
  return stopForm(entry, { note, save: (body) => edit(entry.id, body) });
}

async function editAnswer(entry, { note, save }) {
  const [{ dialog }, { question }] = await Promise.all([
    import("../../kit/dialog.js"), withTexts("diversity", () => import("../diversity/question.js")),
  ]);
  const { title, label, options, question: text } = entry.about;
  return dialog(label, (close) => [
    note,
    h("p", { class: "muted clamp" }, title),
    question({ text, options, value: entry.body.value, answer: async (value) => {
      await save({ value }, { answer: value });
      close();
    } }),
  ], { kind: "reading" });
}
