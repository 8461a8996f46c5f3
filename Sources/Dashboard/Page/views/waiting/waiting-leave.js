// Asks before signing out removes entries that were not sent.

import { h } from "../../kit/dom.js";
import { dialog } from "../../kit/dialog.js";
import { counted } from "../../kit/format.js";
import { flush } from "../../kit/queue-sending.js";
import { isWaiting, waitingNow } from "../../kit/waiting.js";

/** Returns whether nothing waits any more, or the person wants to sign out nevertheless. */
export async function mayLeave() {
  await flush();
  if (!isWaiting()) return true;
  const { waits, rejected, timers } = waitingNow();
  const texts = [
    waits + rejected > 0 ? counted(waits + rejected, "entry", "entries") : null,
    timers > 0 ? "the reading timer of this device" : null,
  ].filter(Boolean).join(" and ");
  let mayEnd = false;
  await dialog("Sign out?", (close) => [
    h("p", {}, `Signing out removes ${texts}, because the server does not have them yet.`),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", autofocus: true, onclick: close }, "Stay signed in"),
      h("button", { type: "button", class: "danger", onclick: () => {
        mayEnd = true;
        close();
      } }, "Remove and sign out")),
  ]);
  return mayEnd;
}
