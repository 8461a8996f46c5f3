// Dialogs with one question: after a session, from a "+" of the radar, or to change a known value of a book.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { wrote } from "../../kit/changes.js";
import { notice } from "../../kit/notice.js";
import { submit } from "../../kit/queue.js";
import { get, part, send } from "../../kit/server.js";
import { getKept } from "../../kit/kept.js";
import { t } from "../../kit/language.js";
import { question } from "./question.js";
import { celebrateAnswer } from "./saved.js";

const changed = () => wrote("diversity");

/** The dimensions, loaded once per page. */
let asked = null;
export function dimensions() {
  asked ??= getKept("diversity/dimensions").then((answer) => answer.dimensions, (error) => {
    asked = null;
    throw error;
  });
  return asked;
}

const dimensionOf = async (name) => (await dimensions()).find((item) => item.dimension === name);

/** The radar's axes before an answer, to show the change; null if they cannot be loaded. */
const radarNow = () => get("diversity/radar").then((answer) => answer.axes, () => null);

/** Asks one question after a session: { prompt, title, lead? }. */
export async function askPrompt({ prompt, title, lead }) {
  const before = radarNow();
  const label = (await dimensionOf(prompt.dimension).catch(() => null))?.label ?? prompt.dimension;
  const aboutPrompt = {
    promptId: prompt.id, workId: prompt.workId, title, label, question: prompt.question, options: prompt.options,
  };
  let result = null;
  await dialog(t("One question"), (close) => [
    lead ? h("p", { class: "asked-lead" }, lead) : null,
    h("p", { class: "muted clamp" }, title),
    focusQuestion(question({
      text: prompt.question,
      options: prompt.options,
      answer: async (value) => {
        const path = `diversity/prompts/${part(prompt.id)}/answer`;
        const about = { ...aboutPrompt, answer: value };
        result = await once(() => submit({ kind: "prompt", path, body: { value }, about }));
        close();
      },
      skip: async () => {
        const path = `diversity/prompts/${part(prompt.id)}/skip`;
        await once(() => submit({ kind: "prompt", path, about: { ...aboutPrompt, answer: null } }));
        close();
      },
    })),
  ], { kind: "reading" });
  changed();
  if (result) await celebrateAnswer(result, label, await before);
}

// Ignores an error if the question was answered or removed on another device.
async function once(action) {
  try {
    return await action();
  } catch (error) {
    if (error.status !== 404 && error.status !== 409) throw error;
    notice(t("This question was already answered on another device."));
    return null;
  }
}

/** The members of an answer that the queue shows and checks. */
export const aboutAnswer = ({ dimension, label, question: text, options }, { workId, title }) =>
  ({ workId, title, dimension, label, question: text, options });

/** Asks one dimension of one book: { workId, title, dimension, value? }. */
export async function askValue({ workId, title, dimension, value }) {
  const before = radarNow();
  const about = await dimensionOf(dimension);
  const path = `diversity/works/${part(workId)}/${dimension}`;
  let result = null;
  await dialog(about.label, (close) => [
    h("p", { class: "muted clamp" }, title),
    focusQuestion(question({
      text: about.question,
      options: about.options,
      value,
      answer: async (chosen) => {
        const answered = { ...aboutAnswer(about, { workId, title }), answer: chosen, before: value ?? null };
        result = await submit({ kind: "answer", verb: "PUT", path, body: { value: chosen }, about: answered });
        close();
      },
    })),
    value === undefined ? null : h("div", {}, h("button", {
      type: "button", class: "quiet",
      onclick: async (event) => {
        event.target.disabled = true;
        try {
          await send("DELETE", path);
          close();
          changed();
        } catch (error) {
          event.target.disabled = false;
          notice(t("The value was not removed: {reason}", { reason: error.message }));
        }
      },
    }, t("Remove value"))),
  ], { kind: "reading" });
  if (!result) return;
  changed();
  // Only a first answer is celebrated, not a change.
  if (result.pointsAwarded > 0) await celebrateAnswer(result, about.label, await before);
  else notice(t("{name} saved.", { name: about.label }));
}

// Focuses the question when the dialog is open.
function focusQuestion(element) {
  requestAnimationFrame(() => element.begin());
  return element;
}
