// Questions in a window of their own: after a session, from a "+" of the radar, or to change what is known of a book.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { wrote } from "../../kit/changes.js";
import { notice } from "../../kit/notice.js";
import { get, part, send } from "../../kit/server.js";
import { question } from "./question.js";
import { celebrateAnswer } from "./saved.js";

const changed = () => wrote("diversity");

/** All that can be asked; the same as long as the page is open. */
let asked = null;
export function dimensions() {
  asked ??= get("diversity/dimensions").then((answer) => answer.dimensions, (error) => { asked = null; throw error; });
  return asked;
}

export const dimensionOf = async (name) => (await dimensions()).find((item) => item.dimension === name);

/** The radar as it is before an answer, so that the change can be seen; null where it cannot be had. */
const radarNow = () => get("diversity/radar").then((answer) => answer.axes, () => null);

/** The one question after a session: { prompt, title, lead? }. */
export async function askPrompt({ prompt, title, lead }) {
  const before = radarNow();
  const label = (await dimensionOf(prompt.dimension).catch(() => null))?.label ?? prompt.dimension;
  let result = null;
  await dialog("One question", (close) => [
    lead ? h("p", { class: "asked-lead", role: "status" }, lead) : null,
    h("p", { class: "muted clamp" }, title),
    began(question({
      text: prompt.question,
      options: prompt.options,
      answer: async (value) => {
        result = await once(() => send("POST", `diversity/prompts/${part(prompt.id)}/answer`, { value }));
        close();
      },
      skip: async () => {
        await once(() => send("POST", `diversity/prompts/${part(prompt.id)}/skip`));
        close();
      },
    })),
  ], { kind: "reading" });
  changed();
  if (result) await celebrateAnswer(result, label, await before);
}

// A question that was answered or taken away on another device needs no second answer.
async function once(action) {
  try {
    return await action();
  } catch (error) {
    if (error.status !== 404 && error.status !== 409) throw error;
    notice("This question was answered on another device already.");
    return null;
  }
}

/** Asks one dimension of one book: { workId, title, dimension, value? }. */
export async function askValue({ workId, title, dimension, value }) {
  const before = radarNow();
  const about = await dimensionOf(dimension);
  const path = `diversity/works/${part(workId)}/${dimension}`;
  let result = null;
  await dialog(about.label, (close) => [
    h("p", { class: "muted clamp" }, title),
    began(question({
      text: about.question,
      options: about.options,
      value,
      answer: async (chosen) => {
        result = await send("PUT", path, { value: chosen });
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
          notice(`Not taken away: ${error.message}`);
        }
      },
    }, "Take this away")),
  ], { kind: "reading" });
  if (!result) return;
  changed();
  // A change of what was known is no reason to celebrate.
  if (result.pointsAwarded > 0) await celebrateAnswer(result, about.label, await before);
  else notice(`${about.label} saved.`);
}

// The first pill has the focus once the window is open.
function began(element) {
  requestAnimationFrame(() => element.begin());
  return element;
}
