// Writes that wait for the network, as far as every view needs them. The queue is loaded only if something waits.

import { announce } from "./changes.js";
import { fill, h } from "./dom.js";
import { plural, withTexts } from "./language.js";
import { person } from "./person.js";
import { choice, queueName } from "./storage.js";

/** { waits, rejected, timers }, as all tabs know it. The event "waiting" reports a change. */
export function waitingNow() {
  const [waits, rejected, timers] = choice(queueName(person()?.userId), "0 0 0").split(" ").map(Number);
  return { waits, rejected, timers };
}

export const isWaiting = () => Object.values(waitingNow()).some((count) => count > 0);

const queue = () => import("./queue.js");
const sending = () => import("./queue-sending.js");

addEventListener("storage", ({ key }) => {
  if (!key?.includes("waiting")) return;
  dispatchEvent(new Event("waiting"));
  announce("reading");
});

/** Sends what waits, now and whenever the network is back. */
export async function beginQueue() {
  if (isWaiting()) (await sending()).begin();
}

/** The response of `reading/timer`, with a timer that this device started or ended without the network. */
export const withTimer = async (reply) => (isWaiting() ? (await queue()).timerOf(reply) : reply);

/** A quiet line that leads to the entries. */
export function waitingLine(signal) {
  const line = h("p", { class: "waiting-line", role: "status" });
  const show = () => {
    const { waits, rejected } = waitingNow();
    const texts = [
      waits > 0 && plural(waits,
        { one: "{count} entry waits for the network.", other: "{count} entries wait for the network." }),
      rejected > 0 && plural(rejected,
        { one: "{count} entry was not accepted.", other: "{count} entries were not accepted." }),
    ].filter(Boolean);
    fill(line, texts.length > 0 ? h("a", { class: "row-link", href: "#/waiting" }, texts.join(" ")) : null);
  };
  addEventListener("waiting", show, { signal });
  show();
  return line;
}

/** The waiting entries that a list of sessions will contain: an element above the list, hidden without entries. */
export function waitingRows(scope, paths, query = () => ({})) {
  const element = h("div", { hidden: true });
  const show = async () => {
    if (!isWaiting()) return void (fill(element).hidden = true);
    const { fillRows } = await withTexts("waiting", () => import("../views/waiting/waiting-rows.js"));
    await fillRows(element, paths, query());
  };
  const update = () => show().catch(console.error);
  addEventListener("waiting", update, { signal: scope.signal });
  element.update = update;
  update();
  return element;
}
